import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { findWebhookEvent, makePackage, purchasesOf, sendPayment } from '../../../test/harness/payments.ts';
import { makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const [root, other] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
const [finance, support, moderator] = [
  await makeAdminActor(world, 'finance'),
  await makeAdminActor(world, 'support'),
  await makeAdminActor(world, 'moderator'),
];
const pack = await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 1000 });

async function tell(type: string, data: object, occurredAt = '2026-03-01T12:00:00.000Z') {
  const id = newId();
  expect((await sendPayment(world, 'ios_store', { type, occurredAt, data }, { id })).status).toBe(204);
  return findWebhookEvent(world, id);
}
const paymentOf = ({ id: userId }: Viewer) => ({
  userId,
  productId: pack.sku,
  transactionId: newId(),
  amountCents: 1000,
  currency: 'USD',
  region: 'EG',
});

describe('the purchases of a user', () => {
  it('are in the timeline for admins with payments:read', async () => {
    const viewer = await makeViewer(world);
    await tell('purchase.completed', paymentOf(viewer));
    interface Page {
      items: { type: string; title: string; data: object }[];
    }
    const story = `/admin/users/${viewer.id}/timeline`;
    const { items } = (await support.get<Page>(story)).body;
    const paid = { kind: 'coin_pack', platform: 'ios_store', status: 'completed', amountCents: 1000, currency: 'USD' };
    expect(items.find(({ type }) => type === 'purchase')).toMatchObject({ title: pack.sku, data: paid });
    const told = (await moderator.get<Page>(story)).body.items;
    expect(told.filter(({ type }) => type === 'purchase')).toEqual([]);
    expect((await moderator.get(`/admin/users/${viewer.id}/purchases`)).status).toBe(403);
  });
  it('are listed in pages, newest first', async () => {
    const viewer = await makeViewer(world);
    const payments = [paymentOf(viewer), paymentOf(viewer), paymentOf(viewer)];
    for (const payment of payments) await tell('purchase.completed', payment);
    interface Page {
      items: { transactionId: string }[];
      nextCursor: string | null;
    }
    const url = `/admin/users/${viewer.id}/purchases?limit=2`;
    const first = (await support.get<Page>(url)).body;
    const second = (await support.get<Page>(`${url}&cursor=${first.nextCursor}`)).body;
    const names = [...first.items, ...second.items].map(({ transactionId }) => transactionId);
    expect(names).toEqual(payments.map(({ transactionId }) => transactionId).toReversed());
    expect(second.nextCursor).toBeNull();
  });
  it('remain when the user is anonymized, and later payments are credited', async () => {
    const viewer = await makeViewer(world);
    await tell('purchase.completed', paymentOf(viewer));
    const asked = await root.post<{ approvalId: string }>(`/admin/users/${viewer.id}/anonymize`, { reason: 'Asked' });
    expect((await other.post(`/admin/approvals/${asked.body.approvalId}/approve`, {})).status).toBe(200);
    await tell('purchase.completed', paymentOf(viewer));
    expect(await purchasesOf(support, viewer.id)).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
    const detail = (await support.get(`/admin/users/${viewer.id}`)).body;
    expect(detail).toMatchObject({ status: 'deleted', totalSpendCents: 2000, balanceTotal: 220 });
  });
});

describe('a paid period of a subscription', () => {
  const productId = `monthly_${newId().slice(-8)}`;
  const periodOf = ({ id: userId }: Viewer, more: object = {}) => ({
    userId,
    productId,
    subscriptionId: newId(),
    transactionId: newId(),
    autoRenew: true,
    priceCents: 499,
    currency: 'USD',
    periodStart: '2026-03-01T00:00:00Z',
    periodEnd: '2026-03-31T00:00:00Z',
    ...more,
  });
  const spendAndCoins = async ({ id }: Viewer) => {
    const { body } = await support.get<{ totalSpendCents: number; balanceBonus: number }>(`/admin/users/${id}`);
    return [body.totalSpendCents, body.balanceBonus];
  };
  it('is a payment that counts as spent once, with its bonus coins', async () => {
    const product = { productId, name: 'Monthly', periodDays: 30, priceCents: 499, currency: 'USD', bonusCoins: 25 };
    expect((await finance.post('/admin/subscription-products', product)).status).toBe(201);
    const viewer = await makeViewer(world);
    const period = periodOf(viewer);
    for (let n = 0; n < 2; n++) await tell('subscription.started', period);
    const { transactionId } = period;
    expect(await purchasesOf(support, viewer.id)).toMatchObject([
      {
        kind: 'subscription',
        productId,
        transactionId,
        coinsGranted: 0,
        bonusCoins: 25,
        amountCents: 499,
        currency: 'USD',
        status: 'completed',
        eventId: expect.any(String),
      },
    ]);
    expect(await spendAndCoins(viewer)).toEqual([499, 25]);
  });
  it('is no payment if nothing was paid, as in a trial', async () => {
    const viewer = await makeViewer(world);
    await tell('subscription.started', periodOf(viewer, { transactionId: null, trialEnd: '2026-03-08T00:00:00Z' }));
    expect(await purchasesOf(support, viewer.id)).toEqual([]);
    expect(await spendAndCoins(viewer)).toEqual([0, 0]);
  });
  it('that is refunded reverses its coins and cancels the subscription', async () => {
    const viewer = await makeViewer(world);
    const { transactionId, ...period } = periodOf(viewer);
    await tell('subscription.started', { ...period, transactionId });
    const refund = { userId: viewer.id, productId, transactionId, amountCents: 499, currency: 'USD' };
    expect(await tell('purchase.refunded', refund, '2026-03-02T00:00:00Z')).toMatchObject({ outcome: 'applied' });
    expect(await spendAndCoins(viewer)).toEqual([0, 0]);
    expect(await purchasesOf(support, viewer.id)).toMatchObject([{ status: 'refunded' }]);
    const { subscriptions } = (await support.get<{ subscriptions: object[] }>(`/admin/users/${viewer.id}`)).body;
    const canceled = { status: 'canceled', autoRenew: false, canceledAt: '2026-03-02T00:00:00.000Z' };
    expect(subscriptions).toMatchObject([canceled]);
  });
  it.each(['a guest', 'an unknown product'])('of %s is unmatched', async (whose) => {
    const viewer = await makeViewer(world, { isGuest: whose === 'a guest' });
    const period = periodOf(viewer, whose === 'a guest' ? {} : { productId: 'nowhere' });
    expect(await tell('subscription.started', period)).toMatchObject({ outcome: 'unmatched' });
    expect(await purchasesOf(support, viewer.id)).toEqual([]);
    expect((await support.get(`/admin/users/${viewer.id}`)).body).toMatchObject({ subscriptions: [] });
  });
});
