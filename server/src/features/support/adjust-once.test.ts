import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { giveCoins, ledgerViolations, makeViewer, moveCoins } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const support = await makeAdminActor(world, 'support');

interface Applied {
  kind: string;
  eventId: string;
  balanceTotal: number;
  approvalId: string;
  error: string;
}

const adjust = (by: AdminActor, id: string, body: object, options = {}) =>
  by.post<Applied>(`/admin/users/${id}/wallet/adjust`, body, options);
const grant = { amount: 10, direction: 'grant', reason: 'apology_outage' };
const events = async (id: string): Promise<number> =>
  (await world.database.pool.query('select from ledger.events where user_id = $1', [id])).rowCount ?? 0;
const audited = async (id: string): Promise<number> =>
  (await world.database.pool.query('select from audit_log where target_id = $1', [id])).rowCount ?? 0;

describe('a dry run', () => {
  it('shows both sides of the movement, and moves no coins', async () => {
    const viewer = await makeViewer(world);
    await giveCoins(world, viewer.id, { paid: 10, bonus: 3 });
    const { body } = await support.post(`/admin/users/${viewer.id}/wallet/adjust?dryRun=true`, {
      amount: 5,
      direction: 'deduct',
      reason: 'fraud_recoup',
    });
    const row = (account: string, amount: number) => ({
      eventId: expect.any(String),
      userId: viewer.id,
      account,
      amount,
    });
    expect(body).toMatchObject({
      dryRun: true,
      status: 200,
      body: { kind: 'applied', balanceTotal: 8 },
      effects: {
        ledger: [row('wallet_bonus', -3), row('sink_fraud', 3), row('wallet_paid', -2), row('sink_fraud', 2)],
        audit: [{ action: 'wallet.adjust', flags: { deduct_from_paid: true } }],
      },
    });
    expect(await events(viewer.id)).toBe(1);
    expect(await audited(viewer.id)).toBe(0);
  });
  it('is refused like the real request', async () => {
    const viewer = await makeViewer(world);
    const { body } = await adjust(support, viewer.id, { ...grant, amount: 501 });
    const dry = await support.post(`/admin/users/${viewer.id}/wallet/adjust?dryRun=true`, { ...grant, amount: 501 });
    expect(dry.body).toEqual(body);
  });
});

describe('a repeated request', () => {
  it('with one key, twenty times concurrently, moves coins once and returns identical responses', async () => {
    const viewer = await makeViewer(world);
    const headers = { 'idempotency-key': 'adjust-once' };
    const send = (body: object) => adjust(support, viewer.id, body, { headers, changesNothing: true });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(grant)));
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status, body }) => status === 200 || body.error === 'idempotency_in_progress')).toBe(true);
    const later = await send(grant);
    expect(new Set([...done, later].map(({ text }) => text)).size).toBe(1);
    expect(later.headers['idempotent-replayed']).toBe('true');
    expect(await events(viewer.id)).toBe(1);
    expect((await send({ ...grant, amount: 11 })).body.error).toBe('idempotency_key_reused');
  });
  it('that was refused is checked again', async () => {
    const viewer = await makeViewer(world);
    const options = { headers: { 'idempotency-key': 'refused-once' } };
    const deduction = { amount: 5, direction: 'deduct', reason: 'correction' };
    expect((await adjust(support, viewer.id, deduction, options)).body.error).toBe('insufficient_balance');
    await giveCoins(world, viewer.id, { bonus: 5 });
    expect((await adjust(support, viewer.id, deduction, options)).body.kind).toBe('applied');
  });
  it('without a key is a new one, also with a known request id', async () => {
    const viewer = await makeViewer(world);
    const options = { headers: { 'x-request-id': `shared-${newId()}` } };
    await adjust(support, viewer.id, grant, options);
    await adjust(support, viewer.id, grant, options);
    expect([await events(viewer.id), await audited(viewer.id)]).toEqual([2, 2]);
  });
  it('moves no coins after its key has expired, unless the body differs', async () => {
    const viewer = await makeViewer(world);
    const options = { headers: { 'idempotency-key': 'kept-for-a-day' }, changesNothing: true };
    const first = await adjust(support, viewer.id, grant, options);
    await world.database.pool.query(`delete from idempotency_keys where key = 'kept-for-a-day'`);
    const again = await adjust(support, viewer.id, grant, options);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
    const { body } = await support.get<{ items: { refId: string }[] }>(`/admin/users/${viewer.id}/ledger`);
    expect(body.items.map(({ refId }) => refId)).toEqual([expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)]);
    // The second answer is kept as the first one was, and says once that it is a replay.
    expect((await adjust(support, viewer.id, grant, options)).headers['idempotent-replayed']).toBe('true');
    expect([await events(viewer.id), await audited(viewer.id)]).toEqual([1, 1]);
    await world.database.pool.query(`delete from idempotency_keys where key = 'kept-for-a-day'`);
    await adjust(support, viewer.id, { ...grant, amount: 11 }, options);
    expect([await events(viewer.id), await audited(viewer.id)]).toEqual([2, 2]);
  });
});

describe('a dry run of a repeated request', () => {
  const dryly = (id: string, body: object, key: string) =>
    support.post<{ body: Applied; effects: { ledger: object[]; approvals: object[] } }>(
      `/admin/users/${id}/wallet/adjust?dryRun=true`,
      body,
      { headers: { 'idempotency-key': key } },
    );
  it('reports the repetition and no coins, also after the key has expired', async () => {
    const viewer = await makeViewer(world);
    const before = await dryly(viewer.id, grant, 'dry-again');
    expect(before.headers['idempotent-replayed']).toBeUndefined();
    expect(before.body.effects.ledger).toHaveLength(2);
    const { body } = await adjust(support, viewer.id, grant, { headers: { 'idempotency-key': 'dry-again' } });
    for (const forget of [false, true]) {
      if (forget) await world.database.pool.query(`delete from idempotency_keys where key = 'dry-again'`);
      const dry = await dryly(viewer.id, grant, 'dry-again');
      expect(dry.headers['idempotent-replayed']).toBe('true');
      expect(dry.body).toMatchObject({ dryRun: true, body, effects: { ledger: [], audit: [] } });
    }
    const other = await dryly(viewer.id, { ...grant, amount: 11 }, 'dry-again');
    expect(other.headers['idempotent-replayed']).toBeUndefined();
    expect(await events(viewer.id)).toBe(1);
  });
  it('with another body is refused like the real one, until the key expires', async () => {
    const viewer = await makeViewer(world);
    const [options, other] = [{ headers: { 'idempotency-key': 'dry-other' } }, { ...grant, amount: 11 }];
    await adjust(support, viewer.id, grant, options);
    const reused = { status: 409, body: { error: 'idempotency_key_reused' } };
    expect(await dryly(viewer.id, other, 'dry-other')).toMatchObject(reused);
    expect(await adjust(support, viewer.id, other, options)).toMatchObject(reused);
    await world.database.pool.query(`delete from idempotency_keys where key = 'dry-other'`);
    expect(await dryly(viewer.id, other, 'dry-other')).toMatchObject({ status: 200, body: { dryRun: true } });
  });
  it('creates no second request for a large grant', async () => {
    const viewer = await makeViewer(world);
    const options = { headers: { 'idempotency-key': 'dry-large' } };
    const { body } = await adjust(support, viewer.id, { ...grant, amount: 2001 }, options);
    const dry = await dryly(viewer.id, { ...grant, amount: 2001 }, 'dry-large');
    expect(dry.headers['idempotent-replayed']).toBe('true');
    expect(dry.body).toMatchObject({ body, effects: { approvals: [] } });
  });
});

describe('a repeated request for a large grant', () => {
  const large = { ...grant, amount: 2001 };
  const asked = async (id: string) =>
    (await world.database.pool.query('select from approvals where target_id = $1', [id])).rowCount;
  const forget = () => world.database.pool.query(`delete from idempotency_keys where key = 'large-again'`);

  it('with an expired key is the first request, even after its decision', async () => {
    const viewer = await makeViewer(world);
    const options = { headers: { 'idempotency-key': 'large-again' }, changesNothing: true };
    const first = await adjust(support, viewer.id, large, { ...options, changesNothing: false });
    await forget();
    const again = await adjust(support, viewer.id, large, options);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    const { approvalId } = first.body;
    const finance = await makeAdminActor(world, 'finance');
    expect((await finance.post(`/admin/approvals/${approvalId}/approve`)).status).toBe(200);
    await forget();
    expect((await adjust(support, viewer.id, large, options)).text).toBe(first.text);
    expect([await asked(viewer.id), await events(viewer.id)]).toEqual([1, 1]);
  });
  it('without a key, or with another amount, is a new request', async () => {
    const viewer = await makeViewer(world);
    for (let n = 0; n < 2; n++) await adjust(support, viewer.id, large);
    for (const amount of [2001, 2002]) {
      await forget();
      await adjust(support, viewer.id, { ...large, amount }, { headers: { 'idempotency-key': 'large-again' } });
    }
    expect(await asked(viewer.id)).toBe(4);
  });
});

describe('an approved grant', () => {
  const large = { amount: 2001, direction: 'grant', reason: 'apology_outage' };
  async function asked() {
    const viewer = await makeViewer(world);
    const { body } = await support.post<{ approvalId: string }>(`/admin/users/${viewer.id}/wallet/adjust`, large);
    return { viewer, approvalId: body.approvalId, approver: await makeAdminActor(world, 'finance') };
  }

  it('is referenced in the ledger by its approval', async () => {
    const { viewer, approvalId, approver } = await asked();
    await approver.post(`/admin/approvals/${approvalId}/approve`);
    const { body } = await support.get<{ items: object[] }>(`/admin/users/${viewer.id}/ledger`);
    expect(body.items).toMatchObject([{ amount: 2001, refType: 'adjustment', refId: approvalId }]);
  });
  it('fails without a decision if its approval has moved other coins', async () => {
    const { viewer, approvalId, approver } = await asked();
    const key = `adjustment:${approvalId}`;
    await moveCoins(world, { userId: viewer.id, key, bonus: { amount: 1, counter: 'source_support_grant' } });
    const { statusCode, payload } = await world.app.inject({
      method: 'POST',
      url: `/v1/admin/approvals/${approvalId}/approve`,
      headers: { authorization: `Bearer ${approver.token}` },
    });
    expect([statusCode, JSON.parse(payload)]).toEqual([500, { statusCode: 500, error: 'internal_error' }]);
    expect((await approver.get(`/admin/approvals/${approvalId}`)).body.status).toBe('pending');
    expect(await events(viewer.id)).toBe(1);
  });
});

it('A custom role with the permission has the same cap as support', async () => {
  await makeRole(world, 'night desk', ['wallet:adjust', 'users:read']);
  const clerk = await makeAdminActor(world, 'night desk');
  const viewer = await makeViewer(world);
  expect((await adjust(clerk, viewer.id, { ...grant, amount: 501 })).body.error).toBe('support_daily_cap_exceeded');
  expect((await adjust(clerk, viewer.id, { ...grant, amount: 500 })).body.kind).toBe('applied');
  expect(await ledgerViolations(world)).toEqual([]);
});
