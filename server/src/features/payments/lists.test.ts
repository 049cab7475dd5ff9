import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { findWebhookEvent, makePackage, outcomesOf, purchasesOf } from '../../../test/harness/payments.ts';
import { refundViolations } from '../../../test/harness/refunds.ts';
import { ledgerViolations, makeViewer, type Viewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import {
  authorization,
  openGoogle,
  packageName,
  pushAudience,
  pushBody,
  pushEmail,
} from '../../gateways/payments/play.fixture.ts';
import { createPlay } from '../../gateways/payments/play.ts';
import { createPublisher } from '../../gateways/payments/play-publisher.ts';
import { newId } from '../../kit/id.ts';
import { dayMs } from '../../kit/time.ts';
import { createRails } from './public.ts';

/** Purchases that Play took back: reported by a notification, by its list, or by both. */

const google = await openGoogle();
afterAll(() => google.close());
const { serviceAccount, url: baseUrl } = google;
const publisher = createPublisher({ packageName, serviceAccount, baseUrl });
const play = createPlay({ packageName, pushAudience, pushEmail, keysUrl: `${baseUrl}/certs`, publisher });
const rails = createRails(new Map([['android_store', play]]), 'credit');
const world = await openWorld({}, {}, undefined, undefined, { rails });
const other = world.another();
const superadmin = await makeAdminActor(world, 'superadmin');
const pack = await makePackage(world, { rails: ['android_store'] });

const listPath = 'GET purchases/voidedpurchases?startTime=*&endTime=*&type=1&includeQuantityBasedPartialRefund=true';
beforeEach(async () => {
  google.calls.length = 0;
  google.replies.clear();
  await world.database.pool.query(`update provider_lists set read_until = '2026-01-01'`);
});

const at = (ms: number): string => new Date(ms).toISOString();
const now = Math.floor(Date.now() / 1000) * 1000;
const usd = { currencyCode: 'USD', units: '9', nanos: 990_000_000 };

async function push(notification: Readonly<Record<string, unknown>>, through = world): Promise<string> {
  const id = newId();
  const body: unknown = JSON.parse(pushBody({ eventTimeMillis: String(now), ...notification }, id).toString());
  const headers = await authorization({ claims: { iat: now / 1000, exp: now / 1000 + 3600 } });
  const url = '/v1/subscriptions/webhook/android_store';
  expect((await anonymous(through).call('POST', url, body, { headers })).status).toBe(204);
  return id;
}

interface Sold {
  readonly viewer: Viewer;
  readonly orderId: string;
  readonly order: Readonly<Record<string, unknown>>;
}

/** A package that was paid, with its order at the store. */
async function sell(): Promise<Sold> {
  const [viewer, orderId, purchaseToken] = [await makeViewer(world), `GPA.${newId()}`, newId()];
  const order = { orderId, state: 'PROCESSED', total: usd, lineItems: [{ productId: pack.sku, total: usd }] };
  google.replies.set(`GET orders/${orderId}`, { body: order });
  google.replies.set(`GET purchases/productsv2/tokens/${purchaseToken}`, {
    body: {
      purchaseStateContext: { purchaseState: 'PURCHASED' },
      productLineItem: [{ productId: pack.sku, productOfferDetails: { quantity: 1 } }],
      orderId,
      obfuscatedExternalAccountId: viewer.id,
      purchaseCompletionTime: at(now - 10_000),
    },
  });
  await push({ oneTimeProductNotification: { purchaseToken } });
  expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
  return { viewer, orderId, order };
}

const wholeRefund = { refundEvent: { eventTime: at(now - 5_000), refundReason: 'OTHER' } };
const refundDetails = { total: { ...usd, units: '5', nanos: 0 } };
const partialRefund = {
  partialRefundEvents: [{ createTime: at(now - 5_000), state: 'PROCESSED_SUCCESSFULLY', refundDetails }],
};

/** The store takes a purchase back, or a part of it. Returns its entry in the list. */
function takeBack({ orderId, order }: Pick<Sold, 'orderId' | 'order'>, orderHistory: object = wholeRefund): object {
  google.replies.set(`GET orders/${orderId}`, { body: { ...order, state: 'REFUNDED', orderHistory } });
  return { purchaseToken: newId(), orderId, voidedTimeMillis: String(now - 4_000) };
}
const serveList = (...voidedPurchases: object[]) => google.replies.set(listPath, { body: { voidedPurchases } });
const notify = ({ orderId }: Pick<Sold, 'orderId'>, through = world) =>
  push({ voidedPurchaseNotification: { orderId, productType: 2, refundType: 1 } }, through);
const readList = async () => (await world.runner.runNow('housekeeping')).counts.listed_refunds;
const readAgain = async () => {
  await world.database.pool.query(`update provider_lists set read_until = '2026-01-01'`);
  return readList();
};

async function mustBeTakenBackOnce({ viewer }: Pick<Sold, 'viewer'>): Promise<void> {
  expect(await walletOf(viewer)).toEqual({ paid: 0, bonus: 0 });
  const { body } = await superadmin.get<{ items: object[] }>(`/admin/refunds?userId=${viewer.id}`);
  expect(body.items).toMatchObject([{ status: 'executed', amountCents: 999, coinsDeducted: 110 }]);
  expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ status: 'refunded', refundedCents: 999 }]);
}

describe('a purchase that the store took back', () => {
  it('is taken back once by the list alone, and the store is not asked about it again', async () => {
    const sold = await sell();
    serveList(takeBack(sold));
    expect(await readList()).toBe(1);
    await mustBeTakenBackOnce(sold);
    google.calls.length = 0;
    expect(await readList()).toBe(0);
    expect(google.calls).toEqual([]);
    expect(await readAgain()).toBe(0);
    expect(google.calls).toHaveLength(1);
    await mustBeTakenBackOnce(sold);
  });

  it('is taken back once by notification and list, in either order', async () => {
    for (const isListFirst of [true, false]) {
      const sold = await sell();
      serveList(takeBack(sold));
      const before = isListFirst ? await readAgain() : 0;
      const id = await notify(sold);
      const after = isListFirst ? 0 : await readAgain();
      expect([before, after]).toEqual(isListFirst ? [1, 0] : [0, 1]);
      await mustBeTakenBackOnce(sold);
      const outcome = isListFirst ? { outcome: 'ignored', detail: 'already_refunded' } : { outcome: 'applied' };
      expect(await findWebhookEvent(world, id)).toMatchObject(outcome);
    }
    expect([await ledgerViolations(world), await refundViolations(world)]).toEqual([[], []]);
  });

  it('is taken back once if notifications and lists race on two processes', async () => {
    const refunds = [
      { history: wholeRefund, left: { paid: 0, bonus: 0 } },
      { history: partialRefund, left: { paid: 49, bonus: 4 } },
    ];
    for (const { history, left } of [...refunds, ...refunds]) {
      const sold = await sell();
      serveList(takeBack(sold, history));
      const notifications = [world, other, world, other].map((through) => notify(sold, through));
      await Promise.all([...notifications, readAgain()]);
      expect(await walletOf(sold.viewer)).toEqual(left);
      const outcomes = ['applied', 'ignored', 'ignored', 'ignored', 'ignored'];
      expect(await outcomesOf(world, 'purchase.refunded', sold.orderId)).toEqual(outcomes);
    }
    expect([await ledgerViolations(world), await refundViolations(world)]).toEqual([[], []]);
  });

  it('ends a subscription once, by notification and list', async () => {
    const [viewer, orderId, purchaseToken] = [await makeViewer(world), `GPA.${newId()}..0`, newId()];
    const { body: product } = await superadmin.post<{ productId: string }>('/admin/subscription-products', {
      productId: `vip_${newId().slice(-12)}`,
      name: 'VIP',
      periodDays: 30,
      priceCents: 999,
      currency: 'USD',
    });
    const { productId } = product;
    const order = { orderId, state: 'PROCESSED', total: usd, lineItems: [{ productId, total: usd }] };
    google.replies.set(`GET orders/${orderId}`, { body: order });
    google.replies.set(`GET purchases/subscriptionsv2/tokens/${purchaseToken}`, {
      body: {
        subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
        startTime: at(now - 60_000),
        externalAccountIdentifiers: { obfuscatedExternalAccountId: viewer.id },
        lineItems: [{ productId, expiryTime: at(now + 30 * dayMs), latestSuccessfulOrderId: orderId }],
      },
    });
    await push({ subscriptionNotification: { notificationType: 4, purchaseToken } });
    const statusOf = async () =>
      (await superadmin.get<{ items: { status: string }[] }>(`/admin/subscriptions?userId=${viewer.id}`)).body.items;
    expect(await statusOf()).toMatchObject([{ status: 'active' }]);
    serveList(takeBack({ orderId, order }));
    expect(await readAgain()).toBe(1);
    expect(await findWebhookEvent(world, await notify({ orderId }))).toMatchObject({ detail: 'already_refunded' });
    expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ status: 'refunded', refundedCents: 999 }]);
    expect(await statusOf()).not.toMatchObject([{ status: 'active' }]);
    const { body } = await superadmin.get<{ items: object[] }>(`/admin/refunds?userId=${viewer.id}`);
    expect(body.items).toHaveLength(1);
  });
});

describe('the list of the store', () => {
  const windowOf = (call = '') => [...call.matchAll(/(?:startTime|endTime)=(\d+)/g)].map(([, ms]) => Number(ms));

  it('is read once a day, from two days before the previous run', async () => {
    serveList();
    await readList();
    const [start = 0, end = 0] = windowOf(google.calls[0]);
    expect(Math.round((end - start) / dayMs)).toBe(29);
    await world.clock.shift('23 hours');
    await readList();
    expect(google.calls).toHaveLength(1);
    await world.clock.shift('25 hours');
    await readList();
    await world.clock.shift('0');
    const [from] = windowOf(google.calls[1]);
    expect(from).toBe(end - 2 * dayMs);
  });

  it('is read to its end by the next run if the store fails between pages', async () => {
    const [first, second] = [await sell(), await sell()];
    const next = { tokenPagination: { nextPageToken: 'next' } };
    google.replies.set(listPath, { body: { voidedPurchases: [takeBack(first)], ...next } });
    google.replies.set(`${listPath}&token=next`, { status: 503, body: {} });
    const { outcome, error } = await world.runner.runNow('housekeeping');
    expect([outcome, error]).toEqual(['failed', expect.stringContaining('listed_refunds')]);
    await mustBeTakenBackOnce(first);
    google.replies.set(`${listPath}&token=next`, { body: { voidedPurchases: [takeBack(second)] } });
    google.calls.length = 0;
    expect(await readList()).toBe(1);
    expect(google.calls.filter((call) => call.startsWith('GET orders/'))).toEqual([`GET orders/${second.orderId}`]);
    await mustBeTakenBackOnce(second);
  });

  it('is read again once the store lets our account read its orders', async () => {
    const sold = await sell();
    const order = takeBack(sold);
    const readable = google.replies.get(`GET orders/${sold.orderId}`) ?? {};
    google.replies.set(`GET orders/${sold.orderId}`, { status: 403, body: {} });
    serveList(order);
    expect(await world.runner.runNow('housekeeping')).toMatchObject({ outcome: 'failed' });
    google.replies.set(`GET orders/${sold.orderId}`, readable);
    expect(await readList()).toBe(1);
    await mustBeTakenBackOnce(sold);
  });

  it('is read past a purchase for which the store fails, which is received by a later run', async () => {
    const [failing, other] = [await sell(), await sell()];
    serveList(takeBack(failing), takeBack(other));
    const readable = google.replies.get(`GET orders/${failing.orderId}`) ?? {};
    google.replies.set(`GET orders/${failing.orderId}`, { status: 500, body: {} });
    expect(await world.runner.runNow('housekeeping')).toMatchObject({ outcome: 'failed' });
    await mustBeTakenBackOnce(other);
    google.replies.set(`GET orders/${failing.orderId}`, readable);
    expect(await readList()).toBe(1);
    await mustBeTakenBackOnce(failing);
  });

  it('is read past a purchase that the store does not know, which is kept for operators', async () => {
    const sold = await sell();
    const orderId = `GPA.${newId()}`;
    serveList({ purchaseToken: newId(), orderId, voidedTimeMillis: String(now) }, takeBack(sold));
    expect(await readList()).toBe(2);
    await mustBeTakenBackOnce(sold);
    const kept = await findWebhookEvent(world, `voided:${orderId}:${now}`);
    expect(kept).toMatchObject({ outcome: 'unmatched', detail: 'untranslated' });
    expect(await readAgain()).toBe(0);
  });
});
