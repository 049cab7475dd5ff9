import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import {
  findWebhookEvent,
  makePackage,
  purchaseData,
  purchasesOf,
  sendPayment,
  sendPurchase,
  type TransactionBody,
} from '../../../test/harness/payments.ts';
import { makeViewer, type Viewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const superadmin = await makeAdminActor(world, 'superadmin');
const pack = await makePackage(world);
const at = '2026-03-01T12:00:00.000Z';

type Pad = (id: string) => string;
const paddings: readonly (readonly [string, Pad])[] = [
  ['blanks', (id) => `  ${id} `],
  ['blanks that do not break', (id) => `\u00a0${id}\u202f`],
  ['a space without width', (id) => `${id.slice(0, 4)}\u200b${id.slice(4)}`],
  ['marks of direction', (id) => `\u200f${id}\u200e`],
  ['a mark of byte order', (id) => `\ufeff${id}`],
  ['a line end', (id) => `${id}\r\n`],
];

describe.each(paddings)('an id with %s', (_name, pad) => {
  it('names the same payment, whichever arrives first', async () => {
    for (const [first, second] of [
      [pad, String],
      [String, pad],
    ] as const) {
      const viewer = await makeViewer(world);
      const data = purchaseData(viewer, pack);
      await sendPurchase(world, 'completed', { ...data, transactionId: first(data.transactionId) });
      await sendPurchase(world, 'completed', { ...data, transactionId: second(data.transactionId) });
      expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
      expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ transactionId: data.transactionId }]);
    }
  });

  it('names the same payment in a refund', async () => {
    const viewer = await makeViewer(world);
    const { id: purchaseId } = (
      await viewer.post<TransactionBody>('/v1/store/purchases', { sku: pack.sku, rail: 'ios_store' })
    ).body;
    const data = purchaseData(viewer, pack);
    await sendPurchase(world, 'completed', { ...data, purchaseId: pad(purchaseId) });
    const half = { ...data, amountCents: 500 };
    const named = { ...half, transactionId: pad(data.transactionId) };
    expect(await sendPurchase(world, 'refunded', named)).toMatchObject({ outcome: 'applied' });
    // A refund with a transactionId of its own names its purchase.
    const other = { ...half, amountCents: 499, transactionId: newId(), purchaseId: pad(purchaseId) };
    expect(await sendPurchase(world, 'refunded', other)).toMatchObject({ outcome: 'applied' });
    expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ id: purchaseId, status: 'refunded' }]);
  });
});

it('concurrent events with differently padded ids are credited once', async () => {
  const viewers = await Promise.all(paddings.map(() => makeViewer(world)));
  const transactionId = newId();
  const told = paddings.map(([, pad], n) =>
    sendPurchase(
      world,
      'completed',
      purchaseData(viewers[n] ?? { id: '' }, pack, { transactionId: pad(transactionId) }),
    ),
  );
  const outcomes = (await Promise.all(told)).map((inbox) => inbox?.outcome ?? '');
  expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'unmatched')).toHaveLength(paddings.length - 1);
});

it('ids that differ in case are different payments', async () => {
  const viewer = await makeViewer(world);
  const transactionId = `Order-${newId()}`;
  for (const id of [transactionId, transactionId.toUpperCase()]) {
    await sendPurchase(world, 'completed', purchaseData(viewer, pack, { transactionId: id }));
  }
  expect(await walletOf(viewer)).toEqual({ paid: 200, bonus: 20 });
});

const periodOf = (viewer: Viewer, more: object = {}) => ({
  userId: viewer.id,
  subscriptionId: newId(),
  productId: 'vip_padded',
  periodStart: at,
  periodEnd: '2026-04-01T12:00:00.000Z',
  autoRenew: true,
  priceCents: 999,
  currency: 'USD',
  ...more,
});

it.each(paddings)('a subscription id with %s names the same subscription', async (_name, pad) => {
  const product = { productId: 'vip_padded', name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD' };
  await superadmin.post('/admin/subscription-products', product);
  const viewer = await makeViewer(world);
  const [subscriptionId, transactionId] = [newId(), newId()];
  const tell = (type: string, occurredAt: string, ids: object) =>
    sendPayment(world, 'ios_store', { type, occurredAt, data: periodOf(viewer, ids) });
  await tell('subscription.started', at, { subscriptionId, transactionId });
  const padded = { subscriptionId: pad(subscriptionId), transactionId: pad(transactionId) };
  await tell('subscription.started', at, padded);
  await tell('subscription.canceled', '2026-03-05T12:00:00.000Z', { subscriptionId: pad(subscriptionId) });
  const { body } = await superadmin.get<{ subscriptions: object[] }>(`/admin/users/${viewer.id}`);
  expect(body.subscriptions).toMatchObject([{ canceledAt: '2026-03-05T12:00:00.000Z' }]);
  expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ kind: 'subscription', transactionId }]);
});

it.each([' ', '\u00a0', '\u200b\u2060', '\t\r\n', '\ufeff \u200f'])(
  'an id that consists of %j is malformed',
  async (blank) => {
    const viewer = await makeViewer(world);
    const cases: [string, object, string][] = [
      ['purchase.completed', purchaseData(viewer, pack, { transactionId: blank }), 'data.transactionId'],
      ['purchase.refunded', purchaseData(viewer, pack, { transactionId: blank }), 'data.transactionId'],
      ['purchase.refunded', purchaseData(viewer, pack, { purchaseId: blank }), 'data.purchaseId'],
      ['subscription.started', periodOf(viewer, { subscriptionId: blank }), 'data.subscriptionId'],
      ['subscription.started', periodOf(viewer, { transactionId: blank }), 'data.transactionId'],
    ];
    for (const [type, data, path] of cases) {
      const id = newId();
      const { body } = await sendPayment(world, 'ios_store', { type, occurredAt: at, data }, { id });
      expect(body, path).toMatchObject({ statusCode: 400, error: 'validation_failed', details: [{ path }] });
      expect(await findWebhookEvent(world, id)).toMatchObject({ outcome: 'malformed' });
    }
    expect(await walletOf(viewer)).toEqual({ paid: 0, bonus: 0 });
  },
);

it('an event stored before ids were cleaned names the same payment when replayed', async () => {
  const viewer = await makeViewer(world);
  const sku = `later_${newId().slice(-8)}`;
  const data = { ...purchaseData(viewer, pack), productId: sku };
  const inbox = await sendPurchase(world, 'completed', data);
  const superuser = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await superuser.connect();
  const text = `update webhook_events set event = jsonb_set(event, '{purchase,transactionId}', to_jsonb($2::text)) where id = $1`;
  await superuser.query(text, [inbox?.id, ` ${data.transactionId}\u200b`]);
  await superuser.end();
  await makePackage(world, { sku });
  await superadmin.post(`/admin/webhooks/${inbox?.id}/replay`);
  await sendPurchase(world, 'completed', data);
  expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ transactionId: data.transactionId }]);
  expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
});
