import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { createTestProvider, railsWith, sendEvents } from '../../../test/harness/payment-provider.ts';
import {
  findWebhookEvent,
  makePackage,
  purchaseData,
  purchasesOf,
  sendPayment,
} from '../../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, type Viewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

/** Events of providers that do not report a price, a currency or a product. */

const world = await openWorld({}, {}, undefined, undefined, { rails: railsWith(createTestProvider()) });
const superadmin = await makeAdminActor(world, 'superadmin');
const finance = await makeAdminActor(world, 'finance');
const pack = await makePackage(world);
const at = '2026-03-01T12:00:00.000Z';

async function send(type: string, data: object, occurredAt = at) {
  const id = newId();
  expect((await sendEvents(world, [{ type, occurredAt, data }], { id })).status).toBe(204);
  return findWebhookEvent(world, id);
}

function paymentOf(viewer: Viewer, more: object = {}) {
  const { amountCents: _amount, currency: _currency, ...data } = purchaseData(viewer, pack, more);
  return data;
}

const spendOf = async ({ id }: Viewer) =>
  (await finance.get<{ totalSpendCents: number }>(`/admin/users/${id}`)).body.totalSpendCents;

/** The price as the amount, marked as assumed, and no revenue. */
const assumed = {
  amountCents: 999,
  currency: 'USD',
  amountUsdCents: 0,
  expectedUsdCents: null,
  isAmountAssumed: true,
  status: 'completed',
};

describe('a payment whose provider does not report what was paid', () => {
  it('is credited at the price of the package, marked, and counted as no revenue', async () => {
    const viewer = await makeViewer(world);
    expect(await send('purchase.completed', paymentOf(viewer))).toMatchObject({ outcome: 'applied' });
    expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
    const [purchase] = await purchasesOf(finance, viewer.id);
    expect(purchase).toMatchObject(assumed);
    expect(await spendOf(viewer)).toBe(0);
    const totals = await finance.get(`/admin/payments/transactions/totals?userId=${viewer.id}`);
    expect(totals.body).toMatchObject({ count: 1, grossUsdCents: 0 });
    const audited = await superadmin.get<{ items: object[] }>(`/admin/audit-log?targetId=${purchase?.id}`);
    expect(audited.body.items).toMatchObject([{ action: 'purchase.complete', flags: { amount_unknown: true } }]);
    expect(await ledgerViolations(world)).toEqual([]);
  });

  it('completes the pending purchase at its price, and needs no product to do so', async () => {
    const [viewer, own] = [await makeViewer(world), await makePackage(world, { rails: ['ios_store'] })];
    const pending = await viewer.post<{ id: string }>('/v1/store/purchases', { sku: own.sku, rail: 'ios_store' });
    await world.database.pool.query('update coin_packages set price_cents = 5000 where id = $1', [own.id]);
    const { productId: _, ...data } = paymentOf(viewer, { purchaseId: pending.body.id });
    expect(await send('purchase.completed', data)).toMatchObject({ outcome: 'applied' });
    expect(await purchasesOf(finance, viewer.id)).toMatchObject([{ ...assumed, id: pending.body.id }]);
  });

  it('has the price of all that was bought', async () => {
    const viewer = await makeViewer(world);
    await send('purchase.completed', paymentOf(viewer, { quantity: 3 }));
    expect(await purchasesOf(finance, viewer.id)).toMatchObject([{ ...assumed, amountCents: 2997 }]);
  });

  it('is worth the reported US dollars if only the amount in its own currency is missing', async () => {
    const viewer = await makeViewer(world);
    await send('purchase.completed', paymentOf(viewer, { amountUsdCents: 899 }));
    expect(await purchasesOf(finance, viewer.id)).toMatchObject([
      { amountCents: 899, currency: 'USD', amountUsdCents: 899, expectedUsdCents: 999, isAmountAssumed: false },
    ]);
  });

  it('is unmatched without a product', async () => {
    const { productId: _, ...data } = paymentOf(await makeViewer(world));
    expect(await send('purchase.completed', data)).toMatchObject({ outcome: 'unmatched', detail: 'unknown_product' });
  });

  it('is refunded by an admin only with a second one, since its value is not known', async () => {
    const viewer = await makeViewer(world);
    await send('purchase.completed', paymentOf(viewer));
    const [purchase] = await purchasesOf(finance, viewer.id);
    const body = { purchaseId: purchase?.id, amountCents: 999, reason: 'Sorry', reverseUnlocks: false };
    expect((await finance.post('/admin/refunds', body)).body).toMatchObject({ status: 'pending' });
  });

  it.each([
    ['without an amount', {}, 0],
    ['of a share in another currency', { refundPercentage: 50, amountCents: 25_000, currency: 'EGP' }, 50],
  ])('is refunded by its provider %s', async (_, refund, left) => {
    const viewer = await makeViewer(world);
    const data = paymentOf(viewer);
    await send('purchase.completed', data);
    const refunded = { ...data, ...refund };
    expect(await send('purchase.refunded', refunded, '2026-03-02T12:00:00.000Z')).toMatchObject({ outcome: 'applied' });
    expect((await walletOf(viewer)).paid).toBe(left);
  });
});

describe('a refund without an amount', () => {
  it('is of the whole payment', async () => {
    const viewer = await makeViewer(world);
    const data = paymentOf(viewer);
    await send('purchase.completed', { ...data, amountCents: 999, currency: 'USD' });
    await send('purchase.refunded', data, '2026-03-02T12:00:00.000Z');
    expect(await walletOf(viewer)).toEqual({ paid: 0, bonus: 0 });
    expect(await purchasesOf(finance, viewer.id)).toMatchObject([{ status: 'refunded', refundedCents: 999 }]);
  });

  it('waits for its payment', async () => {
    const viewer = await makeViewer(world);
    const data = paymentOf(viewer);
    const early = await send('purchase.refunded', data, '2026-03-02T12:00:00.000Z');
    expect(early).toMatchObject({ outcome: 'unmatched', detail: 'waiting_for_payment' });
    await send('purchase.completed', data);
    await world.runner.runNow('media_sync');
    expect(await purchasesOf(finance, viewer.id)).toMatchObject([{ status: 'refunded' }]);
  });
});

it('A purchase of several that is pending first is credited for each of them once', async () => {
  const viewer = await makeViewer(world);
  const data = { ...paymentOf(viewer, { quantity: 3 }), amountCents: 2997, currency: 'USD' };
  await send('purchase.pending', data);
  expect(await purchasesOf(finance, viewer.id)).toMatchObject([{ status: 'pending', quantity: 3, coinsGranted: 300 }]);
  await send('purchase.completed', data);
  expect(await walletOf(viewer)).toEqual({ paid: 300, bonus: 30 });
  expect(await purchasesOf(finance, viewer.id)).toMatchObject([{ quantity: 3, expectedUsdCents: null }]);
});

describe('a subscription whose provider does not report prices', () => {
  const vip = { productId: 'vip', name: 'VIP', periodDays: 30, priceCents: 799, currency: 'USD', bonusCoins: 50 };
  const period = { periodStart: at, periodEnd: '2026-03-31T12:00:00.000Z', autoRenew: true };
  const opened = finance.post('/admin/subscription-products', vip);
  interface Shown {
    subscriptions: { priceCents: number; status: string }[];
  }
  const shown = async ({ id }: Viewer) => (await finance.get<Shown>(`/admin/users/${id}`)).body.subscriptions;

  it('is paid at the price of its product, which is no revenue', async () => {
    await opened;
    const viewer = await makeViewer(world);
    const data = { userId: viewer.id, subscriptionId: newId(), productId: 'vip', transactionId: newId(), ...period };
    expect(await send('subscription.started', data)).toMatchObject({ outcome: 'applied' });
    expect(await walletOf(viewer)).toMatchObject({ bonus: 50 });
    expect(await purchasesOf(finance, viewer.id)).toMatchObject([{ ...assumed, amountCents: 799 }]);
    expect(await shown(viewer)).toMatchObject([{ priceCents: 799 }]);
    expect(await spendOf(viewer)).toBe(0);
  });

  it('keeps the price that was paid when a later event has none, in either order of arrival', async () => {
    await opened;
    const canceled = { subscriptionId: newId(), ...period, autoRenew: false };
    for (const isCanceledFirst of [false, true]) {
      const viewer = await makeViewer(world);
      const ids = { userId: viewer.id, subscriptionId: newId(), productId: 'vip' };
      const paid = { ...ids, ...period, transactionId: newId(), priceCents: 499, currency: 'USD' };
      const { userId, subscriptionId } = ids;
      const events = [
        () => send('subscription.started', paid),
        () =>
          send(
            'subscription.canceled',
            { ...canceled, productId: 'vip', userId, subscriptionId },
            '2026-03-05T12:00:00.000Z',
          ),
      ];
      for (const event of isCanceledFirst ? events.toReversed() : events) await event();
      expect(await shown(viewer)).toMatchObject([{ priceCents: 499, status: 'canceled' }]);
    }
  });

  it('keeps its product when an event has none', async () => {
    await opened;
    const viewer = await makeViewer(world);
    const subscriptionId = newId();
    const started = {
      userId: viewer.id,
      subscriptionId,
      productId: 'vip',
      ...period,
      priceCents: 499,
      currency: 'USD',
    };
    await send('subscription.started', started);
    await send('subscription.canceled', { subscriptionId, ...period, autoRenew: false }, '2026-03-05T12:00:00.000Z');
    expect(await shown(viewer)).toMatchObject([{ productId: 'vip', status: 'canceled', priceCents: 499 }]);
  });
});

const required = [
  ...['userId', 'productId', 'amountCents', 'currency'].map((name) => ['purchase.completed', name] as const),
  ...['userId', 'productId', 'priceCents', 'currency'].map((name) => ['subscription.started', name] as const),
];
it.each(required)('In the neutral format, %s still requires %s', async (type, name) => {
  const whole: Record<string, unknown> = {
    ...purchaseData(await makeViewer(world), pack),
    ...{ subscriptionId: newId(), periodStart: at, periodEnd: '2026-03-31T12:00:00.000Z', autoRenew: true },
    priceCents: 799,
  };
  const { [name]: _, ...data } = whole;
  const { status, body } = await sendPayment(world, 'android_store', { type, occurredAt: at, data });
  expect([status, body]).toMatchObject([400, { details: [{ path: `data.${name}`, message: 'is required' }] }]);
});
