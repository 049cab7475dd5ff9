import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { findWebhookEvent, purchasesOf, sendPayment } from '../../../test/harness/payments.ts';
import { permutations } from '../../../test/harness/permutations.ts';
import { ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { extendTrials, type ProviderEventType, type SubscriptionEventData } from './public.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const monthly = { name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD', bonusCoins: 100 };
const product = (productId: string, part: object = {}) =>
  finance.post<{ id: string }>('/admin/subscription-products', { productId, ...monthly, ...part });
await product('vip_monthly');
await product('vip_paused', { status: 'paused' });

type Told = [type: ProviderEventType, occurredAt: string, data?: Partial<SubscriptionEventData>];

const day = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString();
const period = (n: number) => ({ periodStart: day(n * 30), periodEnd: day((n + 1) * 30) });

/** Sends an event and returns its outcome. */
async function tell(userId: string, subscriptionId: string, [type, occurredAt, data]: Told): Promise<string> {
  const event = {
    userId,
    subscriptionId,
    productId: 'vip_monthly',
    ...period(0),
    autoRenew: true,
    priceCents: 999,
    currency: 'USD',
    ...data,
  };
  const id = newId();
  const told = { type: `subscription.${type}`, occurredAt, data: event };
  expect((await sendPayment(world, 'ios_store', told, { id })).status).toBe(204);
  return (await findWebhookEvent(world, id))?.outcome ?? '';
}

interface Shown {
  subscriptions: Record<string, unknown>[];
  balanceBonus: number;
}

async function found({ id }: Viewer) {
  const { subscriptions, balanceBonus } = (await finance.get<Shown>(`/admin/users/${id}`)).body;
  return { subscriptions: subscriptions.map(({ id: _id, ...rest }) => rest), balanceBonus };
}

/** Extends the trial of a user without other subscriptions, by a promo. */
const extend = ({ id: userId }: Viewer, days: number) =>
  world.database.transaction(async (tx, now) => {
    const query = 'select id from subscriptions where user_id = $1';
    const { rows } = await world.database.pool.query<{ id: string }>(query, [userId]);
    await extendTrials(tx, [{ userId, id: rows[0]?.id ?? '', days }], now);
  });

async function told(events: readonly (Told | 'extended')[]) {
  const viewer = await makeViewer(world);
  const subscriptionId = newId();
  // Each payment has another transaction id.
  const named = (data: Told[2]) => data?.transactionId && { transactionId: `${subscriptionId} ${data.transactionId}` };
  for (const event of events) {
    if (event === 'extended') await extend(viewer, 3);
    else await tell(viewer.id, subscriptionId, [event[0], event[1], { ...event[2], ...named(event[2]) }]);
  }
  return found(viewer);
}

describe('events of a subscription', () => {
  it('start it, and credit the coins of each paid period', async () => {
    const started = await told([['started', day(0)]]);
    expect(started).toMatchObject({ balanceBonus: 100, subscriptions: [{ platform: 'ios_store', status: 'active' }] });
    const renewed = await told([
      ['started', day(0)],
      ['renewed', day(30), period(1)],
    ]);
    expect(renewed.balanceBonus).toBe(200);
    expect(renewed.subscriptions).toEqual([
      {
        platform: 'ios_store',
        productId: 'vip_monthly',
        productName: 'VIP',
        status: 'active',
        interruption: null,
        environment: 'production',
        isFamilyShared: false,
        autoRenew: true,
        currentPeriodStart: day(30),
        currentPeriodEnd: day(60),
        trialEnd: null,
        canceledAt: null,
        priceCents: 999,
        currency: 'USD',
      },
    ]);
  });
  it('post the coins of a period from the bonus source to the bonus wallet', async () => {
    const viewer = await makeViewer(world);
    await tell(viewer.id, newId(), ['started', day(0)]);
    const { items } = (await finance.get<{ items: { eventId: string }[] }>(`/admin/users/${viewer.id}/ledger`)).body;
    expect(items).toMatchObject([{ amount: 100, reason: 'subscription_bonus', refType: 'subscription' }]);
    const { body } = await finance.get(`/admin/ledger/events/${items[0]?.eventId}`);
    expect(body.entries).toMatchObject([
      { account: 'wallet_bonus', amount: 100 },
      { account: 'source_bonus', amount: -100 },
    ]);
  });
  it('make it a trial until it is paid, without coins', async () => {
    const trial: Told = ['started', day(0), { periodEnd: day(7), trialEnd: day(7) }];
    expect(await told([trial])).toMatchObject({ balanceBonus: 0, subscriptions: [{ status: 'trialing' }] });
    const paid: Told = ['renewed', day(7), { periodStart: day(7), periodEnd: day(37) }];
    const after = { balanceBonus: 100, subscriptions: [{ status: 'active', trialEnd: day(7) }] };
    expect(await told([trial, paid])).toMatchObject(after);
    expect(await told([paid, trial])).toMatchObject(after);
  });
  it('cancel it at the end of the period, and reactivate it on payment', async () => {
    const canceled: Told[] = [
      ['started', day(0)],
      ['canceled', day(3)],
    ];
    const state = { status: 'canceled', canceledAt: day(3), autoRenew: false, currentPeriodEnd: day(30) };
    expect(await told(canceled)).toMatchObject({ balanceBonus: 100, subscriptions: [state] });
    const back = await told([...canceled, ['recovered', day(33), { periodStart: day(33), periodEnd: day(63) }]]);
    expect(back).toMatchObject({ balanceBonus: 200, subscriptions: [{ status: 'active', canceledAt: null }] });
  });
  it('have the same result in every order', async () => {
    const events: Told[] = [
      ['started', day(0), { periodEnd: day(7), trialEnd: day(7), region: 'EG' }],
      ['recovered', day(39), { periodStart: day(37), periodEnd: day(67), transactionId: 'one' }],
      ['canceled', day(40), { periodStart: day(37), periodEnd: day(67) }],
      ['expired', day(67), { periodStart: day(37), periodEnd: day(67), autoRenew: false }],
    ];
    const inOrder = await told(events);
    expect(inOrder).toMatchObject({ balanceBonus: 100, subscriptions: [{ status: 'expired', canceledAt: day(40) }] });
    for (const shuffled of permutations(events)) expect(await told(shuffled)).toEqual(inOrder);
    expect(await ledgerViolations(world)).toEqual([]);
  }, 120_000);
  it('credit the coins of a period once, if repeated, with another transaction id, concurrently, or after a product change', async () => {
    const viewer = await makeViewer(world);
    const { body } = await product('vip_changing');
    const data = { productId: 'vip_changing', transactionId: 'first' };
    await Promise.all(Array.from({ length: 6 }, () => tell(viewer.id, 'changing', ['started', day(0), data])));
    await finance.put(`/admin/subscription-products/${body.id}`, { bonusCoins: 7 });
    await tell(viewer.id, 'changing', ['started', day(0), data]);
    await tell(viewer.id, 'changing', ['recovered', day(1), data]);
    await tell(viewer.id, 'changing', ['recovered', day(2), { ...data, ...period(1) }]);
    expect((await found(viewer)).balanceBonus).toBe(100);
    await tell(viewer.id, 'changing', ['renewed', day(30), { ...data, ...period(2), transactionId: 'second' }]);
    expect((await found(viewer)).balanceBonus).toBe(107);
  });
});

describe('the payment of a period', () => {
  const paymentsOf = async ({ id }: Viewer) =>
    (await purchasesOf(finance, id)).map(({ eventId, ...rest }) => ({ ...rest, isCredited: eventId !== null }));

  it('credits the coins of another product once, although the period began with the first', async () => {
    await product('vip_yearly', { bonusCoins: 250 });
    const [viewer, name] = [await makeViewer(world), newId()];
    await tell(viewer.id, name, ['started', day(0), { transactionId: `${name} 1` }]);
    const changed = { productId: 'vip_yearly', periodEnd: day(300), transactionId: `${name} 2` };
    await tell(viewer.id, name, ['renewed', day(1), changed]);
    await tell(viewer.id, name, ['recovered', day(2), changed]);
    await tell(viewer.id, name, ['recovered', day(3), { productId: 'vip_yearly', periodEnd: day(300) }]);
    expect((await found(viewer)).balanceBonus).toBe(350);
    expect(await paymentsOf(viewer)).toMatchObject([
      { productId: 'vip_monthly', bonusCoins: 100, isCredited: true },
      { productId: 'vip_yearly', bonusCoins: 250, isCredited: true },
    ]);
  });
  it.each([
    ['by the same event', 'started', 0],
    ['by another', 'recovered', 1],
  ] as const)('knows its coins when it is named later, %s, and no other does', async (_how, type, at) => {
    const [viewer, name] = [await makeViewer(world), newId()];
    await tell(viewer.id, name, ['started', day(0)]);
    expect(await paymentsOf(viewer)).toEqual([]);
    await tell(viewer.id, name, [type, day(at), { transactionId: `${name} 1` }]);
    await tell(viewer.id, name, [type, day(at), { transactionId: `${name} 2` }]);
    await tell(viewer.id, name, ['recovered', day(5), { transactionId: `${name} 3` }]);
    expect((await found(viewer)).balanceBonus).toBe(100);
    expect(await paymentsOf(viewer)).toMatchObject([
      { bonusCoins: 100, isCredited: true },
      { bonusCoins: 0, isCredited: false },
      { bonusCoins: 0, isCredited: false },
    ]);
  });
});

describe('an extended trial', () => {
  const trial: Told = ['started', day(0), { periodEnd: day(7), trialEnd: day(7) }];
  const canceled: Told = ['canceled', day(2), { periodEnd: day(7) }];
  const paid: Told = ['recovered', day(8), { periodStart: day(7), periodEnd: day(37) }];
  const older: Told = ['renewed', day(-30), period(-1)];
  const longer = { trialEnd: day(10), currentPeriodEnd: day(10) };

  it('lasts as reported by the provider, plus the added days', async () => {
    const only = await told([trial, 'extended', 'extended']);
    expect(only.subscriptions).toMatchObject([{ status: 'trialing', trialEnd: day(13), currentPeriodEnd: day(13) }]);
    const late = await told([trial, 'extended', canceled]);
    expect(late.subscriptions).toMatchObject([{ ...longer, status: 'canceled', autoRenew: false, canceledAt: day(2) }]);
    const after = await told([trial, 'extended', ['canceled', '2026-11-01T00:00:00Z', { periodEnd: day(7) }]]);
    expect(after.subscriptions).toMatchObject([{ ...longer, status: 'canceled' }]);
  });
  it('has the same result in every order, also once it is paid', async () => {
    const orders = permutations([older, trial, 'extended' as const, canceled, paid]).filter((order) => {
      // A trial can only be extended while it lasts.
      const at = order.indexOf('extended');
      return at > order.indexOf(trial) && at < order.indexOf(canceled) && at < order.indexOf(paid);
    });
    const inOrder = await told([older, trial, 'extended', canceled, paid]);
    expect(inOrder.subscriptions).toMatchObject([
      { status: 'active', canceledAt: null, trialEnd: day(10), currentPeriodEnd: day(37) },
    ]);
    expect(orders.length).toBeGreaterThan(9);
    for (const order of orders) expect(await told(order)).toEqual(inOrder);
    const unpaid = await told([older, trial, 'extended', canceled]);
    expect(await told([trial, 'extended', canceled, older])).toEqual(unpaid);
  }, 60_000);
});

describe('an event of an unknown user or product', () => {
  const outcome = (userId: string, data: Partial<SubscriptionEventData> = {}) =>
    tell(userId, 'known', ['started', day(0), data]);

  it('is stored until it can be matched', async () => {
    const viewer = await makeViewer(world);
    expect(await outcome(newId())).toBe('unmatched');
    expect(await outcome('nobody')).toBe('unmatched');
    expect(await outcome((await makeViewer(world, { isGuest: true })).id)).toBe('unmatched');
    expect(await outcome(viewer.id, { productId: 'unheard_of' })).toBe('unmatched');
    expect(await found(viewer)).toEqual({ subscriptions: [], balanceBonus: 0 });
    expect(await outcome(viewer.id, { productId: 'vip_paused' })).toBe('applied');
  });
  it('is unmatched if it is in the future, except for clock skew', async () => {
    const viewer = await makeViewer(world);
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    expect(await tell(viewer.id, 'ahead', ['started', '2099-01-01T00:00:00Z'])).toBe('unmatched');
    expect(await tell(viewer.id, 'ahead', ['started', at(6)])).toBe('unmatched');
    expect(await found(viewer)).toEqual({ subscriptions: [], balanceBonus: 0 });
    expect(await tell(viewer.id, 'ahead', ['started', at(4)])).toBe('applied');
  });
  it("does not change another user's subscription, also concurrently", async () => {
    const [one, other] = [await makeViewer(world), await makeViewer(world)];
    const both = [one, other].map(({ id }) => tell(id, 'contested', ['started', day(0)]));
    expect((await Promise.all(both)).toSorted()).toEqual(['applied', 'unmatched']);
    expect((await found(one)).balanceBonus + (await found(other)).balanceBonus).toBe(100);
  });
});
