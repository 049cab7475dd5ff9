import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makePackage, sendPayment } from '../../../test/harness/payments.ts';
import { makePromo, promoViolations } from '../../../test/harness/promos.ts';
import { ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const pack = await makePackage(world, { coins: 100, bonusCoins: 10 });

const multiplier = (config: object, budgetCoins = 10_000) =>
  makePromo(finance, { type: 'bonus_multiplier', config, budgetCoins });

async function redeem(viewer: Viewer, code: string): Promise<void> {
  expect((await viewer.post('/v1/promos/redeem', { code })).status).toBe(200);
}

async function buy(viewer: Viewer, { transactionId = newId() } = {}): Promise<void> {
  const data = {
    userId: viewer.id,
    productId: pack.sku,
    transactionId,
    amountCents: 999,
    currency: 'USD',
    region: 'EG',
  };
  const event = { type: 'purchase.completed', occurredAt: '2026-03-01T12:00:00.000Z', data };
  expect((await sendPayment(world, 'ios_store', event)).status).toBe(204);
}

interface Redemption {
  code: string;
  coinsGranted: number;
  usedAt: string | null;
  transactionId: string | null;
  eventId: string | null;
}
const wallet = async (viewer: Viewer) => {
  const { balancePaid, balanceBonus } = (await viewer.get<{ balancePaid: number; balanceBonus: number }>('/v1/wallet'))
    .body;
  return [balancePaid, balanceBonus];
};
const redemptions = async ({ id }: Viewer): Promise<Redemption[]> =>
  (await finance.get<{ items: Redemption[] }>(`/admin/users/${id}/redemptions`)).body.items;
const spent = async (code: string): Promise<number> =>
  (await finance.get<{ spent_coins: number }>(`/admin/promos/${code}`)).body.spent_coins;

describe('a multiplier', () => {
  it('adds to the next purchase only, within the same event', async () => {
    const [viewer, { code }] = [await makeViewer(world), await multiplier({ multiplier: 1.5 })];
    await redeem(viewer, code);
    await buy(viewer);
    expect(await wallet(viewer)).toEqual([100, 60]);
    await buy(viewer);
    expect(await wallet(viewer)).toEqual([200, 70]);
    const [used] = await redemptions(viewer);
    expect(used).toMatchObject({
      code,
      coinsGranted: 50,
      usedAt: expect.any(String),
      transactionId: expect.any(String),
    });
    const event = await finance.get(`/admin/ledger/events/${used?.eventId}`);
    expect(event.body).toMatchObject({ reason: 'iap', refType: 'purchase', refId: used?.transactionId });
    expect(event.body.entries).toMatchObject([
      { account: 'wallet_bonus', amount: 10 },
      { account: 'source_bonus', amount: -10 },
      { account: 'wallet_paid', amount: 100 },
      { account: 'source_iap_ios_store', amount: -100 },
      { account: 'wallet_bonus', amount: 50 },
      { account: 'source_promo', amount: -50 },
    ]);
    const { recentEntries } = (await viewer.get<{ recentEntries: object[] }>('/v1/wallet')).body;
    expect(recentEntries).toMatchObject([{ amount: 110 }, { amount: 160, reason: 'iap', eventId: used?.eventId }]);
    const { body: detail } = await finance.get(`/admin/payments/transactions/${used?.transactionId}`);
    expect(detail).toMatchObject({ eventId: used?.eventId, promoCoins: 50 });
    expect(detail.ledgerEntries).toMatchObject([
      { eventId: used?.eventId, account: 'wallet_bonus', amount: 10, reason: 'iap' },
      { account: 'source_bonus', reason: 'iap' },
      { account: 'wallet_paid', reason: 'iap' },
      { account: 'source_iap_ios_store', reason: 'iap' },
      { eventId: used?.eventId, account: 'wallet_bonus', amount: 50, reason: 'promo_grant' },
      { account: 'source_promo', amount: -50, reason: 'promo_grant' },
    ]);
    expect(await spent(code)).toBe(50);
  });

  it('is used once, however often a payment is reported', async () => {
    const [viewer, { code }] = [await makeViewer(world), await multiplier({ multiplier: 2, max_uses_per_user: 2 })];
    await redeem(viewer, code);
    await redeem(viewer, code);
    const transactionId = newId();
    await Promise.all(Array.from({ length: 5 }, () => buy(viewer, { transactionId })));
    expect(await wallet(viewer)).toEqual([100, 110]);
    expect((await redemptions(viewer)).filter(({ usedAt }) => usedAt === null)).toHaveLength(1);
  });

  it('does not exceed its limit', async () => {
    const [viewer, { code }] = [await makeViewer(world), await multiplier({ multiplier: 3, max_bonus_coins: 25 })];
    await redeem(viewer, code);
    await buy(viewer);
    expect(await wallet(viewer)).toEqual([100, 35]);
  });

  it('gives the rest of its budget, even 0, and is used', async () => {
    const viewers = [await makeViewer(world), await makeViewer(world), await makeViewer(world)];
    const { code } = await multiplier({ multiplier: 2 }, 130);
    for (const viewer of viewers) await redeem(viewer, code);
    for (const viewer of viewers) await buy(viewer);
    expect(await Promise.all(viewers.map(wallet))).toEqual([
      [100, 110],
      [100, 40],
      [100, 10],
    ]);
    const last = viewers[2];
    expect(last && (await redemptions(last))).toMatchObject([
      { coinsGranted: 0, eventId: null, usedAt: expect.any(String), transactionId: expect.any(String) },
    ]);
    expect(await spent(code)).toBe(130);
  });

  it('is used after those redeemed before it', async () => {
    const viewer = await makeViewer(world);
    const [first, second] = [await multiplier({ multiplier: 1.1 }), await multiplier({ multiplier: 1.2 })];
    await redeem(viewer, first.code);
    await redeem(viewer, second.code);
    await buy(viewer);
    expect(await wallet(viewer)).toEqual([100, 20]);
    await buy(viewer);
    expect(await wallet(viewer)).toEqual([200, 50]);
  });

  it('remains after the promo has ended or is deleted', async () => {
    const [viewer, { id, code }] = [await makeViewer(world), await multiplier({ multiplier: 2 })];
    await redeem(viewer, code);
    await finance.put(`/admin/promos/${id}`, { window: { end: '2021-01-01T00:00:00Z' } });
    await finance.delete(`/admin/promos/${id}`);
    await buy(viewer);
    expect(await wallet(viewer)).toEqual([100, 110]);
  });
  it('gives what it promised at redemption, after the promo was changed', async () => {
    const [viewer, { id, code }] = [await makeViewer(world), await multiplier({ multiplier: 1.5 })];
    await redeem(viewer, code);
    const edited = await finance.put(`/admin/promos/${id}`, { config: { multiplier: 3, max_bonus_coins: 1 } });
    expect(edited.status).toBe(200);
    await buy(viewer);
    expect(await wallet(viewer)).toEqual([100, 60]);
  });
});

describe('the refund of a purchase with a multiplier', () => {
  const refund = async ({ id: userId }: Viewer, transactionId: string, amountCents: number, minute: number) => {
    const data = { userId, productId: pack.sku, transactionId, amountCents, currency: 'USD' };
    const event = { type: 'purchase.refunded', occurredAt: `2026-03-01T13:0${minute}:00.000Z`, data };
    expect((await sendPayment(world, 'ios_store', event)).status).toBe(204);
  };

  it('reverses the coins of the multiplier, in part and in full, but not the spent budget', async () => {
    const [viewer, { code }, transactionId] = [await makeViewer(world), await multiplier({ multiplier: 2 }), newId()];
    await redeem(viewer, code);
    await buy(viewer, { transactionId });
    expect(await wallet(viewer)).toEqual([100, 110]);
    await refund(viewer, transactionId, 333, 1);
    expect(await wallet(viewer)).toEqual([66, 72]);
    await refund(viewer, transactionId, 666, 2);
    expect(await wallet(viewer)).toEqual([0, 0]);
    expect(await spent(code)).toBe(100);
  });

  it('before its payment keeps the multiplier for another purchase, if it is a full refund', async () => {
    const [viewer, { code }] = [await makeViewer(world), await multiplier({ multiplier: 2 })];
    await redeem(viewer, code);
    const transactionId = newId();
    await refund(viewer, transactionId, 999, 1);
    await buy(viewer, { transactionId });
    expect([await wallet(viewer), await spent(code)]).toEqual([[0, 0], 0]);
    await buy(viewer);
    expect([await wallet(viewer), await spent(code)]).toEqual([[100, 110], 100]);
  });
});

it('redemptions are in the timeline of the user, with the promo’s code', async () => {
  const viewer = await makeViewer(world);
  const [coins, waiting] = [await makePromo(finance), await multiplier({ multiplier: 2 })];
  await redeem(viewer, coins.code);
  await redeem(viewer, waiting.code);
  interface Item {
    type: string;
    title: string;
    data: Record<string, unknown>;
  }
  const story = async (by: { get: typeof finance.get }) =>
    (await by.get<{ items: Item[] }>(`/admin/users/${viewer.id}/timeline`)).body.items.filter(
      ({ type }) => type !== 'admin',
    );
  expect(await story(finance)).toMatchObject([
    {
      type: 'redemption',
      title: waiting.code,
      data: { promoId: waiting.id, promoType: 'bonus_multiplier', usedAt: null },
    },
    { type: 'coins', title: 'promo_grant', data: { amount: 50, causeLabel: coins.code } },
  ]);
  const moderator = await makeAdminActor(world, 'moderator');
  expect((await story(moderator)).map(({ title }) => title)).toEqual([waiting.code, coins.code]);
});

it('promos and ledger are consistent afterwards', async () => {
  expect(await promoViolations(world)).toEqual([]);
  expect(await ledgerViolations(world)).toEqual([]);
});
