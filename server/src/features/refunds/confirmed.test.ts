import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf } from '../../../test/harness/catalog.ts';
import { makePackage, purchasesOf } from '../../../test/harness/payments.ts';
import {
  makePayment,
  readRefund,
  refundByRail,
  refundViolations,
  requestRefund,
} from '../../../test/harness/refunds.ts';
import { ledgerViolations, makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

/** A provider reports refunds that an admin made: their coins are reversed once. */

const world = await openWorld();
const [finance, support] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'support')];
const auditor = await makeAdminActor(world, 'superadmin');
const pack = await makePackage(world, { coins: 100, bonusCoins: 0, priceCents: 1000 });
const dear = await makePackage(world, { coins: 1000, bonusCoins: 0, priceCents: 20_000 });

interface Asked {
  drift: boolean;
  effects: { changes: { type: string; after: { leftCents?: number } }[] };
  effectsNow: Asked['effects'];
}

async function bought() {
  const viewer = await makeViewer(world);
  const paid = await makePayment(world, support, viewer.id, pack);
  const state = async () => {
    const [purchase] = await purchasesOf(support, viewer.id);
    const { body } = await support.get<{ balanceTotal: number }>(`/admin/users/${viewer.id}`);
    return { refundedCents: purchase?.refundedCents, status: purchase?.status, coins: body.balanceTotal };
  };
  const at = (day: number) => ({ occurredAt: `2026-03-${10 + day}T12:00:00.000Z` });
  return { viewer, paid, state, tell: (cents: number, day = 0) => refundByRail(world, paid, cents, at(day)) };
}

describe('a refund by an admin', () => {
  it('that its provider reports later is confirmed, and reverses nothing more', async () => {
    const { paid, state, tell } = await bought();
    const { body } = await requestRefund(finance, paid, { amountCents: 400 });
    expect(await readRefund(support, body.id)).toMatchObject({ confirmedCents: 0, confirmedAt: null });
    await tell(400);
    expect(await state()).toEqual({ refundedCents: 400, status: 'completed', coins: 60 });
    expect(await readRefund(support, body.id)).toMatchObject({ confirmedCents: 400, confirmedAt: expect.any(String) });
    expect(await auditActionsOf(world, body.id)).toEqual(['refund.execute', 'refund.confirm']);
    // Another refund of the same amount is a new one.
    await tell(400, 1);
    expect(await state()).toEqual({ refundedCents: 800, status: 'completed', coins: 20 });
  });

  it('is not confirmed by a report of another amount within the rest of the purchase', async () => {
    const { viewer, paid, state, tell } = await bought();
    const { body } = await requestRefund(finance, paid, { amountCents: 400 });
    await tell(600);
    expect(await state()).toEqual({ refundedCents: 1000, status: 'refunded', coins: 0 });
    expect(await readRefund(support, body.id)).toMatchObject({ confirmedCents: 0 });
    const { body: list } = await support.get<{ items: object[] }>(`/admin/refunds?userId=${viewer.id}`);
    expect(list.items).toMatchObject([
      { status: 'executed', amountCents: 600, coinsDeducted: 60, requestedBy: null },
      { status: 'executed', amountCents: 400, coinsDeducted: 40, requestedBy: { id: finance.id } },
    ]);
    // The report of the admin's refund arrives later, and reverses nothing.
    await tell(400, 1);
    expect(await readRefund(support, body.id)).toMatchObject({ confirmedCents: 400 });
    expect(await state()).toEqual({ refundedCents: 1000, status: 'refunded', coins: 0 });
  });

  it('is confirmed by the part of a report that exceeds the rest of the purchase', async () => {
    const { paid, state, tell } = await bought();
    const { body } = await requestRefund(finance, paid, { amountCents: 400 });
    await tell(1000);
    expect(await state()).toEqual({ refundedCents: 1000, status: 'refunded', coins: 0 });
    expect(await readRefund(support, body.id)).toMatchObject({ confirmedCents: 400 });
  });

  it('is confirmed together with another by a report of their sum', async () => {
    const { paid, state, tell } = await bought();
    const { body: one } = await requestRefund(finance, paid, { amountCents: 300 });
    const { body: other } = await requestRefund(finance, paid, { amountCents: 200 });
    await tell(500);
    expect(await readRefund(support, one.id)).toMatchObject({ confirmedCents: 300 });
    expect(await readRefund(support, other.id)).toMatchObject({ confirmedCents: 200 });
    expect(await state()).toMatchObject({ refundedCents: 500, coins: 50 });
  });

  it('of exactly the amount is confirmed before an older one', async () => {
    const { paid, tell } = await bought();
    const { body: older } = await requestRefund(finance, paid, { amountCents: 500 });
    const { body: exact } = await requestRefund(finance, paid, { amountCents: 200 });
    await tell(200);
    expect(await readRefund(support, older.id)).toMatchObject({ confirmedCents: 0 });
    expect(await readRefund(support, exact.id)).toMatchObject({ confirmedCents: 200 });
  });

  it('in full is confirmed, and reports beyond it are ignored', async () => {
    const { paid, state, tell } = await bought();
    const { body } = await requestRefund(finance, paid, { amountCents: 1000 });
    await tell(1000);
    expect(await readRefund(support, body.id)).toMatchObject({ confirmedCents: 1000 });
    await tell(1000, 1);
    expect(await state()).toEqual({ refundedCents: 1000, status: 'refunded', coins: 0 });
  });

  it('that is pending is not confirmed', async () => {
    const { paid, state, tell } = await bought();
    const { body } = await requestRefund(support, paid, { amountCents: 300 });
    await tell(300);
    expect(await state()).toMatchObject({ refundedCents: 300, coins: 70 });
    expect(await readRefund(support, body.id)).toMatchObject({ status: 'pending', confirmedCents: 0 });
    // The deciding admin gets an error and sees the other refund.
    const { body: approval } = await finance.get<Asked>(`/admin/approvals/${body.approvalId}`);
    expect(approval).toMatchObject({ drift: true, refusedNow: null });
    const leftOf = ({ changes }: Asked['effects']) => changes.find(({ type }) => type === 'refund')?.after.leftCents;
    expect([leftOf(approval.effects), leftOf(approval.effectsNow)]).toEqual([700, 400]);
  });

  it('is confirmed once by concurrent messages', async () => {
    const { paid, state, tell } = await bought();
    const { body } = await requestRefund(finance, paid, { amountCents: 400 });
    // The same refund eight times, and another one.
    await Promise.all([...Array.from({ length: 8 }, () => tell(400)), tell(200, 1)]);
    expect(await state()).toMatchObject({ refundedCents: 600, coins: 40 });
    expect(await readRefund(support, body.id)).toMatchObject({ confirmedCents: 400 });
  });
});

it('the database rejects changes of decided refunds other than their confirmation', async () => {
  const { paid } = await bought();
  const { body } = await requestRefund(finance, paid, { amountCents: 400 });
  const set = (what: string) => world.database.pool.query(`update refunds set ${what} where id = $1`, [body.id]);
  await set('confirmed_cents = 100, confirmed_at = clock()');
  await expect(set('confirmed_cents = 50')).rejects.toThrow('append-only');
  await expect(set('confirmed_cents = 401')).rejects.toThrow('refunds_confirmed');
  await expect(set(`confirmed_cents = 200, reason = 'x'`)).rejects.toThrow('append-only');
});

describe('refunds in parts', () => {
  interface Entry {
    action: string;
    flags: Record<string, unknown>;
    after: Record<string, unknown>;
  }
  const executed = async (id: string) =>
    (await auditor.get<{ items: Entry[] }>(`/admin/audit-log?targetId=${id}`)).body.items.find(
      ({ action }) => action === 'refund.execute',
    );

  it('that together exceed the limit are executed and flagged', async () => {
    const viewer = await makeViewer(world);
    const paid = await makePayment(world, support, viewer.id, dear);
    const first = (await requestRefund(finance, paid, { amountCents: 3000 })).body;
    expect((await executed(first.id))?.flags).toEqual({});
    const dry = await requestRefund(finance, paid, { amountCents: 2500, dryRun: true });
    expect(JSON.stringify(dry.body)).toContain('"togetherUsdCents":5500');
    const second = (await requestRefund(finance, paid, { amountCents: 2500 })).body;
    expect(second.status).toBe('executed');
    expect(await executed(second.id)).toMatchObject({
      flags: { refunded_together_usd_cents: 5500 },
      after: { togetherUsdCents: 5500 },
    });
    // Refunds of another admin do not count.
    const other = (await requestRefund(await makeAdminActor(world, 'finance'), paid, { amountCents: 4000 })).body;
    expect((await executed(other.id))?.flags).toEqual({});
  });
});

it('the ledger is consistent afterwards', async () => {
  expect(await ledgerViolations(world)).toEqual([]);
  expect(await refundViolations(world)).toEqual([]);
});
