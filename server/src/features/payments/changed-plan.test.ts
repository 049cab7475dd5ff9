import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { findWebhookEvent, purchasesOf, sendPayment } from '../../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

/** Changes of the plan of a subscription, which a provider reports with a payment or without one. */

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
for (const [productId, priceCents, bonusCoins] of [
  ['vip', 999, 50],
  ['vip_plus', 1999, 80],
] as const) {
  const product = { productId, name: productId, periodDays: 30, priceCents, currency: 'USD', bonusCoins };
  expect((await finance.post('/admin/subscription-products', product)).status).toBe(201);
}

const [startedAt, changedAt, periodEnd] = [
  '2026-03-01T12:00:00.000Z',
  '2026-03-11T12:00:00.000Z',
  '2026-03-31T12:00:00.000Z',
];

async function send(type: string, occurredAt: string, data: object) {
  const id = newId();
  expect(
    (await sendPayment(world, 'ios_store', { type: `subscription.${type}`, occurredAt, data }, { id })).status,
  ).toBe(204);
  return findWebhookEvent(world, id);
}

/** A subscriber who has paid for the smaller plan, and what a change to the larger one reports. */
async function subscriber() {
  const viewer = await makeViewer(world);
  const data = { userId: viewer.id, subscriptionId: newId(), autoRenew: true, periodEnd, currency: 'USD' };
  const smaller = { ...data, productId: 'vip', periodStart: startedAt, priceCents: 999, transactionId: newId() };
  await send('started', startedAt, smaller);
  return { viewer, change: { ...data, productId: 'vip_plus', periodStart: changedAt, priceCents: 1999 } };
}

/** Gross revenue of all days, which the dashboards show. */
async function grossCents(): Promise<number> {
  await finance.post('/admin/analytics/rollup');
  return (await finance.get<{ grossCents: number }>('/admin/analytics/revenue')).body.grossCents;
}

it('A change of the plan that names a payment is revenue exactly once, however often it is reported', async () => {
  const { viewer, change } = await subscriber();
  const before = await grossCents();
  const paid = { ...change, transactionId: newId() };
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => send('changed', changedAt, paid)));
  expect(outcomes.filter((one) => one?.outcome === 'applied')).toHaveLength(1);
  // The store confirms the same payment as a renewal later.
  await send('renewed', '2026-03-11T12:00:05.000Z', paid);
  await send('changed', '2026-03-11T12:00:10.000Z', paid);
  const purchases = await purchasesOf(finance, viewer.id);
  expect(purchases).toMatchObject([
    { productId: 'vip', amountUsdCents: 999 },
    { productId: 'vip_plus', amountUsdCents: 1999, transactionId: paid.transactionId },
  ]);
  expect((await finance.get(`/admin/users/${viewer.id}`)).body).toMatchObject({ totalSpendCents: 2998 });
  expect((await grossCents()) - before).toBe(1999);
  expect(await walletOf(viewer)).toMatchObject({ bonus: 130 });
  expect(await ledgerViolations(world)).toEqual([]);
});

it('A change of the plan without a payment is no revenue and credits nothing', async () => {
  const { viewer, change } = await subscriber();
  const before = await grossCents();
  expect(await send('changed', changedAt, change)).toMatchObject({ outcome: 'applied' });
  expect(await purchasesOf(finance, viewer.id)).toMatchObject([{ productId: 'vip' }]);
  expect((await finance.get(`/admin/users/${viewer.id}`)).body).toMatchObject({
    totalSpendCents: 999,
    subscriptions: [{ productId: 'vip_plus' }],
  });
  expect((await grossCents()) - before).toBe(0);
  expect(await walletOf(viewer)).toMatchObject({ bonus: 50 });
});

it('A change that is reported without its payment first is revenue once the payment is named', async () => {
  const { viewer, change } = await subscriber();
  const before = await grossCents();
  const paid = { ...change, transactionId: newId() };
  await send('changed', changedAt, change);
  await send('changed', changedAt, paid);
  await send('changed', changedAt, paid);
  expect(await purchasesOf(finance, viewer.id)).toMatchObject([{ productId: 'vip' }, { amountUsdCents: 1999 }]);
  expect((await grossCents()) - before).toBe(1999);
});
