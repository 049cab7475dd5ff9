import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor } from '../../../test/harness/actor.ts';
import { giveCoins, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const [support, finance] = [await makeAdminActor(world, 'support'), await makeAdminActor(world, 'finance')];

interface Applied {
  kind: string;
  eventId: string;
  balanceTotal: number;
  error: string;
}

const adjust = (by: AdminActor, id: string, body: object, options = {}) =>
  by.post<Applied>(`/admin/users/${id}/wallet/adjust`, body, options);
const grant = { amount: 10, direction: 'grant', reason: 'apology_outage' };

async function walletOf(viewer: Viewer) {
  const { balanceTotal, balancePaid, balanceBonus } = (await viewer.get('/v1/wallet')).body;
  return { balanceTotal, balancePaid, balanceBonus };
}
const events = async (id: string): Promise<number> =>
  (await world.database.pool.query('select from ledger.events where user_id = $1', [id])).rowCount ?? 0;
const audited = async (id: string): Promise<object[]> =>
  (
    await world.database.pool.query<Record<string, unknown>>(
      `select reason, before, after, flags from audit_entries where target_id = $1 and action = 'wallet.adjust' order by id`,
      [id],
    )
  ).rows;

async function sidesOf(eventId: string): Promise<unknown> {
  const { body } = await support.get<{
    entries: { account: string; amount: number }[];
    reason: string;
    refType: string;
  }>(`/admin/ledger/events/${eventId}`);
  return { reason: body.reason, refType: body.refType, sides: body.entries.map((row) => [row.account, row.amount]) };
}

describe('the reason of an adjustment', () => {
  it('is trimmed', async () => {
    const viewer = await makeViewer(world);
    const { body } = await adjust(support, viewer.id, { ...grant, reason: '  promo_launch ' });
    expect(await sidesOf(body.eventId)).toMatchObject({
      reason: 'promo_launch',
      sides: expect.arrayContaining([['source_promo', -10]]),
    });
    expect(await audited(viewer.id)).toMatchObject([{ reason: 'promo_launch' }]);
  });
  it('with fewer than three visible characters is refused', async () => {
    const viewer = await makeViewer(world);
    expect((await adjust(support, viewer.id, { ...grant, reason: '  ok  ' })).body.error).toBe('validation_failed');
  });
});

describe('the limits of an adjustment', () => {
  it.each([
    ...[0, -1, 1.5, '10', null, true, [10], 1_000_001, 2 ** 53, undefined].map((amount) => ({ amount })),
    ...['gift', '', null, 'GRANT', undefined].map((direction) => ({ direction })),
    ...['ab', '', '   ', 'x'.repeat(201), null, 7, undefined].map((reason) => ({ reason })),
    ...['x'.repeat(501), 7, null].map((note) => ({ note })),
    { userId: 'another' },
    { account: 'wallet_paid' },
  ])('refuse %j with an explanation, and move no coins', async (part) => {
    const viewer = await makeViewer(world);
    const { status, body } = await adjust(support, viewer.id, { ...grant, ...part });
    expect([status, body.error]).toEqual([400, 'validation_failed']);
    const detail = { path: Object.keys(part)[0], message: expect.any(String) };
    expect(body).toMatchObject({ details: expect.arrayContaining([expect.objectContaining(detail)]) });
    expect(await events(viewer.id)).toBe(0);
  });
  it.each([
    { amount: 1 },
    { reason: 'abc' },
    { reason: 'x'.repeat(200) },
    { reason: '🎁🎁🎁' },
    { note: '' },
    { note: 'x'.repeat(500) },
  ])('accept %j', async (part) => {
    const viewer = await makeViewer(world);
    const { body } = await adjust(support, viewer.id, { ...grant, ...part });
    const balanceTotal = { ...grant, ...part }.amount;
    expect(body).toEqual({ kind: 'applied', eventId: expect.any(String), balanceTotal });
  });
  it('accept a million, which requires approval, and a deduction of a million', async () => {
    const viewer = await makeViewer(world);
    expect((await adjust(finance, viewer.id, { ...grant, amount: 1_000_000 })).body.kind).toBe('approval_pending');
    const deduct = { ...grant, direction: 'deduct', amount: 1_000_000 };
    expect((await adjust(finance, viewer.id, deduct)).body.error).toBe('insufficient_balance');
  });
});

describe('checks have a fixed order', () => {
  it('permission, user, body, status of the user, threshold, cap', async () => {
    const viewer = await makeViewer(world);
    const [moderator, nobody] = [await makeAdminActor(world, 'moderator'), '01930000-0000-7000-8000-00000000dead'];
    const tooMuch = { ...grant, amount: 5000 };
    expect((await adjust(moderator, nobody, {})).status).toBe(403);
    expect((await adjust(support, nobody, {})).status).toBe(404);
    await world.database.pool.query(`update users set status = 'banned' where id = $1`, [viewer.id]);
    expect((await adjust(support, viewer.id, { ...tooMuch, reason: 'x' })).body.error).toBe('validation_failed');
    expect((await adjust(support, viewer.id, tooMuch)).body).toEqual({ statusCode: 400, error: 'user_banned' });
    expect((await adjust(support, viewer.id, { ...grant, amount: 501 })).body.error).toBe('user_banned');
    expect((await adjust(support, viewer.id, { ...grant, direction: 'deduct' })).body.error).toBe('user_banned');
    await world.database.pool.query(`update users set status = 'active' where id = $1`, [viewer.id]);
    expect((await adjust(support, viewer.id, tooMuch)).body.kind).toBe('approval_pending');
    expect((await adjust(support, viewer.id, { ...grant, amount: 501 })).body.error).toBe('support_daily_cap_exceeded');
  });
  it.each([
    ['suspended', `status = 'suspended'`, { kind: 'applied' }],
    ['suspended until yesterday', `status = 'suspended', suspended_until = '2020-01-01Z'`, { kind: 'applied' }],
    ['banned', `status = 'banned'`, { statusCode: 400, error: 'user_banned' }],
    ['deleted', `status = 'deleted', email = null, password_hash = null`, { statusCode: 400, error: 'user_deleted' }],
  ])('a user who is %s', async (_name, assignments, answer) => {
    const viewer = await makeViewer(world);
    await world.database.pool.query(`update users set ${assignments} where id = $1`, [viewer.id]);
    expect((await adjust(support, viewer.id, grant)).body).toMatchObject(answer);
  });
});

describe('a grant', () => {
  it.each([
    ['apology_late', 'source_support_grant'],
    ['promo_eid', 'source_promo'],
    ['refund_goodwill', 'source_refund'],
    ['test_coins', 'source_test'],
    ['because', 'source_support_grant'],
    ['promotion', 'source_support_grant'],
    ['PROMO_eid', 'source_support_grant'],
    ['fraud_recoup', 'source_support_grant'],
  ])('for %s comes from %s and goes to the bonus wallet', async (reason, source) => {
    const viewer = await makeViewer(world);
    const { body } = await adjust(support, viewer.id, { ...grant, amount: 7, reason, note: 'called twice' });
    expect(await sidesOf(body.eventId)).toEqual({
      reason,
      refType: 'adjustment',
      sides: [
        ['wallet_bonus', 7],
        [source, -7],
      ],
    });
    expect(await walletOf(viewer)).toEqual({ balanceTotal: 7, balancePaid: 0, balanceBonus: 7 });
    expect(await audited(viewer.id)).toEqual([
      {
        reason,
        before: { balanceTotal: 0 },
        after: { balanceTotal: 7, eventId: body.eventId, note: 'called twice' },
        flags: {},
      },
    ]);
  });
});

describe('a deduction', () => {
  const deduct = (id: string, amount: number, reason = 'correction') =>
    adjust(support, id, { amount, direction: 'deduct', reason });

  it.each([
    ['fraud_recoup', 'sink_fraud'],
    ['refund_chargeback', 'sink_refund'],
    ['correction', 'sink_adjustment'],
    ['fraudulent', 'sink_adjustment'],
    ['promo_mistake', 'sink_adjustment'],
  ])('for %s goes to %s', async (reason, sink) => {
    const viewer = await makeViewer(world);
    await giveCoins(world, viewer.id, { bonus: 10 });
    const { body } = await deduct(viewer.id, 4, reason);
    expect(await sidesOf(body.eventId)).toMatchObject({
      sides: [
        ['wallet_bonus', -4],
        [sink, 4],
      ],
    });
  });
  it.each([
    { amount: 30, left: { balanceTotal: 70, balancePaid: 70, balanceBonus: 0 }, flags: {} },
    { amount: 31, left: { balanceTotal: 69, balancePaid: 69, balanceBonus: 0 }, flags: { deduct_from_paid: true } },
    { amount: 100, left: { balanceTotal: 0, balancePaid: 0, balanceBonus: 0 }, flags: { deduct_from_paid: true } },
  ])('of $amount takes bonus coins first, then paid ones, and is flagged', async ({ amount, left, flags }) => {
    const viewer = await makeViewer(world);
    await giveCoins(world, viewer.id, { paid: 70, bonus: 30 });
    expect((await deduct(viewer.id, amount)).body.balanceTotal).toBe(left.balanceTotal);
    expect(await walletOf(viewer)).toEqual(left);
    expect(await audited(viewer.id)).toMatchObject([{ flags, before: { balanceTotal: 100 } }]);
  });
  it('from a user without bonus coins takes paid ones in one pair of entries, and is flagged', async () => {
    const viewer = await makeViewer(world);
    await giveCoins(world, viewer.id, { paid: 5 });
    expect(await sidesOf((await deduct(viewer.id, 5, 'fraud_recoup')).body.eventId)).toMatchObject({
      sides: [
        ['wallet_paid', -5],
        ['sink_fraud', 5],
      ],
    });
    expect(await audited(viewer.id)).toMatchObject([{ reason: 'fraud_recoup', flags: { deduct_from_paid: true } }]);
  });
  it('above the balance is refused with the balance', async () => {
    const viewer = await makeViewer(world);
    await giveCoins(world, viewer.id, { paid: 5, bonus: 4 });
    const { status, body } = await deduct(viewer.id, 10);
    expect([status, body]).toEqual([400, { statusCode: 400, error: 'insufficient_balance', balanceTotal: 9 }]);
    expect(await events(viewer.id)).toBe(1);
    expect(await audited(viewer.id)).toEqual([]);
  });
  it('has no cap and needs no approval', async () => {
    const viewer = await makeViewer(world);
    await giveCoins(world, viewer.id, { bonus: 9000 });
    expect((await deduct(viewer.id, 5000)).body).toMatchObject({ kind: 'applied', balanceTotal: 4000 });
    expect((await adjust(support, viewer.id, { ...grant, amount: 500 })).body.kind).toBe('applied');
  });
});
