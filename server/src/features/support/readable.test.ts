import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makePackage } from '../../../test/harness/payments.ts';
import { makePayment, requestRefund } from '../../../test/harness/refunds.ts';
import { giveCoins, makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

/** A caller is shown only what they may read, in a dry run, in the real answer and in approvals. */

const world = await openWorld();
const support = await makeAdminActor(world, 'support');

async function holderOf(...permissions: string[]): Promise<AdminActor> {
  const name = permissions.join(' and ');
  await makeRole(world, name, permissions);
  return makeAdminActor(world, name);
}
const bouncer = await holderOf('users:ban');
const asker = await holderOf('payments:refund_request');

interface Effects {
  ledger: object[];
  audit: { action: string; after: object | null }[];
  changes: object[];
  approvals: { effects: Effects }[];
}
interface DryRun {
  body: object | null;
  effects: Effects;
}

describe('a dry run', () => {
  it('shows the response to readers, and the effects to everyone with the permission', async () => {
    const granter = await holderOf('wallet:adjust');
    const { id } = await makeViewer(world);
    await giveCoins(world, id, { paid: 70 });
    const url = `/admin/users/${id}/wallet/adjust`;
    const grant = { amount: 5, direction: 'grant', reason: 'apology' };
    const dryRun = (by: AdminActor) => by.post<DryRun>(`${url}?dryRun=true`, grant);
    expect((await dryRun(support)).body.body).toMatchObject({ kind: 'applied', balanceTotal: 75 });
    const { body } = await dryRun(granter);
    expect(body).toMatchObject({
      status: 200,
      body: null,
      effects: { audit: [{ action: 'wallet.adjust', before: null, after: null }] },
    });
    expect((await granter.post(url, grant)).body).toMatchObject({ kind: 'applied', balanceTotal: 75 });
  });
});

describe('an admin with users:ban only', () => {
  const moves = [
    ['suspend', 'active', { reason: 'spam in comments' }, { status: 'suspended', suspendReason: 'spam in comments' }],
    ['ban', 'active', { reason: 'fraud confirmed' }, { status: 'banned', banReason: 'fraud confirmed' }],
    ['reactivate', 'suspended', { note: 'appeal accepted' }, { status: 'active', banReason: null }],
  ] as const;
  const shownKeys = ['allowed', 'banReason', 'id', 'status', 'suspendReason', 'suspendedUntil'];

  it.each(moves)('sees the status after %s, and no other fields', async (move, from, given, expected) => {
    const viewer = await makeViewer(world, { email: `v-${move}@example.com`, displayName: 'Layla' });
    await giveCoins(world, viewer.id, { paid: 70 });
    await world.database.pool.query('update users set status = $2 where id = $1', [viewer.id, from]);
    const url = `/admin/users/${viewer.id}/${move}`;
    expect((await bouncer.get(`/admin/users/${viewer.id}`)).status).toBe(403);
    const dry = await bouncer.post<DryRun>(`${url}?dryRun=true`, given);
    const real = await bouncer.post(url, given);
    expect(Object.keys(real.body).toSorted()).toEqual(shownKeys);
    expect(real.body).toMatchObject({ id: viewer.id, ...expected });
    expect(dry.body.body).toBeNull();
    expect(dry.body.effects.changes).toMatchObject([{ type: 'user', after: { status: expected.status } }]);
  });
  it('sees all fields with users:read', async () => {
    const { id } = await makeViewer(world, { email: 'v-all@example.com' });
    const { body } = await support.post(`/admin/users/${id}/ban`, { reason: 'fraud confirmed' });
    expect(body).toMatchObject({ email: 'v-all@example.com', balanceTotal: 0 });
  });
});

describe('an admin with payments:refund_request only', async () => {
  const pack = await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 1000 });
  async function paidBy() {
    const viewer = await makeViewer(world);
    return makePayment(world, support, viewer.id, pack);
  }
  const hidden = ['ledger', 'coinsDue', 'coinsDeducted', 'leftCents', 'coinsFromPaid', 'sink_refund'];
  const mustHide = (effects: Effects) => {
    expect(effects.ledger).toEqual([]);
    const text = JSON.stringify({ ...effects, ledger: undefined });
    expect(hidden.slice(1).filter((word) => text.includes(word))).toEqual([]);
  };
  const dryRun = async (by: AdminActor, purchaseId: string) => {
    const asked = { purchaseId, amountCents: 500, reason: 'Paid twice', reverseUnlocks: false };
    const { body } = await by.post<DryRun>('/admin/refunds?dryRun=true', asked);
    return body.effects.approvals[0]?.effects ?? expect.fail('nothing waits for approval');
  };

  it('sees no coins or balances in a dry run', async () => {
    const purchase = await paidBy();
    const effects = await dryRun(asker, purchase.id);
    mustHide(effects);
    expect(effects.audit).toContainEqual(
      expect.objectContaining({ action: 'refund.execute', after: { status: 'executed' } }),
    );
    const readable = await dryRun(support, purchase.id);
    expect(readable.ledger).not.toEqual([]);
    expect(JSON.stringify(readable)).toContain('coinsDeducted');
  });
  it('sees none in the request, before and after approval', async () => {
    const { body: asked } = await requestRefund(asker, await paidBy(), { amountCents: 500 });
    const read = async (by: AdminActor) =>
      (
        await by.get<{ effects: Effects; effectsNow: Effects; result: object | null }>(
          `/admin/approvals/${asked.approvalId}`,
        )
      ).body;
    const pending = await read(asker);
    mustHide(pending.effects);
    mustHide(pending.effectsNow);
    const finance = await makeAdminActor(world, 'finance');
    expect((await read(finance)).effectsNow.ledger).not.toEqual([]);
    expect((await finance.post(`/admin/approvals/${asked.approvalId}/approve`)).status).toBe(200);
    expect((await read(asker)).result).toBeNull();
    expect((await read(finance)).result).toMatchObject({ coinsDeducted: expect.any(Number) });
  });
});
