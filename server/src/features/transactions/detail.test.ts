import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makePackage, purchasesOf, sendPayment } from '../../../test/harness/payments.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
await makeRole(world, 'clerk', ['payments:read']);
const clerk = await makeAdminActor(world, 'clerk');
const support = await makeAdminActor(world, 'support');

interface Detail {
  id: string;
  status: string;
  eventId: string;
  webhookPayload: { type: string; data: Record<string, unknown> } | null;
  webhooks: { outcome: string; payload: { type: string } }[];
  ledgerEntries: { eventId: string; account: string; amount: number; reason: string }[];
  relatedUnlocks: Record<string, unknown>[];
  refundHistory: Record<string, unknown>[];
  allowed: string[];
  [field: string]: unknown;
}

const url = '/admin/payments/transactions';
const detailOf = async (id: string, reader = clerk) => (await reader.get<Detail>(`${url}/${id}`)).body;
async function send(type: string, data: object, occurredAt = '2026-03-01T12:00:00Z', rail = 'ios_store') {
  const event = { type: `purchase.${type}`, occurredAt, data };
  expect((await sendPayment(world, rail, event)).status).toBe(204);
}

/** A user who bought a package with a given transactionId. */
async function bought(transactionId: string) {
  const [viewer, pack] = [await makeViewer(world, { displayName: 'Layla K' }), await makePackage(world)];
  const data = {
    userId: viewer.id,
    productId: pack.sku,
    transactionId,
    amountCents: 999,
    currency: 'USD',
    region: 'EG',
    email: 'layla@mail.example',
  };
  await send('completed', data);
  const { body } = await clerk.get<{ items: { id: string }[] }>(`${url}?q=${transactionId}`);
  return { viewer, pack, data, id: body.items[0]?.id ?? '' };
}

describe('a transaction', () => {
  it('has its messages, coins and later unlocks', async () => {
    const { viewer, pack, id } = await bought('paid-1');
    const seriesId = await makeSeries(world, 'published', { title: 'The Ferry', freeEpisodes: 1 });
    const free = await makeEpisode(world, 'published', seriesId, 1);
    const episodeId = await makeEpisode(world, 'published', seriesId, 2);
    for (const each of [free, episodeId]) await viewer.post(`/v1/episodes/${each}/unlock`);
    const detail = await detailOf(id);
    expect(detail).toMatchObject({
      id,
      userId: viewer.id,
      productId: pack.sku,
      transactionId: 'paid-1',
      status: 'completed',
      amountUsdCents: 999,
      refundedCents: 0,
      refundableCents: 999,
      user: { id: viewer.id, label: null },
      relatedUnlocks: [{ episodeId, seriesTitle: 'The Ferry', episodeNumber: 2, title: 'Episode 2', coins: 10 }],
      webhooks: [{ outcome: 'applied', detail: null }],
      allowed: [],
    });
    expect(detail.ledgerEntries.map(({ account, amount, reason }) => [account, amount, reason])).toEqual([
      ['wallet_bonus', 10, 'iap'],
      ['source_bonus', -10, 'iap'],
      ['wallet_paid', 100, 'iap'],
      ['source_iap_ios_store', -100, 'iap'],
    ]);
    expect(new Set(detail.ledgerEntries.map(({ eventId }) => eventId))).toEqual(new Set([detail.eventId]));
    expect(await detailOf(id, support)).toMatchObject({ user: { label: 'Layla K' }, allowed: ['refund'] });
  });
  it('shows the payload without personal data', async () => {
    const { id } = await bought('paid-2');
    const { webhookPayload } = await detailOf(id);
    expect(webhookPayload).toMatchObject({ type: 'purchase.completed', data: { transactionId: 'paid-2' } });
    expect(JSON.stringify(webhookPayload)).not.toContain('layla@mail.example');
  });
  it('shows refunds in its messages and ledger entries', async () => {
    const { id, data } = await bought('paid-3');
    await send('refunded', { ...data, amountCents: 999 }, '2026-03-02T12:00:00Z');
    const detail = await detailOf(id, support);
    expect(detail).toMatchObject({ status: 'refunded', refundedCents: 999, refundableCents: 0, allowed: [] });
    expect(detail.webhooks.map(({ payload }) => payload.type)).toEqual(['purchase.completed', 'purchase.refunded']);
    expect(detail.webhookPayload?.type).toBe('purchase.completed');
    expect(detail.ledgerEntries.filter(({ reason }) => reason === 'refund').map(({ amount }) => amount)).toEqual([
      ...[-10, 10, -100, 100],
    ]);
  });
  it('shows its refunds, and the rest while one is pending', async () => {
    const { viewer, id } = await bought('paid-4');
    const refund = { purchaseId: id, amountCents: 400, reason: 'late', reverseUnlocks: false };
    expect((await (await makeAdminActor(world, 'finance')).post('/admin/refunds', refund)).status).toBe(200);
    expect((await support.post('/admin/refunds', { ...refund, amountCents: 599 })).status).toBe(200);
    const detail = await detailOf(id, support);
    expect(detail).toMatchObject({
      status: 'completed',
      refundedCents: 400,
      refundableCents: 0,
      allowed: [],
      refundHistory: [
        { status: 'pending', amountCents: 599, userName: 'Layla K' },
        { status: 'executed', amountCents: 400, reason: 'late', ledgerEventId: expect.any(String) },
      ],
    });
    expect(detail.ledgerEntries.map(({ amount }) => amount).slice(4)).toEqual([-5, 5, -41, 41]);
    expect((await detailOf(id)).refundHistory).toMatchObject([{ userName: null }, { userName: null }]);
    const { body } = await support.get<{ items: Detail[] }>(`${url}?userId=${viewer.id}`);
    expect(body.items[0]?.allowed).toEqual([]);
  });
  it('that failed shows the reason, and has no coins', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    const { body } = await viewer.post<{ id: string }>('/v1/store/purchases', { sku: pack.sku, rail: 'ios_store' });
    const data = { userId: viewer.id, productId: pack.sku, transactionId: newId(), purchaseId: body.id };
    await send('failed', { ...data, amountCents: 999, currency: 'USD', reason: 'declined' });
    expect(await detailOf(body.id, support)).toMatchObject({
      status: 'pending',
      failureReason: 'declined',
      webhookPayload: { type: 'purchase.failed' },
      ledgerEntries: [],
      relatedUnlocks: [],
      refundableCents: 0,
      allowed: [],
    });
  });
  it('shows the message that completed it, also if it had failed before', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    const announced = await viewer.post<{ id: string }>('/v1/store/purchases', { sku: pack.sku, rail: 'ios_store' });
    const data = {
      userId: viewer.id,
      productId: pack.sku,
      transactionId: 'second-try',
      amountCents: 999,
      currency: 'USD',
      region: 'EG',
      purchaseId: announced.body.id,
    };
    await send('failed', data);
    await send('completed', data, '2026-03-01T12:05:00Z');
    const { webhookPayload, webhooks } = await detailOf(announced.body.id);
    expect([webhookPayload?.type, webhooks.length]).toEqual(['purchase.completed', 2]);
  });

  it('has no messages of another rail with the same transactionId', async () => {
    const { id, data } = await bought('same');
    await send('completed', { ...data, productId: 'unknown' }, '2026-03-01T12:00:00Z', 'android_store');
    expect((await detailOf(id)).webhooks).toHaveLength(1);
  });
  it('of a subscription shows the bonus coins of its period, and their refund', async () => {
    const finance = await makeAdminActor(world, 'finance');
    const product = { productId: 'vip', name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD', bonusCoins: 50 };
    expect((await finance.post('/admin/subscription-products', product)).status).toBe(201);
    const viewer = await makeViewer(world);
    const data = {
      userId: viewer.id,
      subscriptionId: newId(),
      productId: 'vip',
      transactionId: newId(),
      periodStart: '2026-03-01T12:00:00Z',
      periodEnd: '2026-03-31T12:00:00Z',
      autoRenew: true,
      priceCents: 999,
      currency: 'USD',
    };
    const event = { type: 'subscription.started', occurredAt: '2026-03-01T12:00:00Z', data };
    expect((await sendPayment(world, 'ios_store', event)).status).toBe(204);
    const [{ id } = { id: '' }] = await purchasesOf(support, viewer.id);
    const sides = async () =>
      (await detailOf(id)).ledgerEntries.map(({ account, amount, reason }) => [account, amount, reason]);
    const bonus = [
      ['wallet_bonus', 50, 'subscription_bonus'],
      ['source_bonus', -50, 'subscription_bonus'],
    ];
    expect(await sides()).toEqual(bonus);
    const refund = { purchaseId: id, amountCents: 999, reason: 'late', reverseUnlocks: false };
    expect((await finance.post('/admin/refunds', refund)).status).toBe(200);
    expect(await sides()).toEqual([...bonus, ['wallet_bonus', -50, 'refund'], ['sink_refund', 50, 'refund']]);
  });
  it('that does not exist is not found', async () => {
    expect((await clerk.get(`${url}/${newId()}`)).body).toEqual({ statusCode: 404, error: 'not_found' });
    expect((await clerk.get(`${url}/nothing`)).status).toBe(404);
  });
});
