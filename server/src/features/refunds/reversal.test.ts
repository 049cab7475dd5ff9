import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode } from '../../../test/harness/catalog.ts';
import { makePackage, sendPayment } from '../../../test/harness/payments.ts';
import { makePayment, readRefund, refundViolations, requestRefund } from '../../../test/harness/refunds.ts';
import { ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

/** Refunds that reverse unlocks, and refunds of subscriptions. */

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const support = await makeAdminActor(world, 'support');
const pack = await makePackage(world, { coins: 30, bonusCoins: 6, priceCents: 1000 });
const episodes = [
  await makeEpisode(world, 'published'),
  await makeEpisode(world, 'published'),
  await makeEpisode(world, 'published'),
];
for (const scopeRef of episodes) {
  await finance.post('/admin/pricing/overrides', { scope: 'episode', scopeRef, coins: 10 });
}
const [first = '', second = '', third = ''] = episodes;

const unlock = async (viewer: Viewer, id: string) =>
  (await viewer.post<{ unlockId: string; balanceTotal: number }>(`/v1/episodes/${id}/unlock`)).body;
/** The episodes have no video: an unlocked one is refused for that, not for a missing unlock. */
const isOpen = async (viewer: Viewer, id: string) =>
  (await viewer.get(`/v1/episodes/${id}/playback`)).body.error !== 'episode_locked';
const userOf = async ({ id }: Viewer) =>
  (await support.get<{ balancePaid: number; balanceBonus: number; unlocksCount: number }>(`/admin/users/${id}`)).body;
const burned = async ({ id }: Viewer) => {
  const query =
    "select coalesce(sum(amount), 0)::integer as sum from ledger.entries where user_id = $1 and account = 'sink_unlock'";
  return (await world.database.pool.query<{ sum: number }>(query, [id])).rows[0]?.sum;
};

async function bought() {
  const viewer = await makeViewer(world);
  return { viewer, paid: await makePayment(world, support, viewer.id, pack) };
}

interface LedgerRow {
  eventId: string;
  account: string;
  amount: number;
}

describe('with reverseUnlocks', () => {
  it('the newest unlocks are reversed first, as many as the missing coins need', async () => {
    const { viewer, paid } = await bought();
    for (const id of episodes) await unlock(viewer, id);
    // 6 of 18 coins are left; reversing two unlocks returns the other 12.
    const { body } = await requestRefund(finance, paid, { amountCents: 500, reverseUnlocks: true });
    expect(body).toMatchObject({ status: 'executed', underpaidCents: 0 });
    expect(await Promise.all(episodes.map((id) => isOpen(viewer, id)))).toEqual([true, false, false]);
    expect(await userOf(viewer)).toMatchObject({ balancePaid: 8, balanceBonus: 0, unlocksCount: 1 });
    expect(await burned(viewer)).toBe(10);
    const read = await readRefund(finance, body.id);
    expect(read).toMatchObject({
      coinsDeducted: 18,
      reversedUnlocks: [
        { episodeId: third, coins: 10 },
        { episodeId: second, coins: 10 },
      ],
    });
    expect(read.reversedUnlockIds).toHaveLength(2);
  });
  it('coins are returned to the wallets that they were spent from', async () => {
    const { viewer, paid } = await bought();
    // Takes 6 bonus coins and 4 that were bought.
    await unlock(viewer, first);
    const { body } = await finance.post<{ effects: { ledger: LedgerRow[] } }>('/admin/refunds?dryRun=true', {
      purchaseId: paid.id,
      amountCents: 1000,
      reason: 'x',
      reverseUnlocks: true,
    });
    expect(body.effects.ledger).toMatchObject([
      { account: 'wallet_bonus', amount: 6 },
      { account: 'sink_unlock', amount: -6 },
      { account: 'wallet_paid', amount: 4 },
      { account: 'sink_unlock', amount: -4 },
      { account: 'wallet_bonus', amount: -6 },
      { account: 'sink_refund', amount: 6 },
      { account: 'wallet_paid', amount: -30 },
      { account: 'sink_refund', amount: 30 },
    ]);
    const done = await requestRefund(finance, paid, { amountCents: 1000, reverseUnlocks: true });
    expect(await userOf(viewer)).toMatchObject({ balancePaid: 0, balanceBonus: 0, unlocksCount: 0 });
    expect(await burned(viewer)).toBe(0);
    // One operation is one event: what returned and what was taken.
    const { body: event } = await finance.get<{ entries: object[] }>(`/admin/ledger/events/${done.body.ledgerEventId}`);
    expect(event).toMatchObject({ reason: 'refund', refType: 'purchase', refId: paid.id });
    expect(event.entries).toMatchObject(body.effects.ledger.map(({ account, amount }) => ({ account, amount })));
    const { body: detail } = await finance.get<{ ledgerEntries: { reason: string }[] }>(
      `/admin/payments/transactions/${paid.id}`,
    );
    const reasons = detail.ledgerEntries.map(({ reason }) => reason);
    expect(reasons).toEqual([...Array(4).fill('iap'), ...Array(4).fill('unlock_reversal'), ...Array(4).fill('refund')]);
    const { body: ledger } = await finance.get<{ items: object[] }>(`/admin/users/${viewer.id}/ledger`);
    expect(ledger.items).toMatchObject([{ amount: -26, reason: 'refund' }, { reason: 'unlock' }, { reason: 'iap' }]);
  });
  it('no unlock is reversed that precedes the purchase, or while the coins suffice', async () => {
    const { viewer } = await bought();
    for (const id of episodes) await unlock(viewer, id);
    const paid = await makePayment(world, support, viewer.id, pack);
    expect((await requestRefund(finance, paid, { amountCents: 1000, reverseUnlocks: true })).body.underpaidCents).toBe(
      0,
    );
    const again = await makePayment(world, support, viewer.id, pack);
    const spent = await makeEpisode(world, 'published');
    await finance.post('/admin/pricing/overrides', { scope: 'episode', scopeRef: spent, coins: 40 });
    await unlock(viewer, spent);
    const { body } = await requestRefund(finance, again, { amountCents: 1000, reverseUnlocks: true });
    expect(body).toMatchObject({ status: 'executed', underpaidCents: 0 });
    expect(await Promise.all(episodes.map((id) => isOpen(viewer, id)))).toEqual([true, true, true]);
    expect(await isOpen(viewer, spent)).toBe(false);
  });
  it('an episode whose unlock was reversed can be unlocked again once', async () => {
    const { viewer, paid } = await bought();
    const before = await unlock(viewer, first);
    await requestRefund(finance, paid, { amountCents: 1000, reverseUnlocks: true });
    await makePayment(world, support, viewer.id, pack);
    const racers = await Promise.all(Array.from({ length: 8 }, () => unlock(viewer, first)));
    expect(new Set(racers.map(({ unlockId }) => unlockId)).size).toBe(1);
    expect(racers[0]?.unlockId).not.toBe(before.unlockId);
    expect(await isOpen(viewer, first)).toBe(true);
    expect(await userOf(viewer)).toMatchObject({ balancePaid: 26, balanceBonus: 0, unlocksCount: 1 });
  });
});

it('without reverseUnlocks, unlocked episodes stay unlocked', async () => {
  const { viewer, paid } = await bought();
  for (const id of episodes) await unlock(viewer, id);
  const { body } = await requestRefund(finance, paid, { amountCents: 1000 });
  expect(body).toMatchObject({ status: 'executed', underpaidCents: 833 });
  expect(await Promise.all(episodes.map((id) => isOpen(viewer, id)))).toEqual([true, true, true]);
});

it('a partial refund of a subscription reverses its bonus coins in proportion, and leaves it active', async () => {
  const product = { name: 'VIP', productId: 'vip', periodDays: 30, priceCents: 999, currency: 'USD', bonusCoins: 100 };
  expect((await finance.post('/admin/subscription-products', product)).status).toBe(201);
  const viewer = await makeViewer(world);
  const [occurredAt, periodEnd] = ['2026-10-01T00:00:00.000Z', '2099-10-31T00:00:00.000Z'];
  const data = {
    userId: viewer.id,
    subscriptionId: newId(),
    productId: 'vip',
    transactionId: newId(),
    autoRenew: true,
    periodStart: occurredAt,
    periodEnd,
    priceCents: 999,
    currency: 'USD',
  };
  await sendPayment(world, 'ios_store', { type: 'subscription.started', occurredAt, data });
  const { body: purchases } = await support.get<{ items: { id: string }[] }>(`/admin/users/${viewer.id}/purchases`);
  const { body } = await requestRefund(finance, { id: purchases.items[0]?.id ?? '' }, { amountCents: 500 });
  expect(body).toMatchObject({ status: 'executed' });
  expect(await readRefund(finance, body.id)).toMatchObject({ coinsDeducted: 51 });
  const { body: user } = await support.get(`/admin/users/${viewer.id}`);
  expect(user).toMatchObject({ balanceTotal: 49, subscriptions: [{ status: 'active', autoRenew: true }] });
});

it('the ledger is consistent afterwards', async () => {
  expect(await ledgerViolations(world)).toEqual([]);
  expect(await refundViolations(world)).toEqual([]);
});
