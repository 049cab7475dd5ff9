import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { findWebhookEvent, makePackage, purchasesOf, sendPayment } from '../../../test/harness/payments.ts';
import { makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const support = await makeAdminActor(world, 'support');
const pack = await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 1000 });
const [early, late] = ['2026-03-01T12:00:00Z', '2026-03-01T12:01:00Z'];

async function send(type: string, data: object, occurredAt = early) {
  const id = newId();
  const { status } = await sendPayment(world, 'ios_store', { type, occurredAt, data }, { id });
  return { status, event: await findWebhookEvent(world, id) };
}
const dataOf = ({ id: userId }: Viewer, more: object = {}) => ({
  userId,
  productId: pack.sku,
  transactionId: newId(),
  amountCents: 1000,
  currency: 'USD',
  ...more,
});

it('a free-text reason is stored nowhere with the name in it', async () => {
  const viewer = await makeViewer(world, { displayName: 'Zainab Qwerty' });
  const reason = 'Zainab Qwerty disputed it';
  const announced = { sku: pack.sku, rail: 'ios_store' };
  const { body } = await viewer.post<{ id: string }>('/v1/store/purchases', announced);
  const unpaid = dataOf(viewer, { purchaseId: body.id, reason });
  expect((await send('purchase.failed', unpaid)).event).toMatchObject({ outcome: 'applied' });
  const paid = dataOf(viewer, { reason });
  expect((await send('purchase.completed', paid)).event).toMatchObject({ outcome: 'applied' });
  expect((await send('purchase.refunded', paid, late)).event).toMatchObject({ outcome: 'applied' });
  // A refund before its payment, one of a subscription, one of an unknown type, and a malformed one.
  const waiting = dataOf(viewer, { reason });
  expect((await send('purchase.refunded', waiting, late)).event).toMatchObject({ outcome: 'unmatched' });
  expect((await send('purchase.completed', { ...waiting, reason: null })).status).toBe(204);
  const period = { autoRenew: false, priceCents: 1, periodStart: early, periodEnd: late, subscriptionId: newId() };
  expect((await send('subscription.canceled', { ...dataOf(viewer), ...period, reason })).status).toBe(204);
  expect((await send('purchase.disputed', dataOf(viewer, { reason }))).status).toBe(204);
  expect((await send('purchase.failed', dataOf(viewer, { reason, amountCents: -1 }))).status).toBe(400);

  expect(await purchasesOf(support, viewer.id)).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ status: 'pending', failureReason: '[personal]' }),
      expect.objectContaining({ status: 'refunded', refundReason: '[personal]' }),
    ]),
  );
  for (const table of ['webhook_events', 'transactions', 'provider_refunds', 'refunds', 'audit_log']) {
    const { rows } = await world.database.pool.query(`select from ${table} t where t::text ilike '%qwerty%'`);
    expect(rows, table).toEqual([]);
  }
});

it('a reason that is a code is stored unchanged', async () => {
  const viewer = await makeViewer(world);
  const paid = dataOf(viewer);
  await send('purchase.completed', paid);
  await send('purchase.refunded', { ...paid, reason: 'Card.declined:insufficient_funds-51' }, late);
  expect(await purchasesOf(support, viewer.id)).toMatchObject([
    { refundReason: 'Card.declined:insufficient_funds-51' },
  ]);
});

it.each<[what: string, extras: object]>([
  ['a region that is no country', { region: 'Egypt' }],
  ['a region that is no text', { region: 20 }],
  ['a reason that is too long', { reason: 'x'.repeat(501) }],
  ['a reason that is no text', { reason: { code: 51 } }],
])('a payment with %s is credited', async (_what, extras) => {
  const viewer = await makeViewer(world);
  const paid = dataOf(viewer, extras);
  expect(await send('purchase.completed', paid)).toMatchObject({ status: 204, event: { outcome: 'applied' } });
  expect((await send('purchase.refunded', paid, late)).event).toMatchObject({ outcome: 'applied' });
  expect(await purchasesOf(support, viewer.id)).toMatchObject([{ status: 'refunded', region: 'EG' }]);
});
