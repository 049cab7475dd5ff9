import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makePromo, openWindow } from '../../../test/harness/promos.ts';
import { giveCoins, ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { systemCtx } from '../audit/public.ts';
import { applySubscriptionEvent } from '../subscriptions/public.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');

interface Redeemed {
  redemptionId: string;
  coinsGranted: number;
  eventId: string | null;
  balanceTotal: number;
  multiplier?: number;
  trialEnd?: string;
  error?: string;
}

const redeem = (viewer: Viewer, code: string, headers: Record<string, string> = {}) =>
  viewer.post<Redeemed>('/v1/promos/redeem', { code }, { headers });
const promo = async (code: string) =>
  (await finance.get<{ spent_coins: number; redemptions: number; status: string }>(`/admin/promos/${code}`)).body;

async function makeProduct(): Promise<string> {
  const productId = `vip_${newId()}`;
  const product = { productId, name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD' };
  expect((await finance.post('/admin/subscription-products', product)).status).toBe(201);
  return productId;
}

/** A subscription as reported by its provider. */
async function trialOf(
  { id }: Viewer,
  more: { status?: 'trialing' | 'active'; trialEnd?: string; periodEnd?: string } = {},
) {
  const { status = 'trialing', trialEnd = '2098-01-08T00:00:00Z', periodEnd = trialEnd } = more;
  const subscriptionId = newId();
  await world.database.db
    .insertInto('subscriptions')
    .values({
      user_id: id,
      id: subscriptionId,
      platform: 'apple_iap',
      product_id: await makeProduct(),
      status,
      auto_renew: true,
      current_period_start: '2020-01-01T00:00:00Z',
      current_period_end: periodEnd,
      trial_end: trialEnd,
      price_cents: 999,
      currency: 'USD',
    })
    .execute();
  return subscriptionId;
}

describe('a promo of coins', () => {
  it('credits them at once, from the promo source to the bonus wallet, with the promo as the cause', async () => {
    const [viewer, { id, code }] = [await makeViewer(world), await makePromo(finance)];
    await giveCoins(world, viewer.id, { paid: 7 });
    const { status, body } = await redeem(viewer, ` ${code.toLowerCase()} `);
    expect([status, body]).toEqual([
      200,
      {
        redemptionId: expect.any(String),
        code,
        type: 'coin_grant',
        coinsGranted: 50,
        eventId: expect.any(String),
        balanceTotal: 57,
      },
    ]);
    const event = await finance.get<{ entries: object[] }>(`/admin/ledger/events/${body.eventId}`);
    expect(event.body).toMatchObject({
      reason: 'promo_grant',
      refType: 'promo',
      refId: id,
      cause: { type: 'promo', id, label: code },
    });
    const ledger = await finance.get<{ items: object[] }>(`/admin/users/${viewer.id}/ledger`);
    expect(ledger.body.items[0]).toMatchObject({ refType: 'promo', causeLabel: code });
    expect(event.body.entries).toEqual([
      { id: expect.any(String), account: 'wallet_bonus', userId: viewer.id, amount: 50 },
      { id: expect.any(String), account: 'source_promo', userId: viewer.id, amount: -50 },
    ]);
    expect(await promo(code)).toMatchObject({ spent_coins: 50, redemptions: 1, status: 'running' });
  });

  it('credits them once per key, and again within the uses per user', async () => {
    const viewer = await makeViewer(world);
    const { code } = await makePromo(finance, { config: { amount: 5, max_uses_per_user: 2 } });
    const key = { 'idempotency-key': newId() };
    const [first, repeated] = [await redeem(viewer, code, key), await redeem(viewer, code, key)];
    expect(repeated.body).toEqual(first.body);
    expect(repeated.headers['idempotent-replayed']).toBe('true');
    expect((await redeem(viewer, code)).body.balanceTotal).toBe(10);
    expect((await redeem(viewer, code)).body).toEqual({ statusCode: 400, error: 'promo_max_uses_reached' });
    expect(await promo(code)).toMatchObject({ spent_coins: 10, redemptions: 2 });
  });
});

describe('a redemption is refused', () => {
  const ended = { start: '2020-01-01T00:00:00Z', end: '2020-02-01T00:00:00Z' };
  const upcoming = { start: '2098-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z' };

  it('for an unknown or deleted code, or none', async () => {
    const viewer = await makeViewer(world);
    const { id, code } = await makePromo(finance);
    await finance.delete(`/admin/promos/${id}`);
    for (const wrong of ['NO-SUCH-CODE', code, 'not a code', '💥', 'x'.repeat(100)]) {
      expect(await redeem(viewer, wrong)).toMatchObject({ status: 404, body: { error: 'promo_not_found' } });
    }
    expect((await viewer.post('/v1/promos/redeem', {})).body.error).toBe('validation_failed');
  });

  it.each([
    ['before its time', { window: upcoming }, 'promo_expired', 'upcoming'],
    ['after its time', { window: ended }, 'promo_expired', 'ended'],
    [
      'without a budget',
      { type: 'bonus_multiplier', config: { multiplier: 2 }, budgetCoins: 0 },
      'promo_budget_exhausted',
      'exhausted',
    ],
    ['without a trial', { type: 'trial_ext', config: { days: 7 } }, 'promo_ineligible', 'running'],
  ] as const)('gets the reason of the refusal: %s', async (_what, options, error, status) => {
    const viewer = await makeViewer(world);
    const { code } = await makePromo(finance, options);
    expect((await redeem(viewer, code)).body).toEqual({ statusCode: 400, error });
    expect(await promo(code)).toMatchObject({ spent_coins: 0, redemptions: 0, status });
  });

  it('with the first reason of window, budget, segment and uses', async () => {
    const viewer = await makeViewer(world, { countryCode: 'EG' });
    const segment = await finance.post<{ id: string }>('/admin/segments', { name: 'x', rule: { countries: ['EG'] } });
    const segmentUrl = `/admin/segments/${segment.body.id}`;
    const { id, code } = await makePromo(finance, { budgetCoins: 50, segmentId: segment.body.id });
    expect((await redeem(viewer, code)).status).toBe(200);
    const url = `/admin/promos/${id}`;
    const answers: (string | undefined)[] = [];
    const ask = async () => answers.push((await redeem(viewer, code)).body.error);
    await finance.put(segmentUrl, { rule: { countries: ['ID'] } });
    await finance.put(url, { window: ended });
    await ask();
    await finance.put(url, { window: openWindow });
    await ask();
    await finance.put(url, { budgetCoins: 100 });
    await ask();
    await finance.put(segmentUrl, { rule: { countries: ['EG', 'ID'] } });
    await ask();
    await finance.put(url, { config: { max_uses_per_user: 2 } });
    await ask();
    expect(answers).toEqual([
      ...['promo_expired', 'promo_budget_exhausted', 'promo_ineligible', 'promo_max_uses_reached'],
      undefined,
    ]);
  });

  it('for closed accounts', async () => {
    const [viewer, { code }] = [await makeViewer(world), await makePromo(finance)];
    await world.database.db.updateTable('users').set({ status: 'banned' }).where('id', '=', viewer.id).execute();
    expect((await redeem(viewer, code)).body.error).toBe('user_banned');
  });
});

describe('a trial extension', () => {
  it('extends the trial and its period, and takes nothing from the budget', async () => {
    const viewer = await makeViewer(world);
    await trialOf(viewer);
    const { code } = await makePromo(finance, { type: 'trial_ext', config: { days: 7 }, budgetCoins: 0 });
    const { body } = await redeem(viewer, code);
    expect(body).toMatchObject({
      type: 'trial_ext',
      coinsGranted: 0,
      eventId: null,
      trialEnd: '2098-01-15T00:00:00.000Z',
    });
    const { subscriptions } = (await finance.get<{ subscriptions: object[] }>(`/admin/users/${viewer.id}`)).body;
    expect(subscriptions).toMatchObject([
      { trialEnd: '2098-01-15T00:00:00.000Z', currentPeriodEnd: '2098-01-15T00:00:00.000Z', status: 'trialing' },
    ]);
    expect(await promo(code)).toMatchObject({ spent_coins: 0, redemptions: 1, status: 'running' });
  });

  it('remains when the provider reports an earlier event late', async () => {
    const viewer = await makeViewer(world);
    const productId = await makeProduct();
    const report = (type: 'started' | 'canceled', occurredAt: string, autoRenew: boolean) =>
      world.database.transaction((tx, now) =>
        applySubscriptionEvent(systemCtx(tx, now), 'ios_store', {
          type,
          occurredAt: new Date(occurredAt),
          data: {
            userId: viewer.id,
            subscriptionId: `of ${viewer.id}`,
            productId,
            autoRenew,
            priceCents: 999,
            currency: 'USD',
            trialEnd: '2098-01-08T00:00:00Z',
            periodStart: '2026-01-01T00:00:00Z',
            periodEnd: '2098-01-08T00:00:00Z',
          },
        }),
      );
    expect((await report('started', '2026-01-02T00:00:00Z', true)).outcome).toBe('applied');
    const { code } = await makePromo(finance, { type: 'trial_ext', config: { days: 7, max_uses_per_user: 2 } });
    expect((await redeem(viewer, code)).body.trialEnd).toBe('2098-01-15T00:00:00.000Z');
    expect((await report('canceled', '2026-01-01T12:00:00Z', false)).outcome).not.toBe('unmatched');
    expect((await redeem(viewer, code)).body.trialEnd).toBe('2098-01-22T00:00:00.000Z');
    const { subscriptions } = (await finance.get<{ subscriptions: object[] }>(`/admin/users/${viewer.id}`)).body;
    const end = '2098-01-22T00:00:00.000Z';
    expect(subscriptions).toMatchObject([{ trialEnd: end, currentPeriodEnd: end, status: 'trialing' }]);
  });

  it.each([
    ['is over', { trialEnd: '2021-01-01T00:00:00Z' }],
    ['is none any more', { status: 'active' }],
  ] as const)('needs one that runs: not where it %s', async (_what, more) => {
    const viewer = await makeViewer(world);
    await trialOf(viewer, more);
    const { code } = await makePromo(finance, { type: 'trial_ext', config: { days: 7 } });
    expect((await redeem(viewer, code)).body.error).toBe('promo_ineligible');
  });
});

describe('a multiplier', () => {
  it('is unused until a purchase', async () => {
    const viewer = await makeViewer(world);
    const { code } = await makePromo(finance, { type: 'bonus_multiplier', config: { multiplier: 1.5 } });
    expect((await redeem(viewer, code)).body).toMatchObject({ multiplier: 1.5, coinsGranted: 0, eventId: null });
    const { items } = (await finance.get<{ items: object[] }>(`/admin/users/${viewer.id}/redemptions`)).body;
    expect(items).toMatchObject([{ code, usedAt: null, coinsGranted: 0, transactionId: null }]);
  });
});

it('the ledger is consistent afterwards', async () => {
  expect(await ledgerViolations(world)).toEqual([]);
});
