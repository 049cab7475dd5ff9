import { createHash, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authorization,
  google,
  openGoogle,
  packageName,
  pushAudience,
  pushBody,
  pushEmail,
  pushedAt,
} from './play.fixture.ts';
import { createPlay } from './play.ts';
import { createPublisher } from './play-publisher.ts';
import type { VerifiedMessage } from './provider.ts';

const server = await openGoogle();
afterAll(() => server.close());
beforeEach(() => {
  server.calls.length = 0;
  server.replies.clear();
});

const options = { packageName, pushAudience, pushEmail, keysUrl: `${server.url}/certs` };
const openPublisher = () =>
  createPublisher({ packageName, serviceAccount: server.serviceAccount, baseUrl: server.url });
const publisher = openPublisher();
const play = createPlay({ ...options, publisher });
const now = new Date(pushedAt + 2_000);

const token = 'opaque-token-up-to-150-characters';
const order = 'GPA.3345-1234-5678-90123';
const userId = '01930000-0000-7000-8000-000000000011';
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const at = (ms: number): string => new Date(ms).toISOString();
const day = 86_400_000;
const usd = (units: number, nanos = 0) => ({ currencyCode: 'USD', units: String(units), nanos });

const bought = {
  kind: 'androidpublisher#productPurchaseV2',
  purchaseStateContext: { purchaseState: 'PURCHASED' },
  productLineItem: [
    {
      productId: 'coins_100',
      productOfferDetails: { quantity: 2, consumptionState: 'CONSUMPTION_STATE_YET_TO_BE_CONSUMED' },
    },
  ],
  orderId: order,
  obfuscatedExternalAccountId: userId.toUpperCase(),
  regionCode: 'EG',
  purchaseCompletionTime: at(pushedAt - 3_000),
  acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING',
};
const boughtOrder = {
  orderId: order,
  purchaseToken: token,
  state: 'PROCESSED',
  total: usd(9, 980_000_000),
  tax: usd(1, 250_000_000),
  developerRevenueInBuyerCurrency: usd(7, 420_500_000),
  lineItems: [{ productId: 'coins_100', total: usd(9, 980_000_000), tax: usd(1, 250_000_000) }],
};

const expiry = pushedAt + 30 * day;
const subscribed = {
  subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
  startTime: at(pushedAt - 60 * day),
  regionCode: 'EG',
  acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING',
  externalAccountIdentifiers: { obfuscatedExternalAccountId: userId },
  lineItems: [
    {
      productId: 'vip_monthly',
      expiryTime: at(expiry),
      latestSuccessfulOrderId: `${order}..1`,
      autoRenewingPlan: { autoRenewEnabled: true, recurringPrice: usd(3, 990_000_000) },
    },
  ],
};
const [subscribedItem] = subscribed.lineItems;
const subscribedOrder = {
  orderId: `${order}..1`,
  state: 'PROCESSED',
  total: usd(3, 990_000_000),
  lineItems: [
    {
      productId: 'vip_monthly',
      total: usd(3, 990_000_000),
      subscriptionDetails: { servicePeriodStartTime: at(pushedAt - 1_000), servicePeriodEndTime: at(expiry - day) },
    },
  ],
};

const product = {
  oneTimeProductNotification: { version: '1.0', notificationType: 1, purchaseToken: token, sku: 'coins_100' },
};
const subscription = (notificationType: number) => ({
  subscriptionNotification: { version: '1.0', notificationType, purchaseToken: token },
});
const voided = { voidedPurchaseNotification: { purchaseToken: token, orderId: order, productType: 2, refundType: 1 } };

function serve(path: string, body: unknown): void {
  server.replies.set(`GET ${path}`, { body });
}
const productPath = `purchases/productsv2/tokens/${token}`;
const subscriptionPath = `purchases/subscriptionsv2/tokens/${token}`;

/** A push as it goes through the inbox: verified, stored as JSON, completed, stored again, translated. */
async function receive(notification: Readonly<Record<string, unknown>>) {
  const { payload } = await play.verify(await authorization(), pushBody(notification), now);
  const completed = await play.complete(JSON.parse(JSON.stringify(payload)));
  return play.translate(JSON.parse(JSON.stringify(completed)));
}
async function receiveProduct(purchase: object, withOrder: object | undefined = boughtOrder) {
  serve(productPath, purchase);
  if (withOrder) serve(`orders/${order}`, withOrder);
  return receive(product);
}
async function receiveSubscription(type: number, purchase: object = subscribed, withOrder: object = subscribedOrder) {
  serve(subscriptionPath, purchase);
  serve(`orders/${order}..1`, withOrder);
  return receive(subscription(type));
}

describe('a push of Pub/Sub', () => {
  it('is accepted with the token of the push account, and has the id of the message', async () => {
    const message = await play.verify(await authorization(), pushBody(product), now);
    expect(message).toEqual({
      id: '136969346945',
      sentAt: new Date(pushedAt),
      payload: { occurredAt: pushedAt, about: { kind: 'product', purchaseToken: token } },
    });
  });

  const publicKey = Buffer.from(google.publicKey.export({ type: 'spki', format: 'pem' }));
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  it.each([
    ['for another audience', { claims: { aud: 'https://other.example' } }, 'err_jwt_claim_validation_failed'],
    ['of another issuer', { claims: { iss: 'https://other.example' } }, 'err_jwt_claim_validation_failed'],
    ['of another account', { claims: { email: 'other@project.iam.gserviceaccount.com' } }, 'wrong_email'],
    ['of an unverified address', { claims: { email_verified: false } }, 'wrong_email'],
    ['without an address', { claims: { email: undefined } }, 'err_jwt_claim_validation_failed'],
    ['that expired', { claims: { exp: pushedAt / 1000 - 120 } }, 'err_jwt_expired'],
    ['that does not expire', { claims: { exp: undefined } }, 'err_jwt_claim_validation_failed'],
    ['signed by another key', { key: other.privateKey }, 'err_jws_signature_verification_failed'],
    ['signed by a key that Google does not have', { key: other.privateKey, kid: 'other' }, 'err_jwks_no_matching_key'],
    ['signed with the public key as a secret', { alg: 'HS256', key: publicKey }, 'err_jose_alg_not_allowed'],
    ['signed with another algorithm', { alg: 'PS256' }, 'err_jose_alg_not_allowed'],
  ])('is refused with a token %s', async (_name, changes, reason) => {
    const headers = await authorization(changes);
    await expect(play.verify(headers, pushBody(product), now)).rejects.toMatchObject({
      message: 'invalid_signature',
      reason,
    });
  });

  it('is refused with a token without a signature, or without one', async () => {
    const [, token = ''] = (await authorization()).authorization.split(' ');
    const [, claims = ''] = token.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const header of [
      `Bearer ${none}.${claims}.`,
      `Bearer ${none}.${claims}`,
      'Bearer a',
      'Basic a',
      '',
      undefined,
    ]) {
      await expect(play.verify({ authorization: header }, pushBody(product), now)).rejects.toThrow('invalid_signature');
    }
  });

  it.each([
    ['another app', pushBody({ ...product, packageName: 'com.example.other' }), 'wrong_app'],
    ['no app', pushBody({ packageName: undefined }), 'malformed'],
    ['nothing', Buffer.from('{}'), 'malformed'],
    ['text that is no JSON', Buffer.from('{"message":{"data":"eA==","messageId":"1"}}'), 'malformed'],
  ])('about %s is refused', async (_name, body, reason) => {
    await expect(play.verify(await authorization(), body, now)).rejects.toMatchObject({ reason });
  });

  it('can be sent again if the keys of Google cannot be read', async () => {
    for (const keysUrl of ['http://127.0.0.1:1/certs', `${server.url}/other`]) {
      const without = createPlay({ ...options, keysUrl, publisher });
      await expect(without.verify(await authorization(), pushBody(product), now)).rejects.toThrow('unavailable');
    }
  });
});

describe('a purchase in Play', () => {
  it('is reported with what the order says', async () => {
    expect(await receiveProduct(bought)).toEqual([
      {
        type: 'purchase.completed',
        occurredAt: at(pushedAt - 3_000),
        data: {
          userId,
          productId: 'coins_100',
          transactionId: order,
          quantity: 2,
          amountCents: 998,
          currency: 'USD',
          taxCents: 125,
          feeCents: 131,
          region: 'EG',
          environment: 'production',
        },
      },
    ]);
    expect(server.calls).toEqual([`GET ${productPath}`, `GET orders/${order}`]);
  });

  it('that waits for payment is not completed', async () => {
    const pending = {
      ...bought,
      purchaseStateContext: { purchaseState: 'PENDING' },
      purchaseCompletionTime: undefined,
    };
    expect(await receiveProduct(pending)).toMatchObject([{ type: 'purchase.pending', occurredAt: at(pushedAt) }]);
  });

  it('that was canceled while it waited has failed', async () => {
    const canceled = { ...bought, purchaseStateContext: { purchaseState: 'CANCELLED' }, orderId: undefined };
    expect(await receiveProduct(canceled)).toMatchObject([
      { type: 'purchase.failed', data: { transactionId: digestOf(token) } },
    ]);
  });

  it('of a license tester is in the sandbox', async () => {
    const [event] = await receiveProduct({ ...bought, testPurchaseContext: { fopType: 'TEST' } });
    expect(event?.data.environment).toBe('sandbox');
  });

  it('in a currency without minor units is in whole units', async () => {
    const yen = { currencyCode: 'JPY', units: '1500' };
    const [event] = await receiveProduct(bought, {
      ...boughtOrder,
      total: yen,
      lineItems: [{ productId: 'coins_100', total: yen }],
    });
    expect(event?.data).toMatchObject({ amountCents: 1500, currency: 'JPY' });
  });

  it('has no fee once something was refunded, because the revenue is lower then', async () => {
    const [event] = await receiveProduct(bought, { ...boughtOrder, state: 'PARTIALLY_REFUNDED' });
    expect(event?.data).not.toHaveProperty('feeCents');
  });

  it('of several products at once is a payment for each', async () => {
    const productLineItem = ['coins_100', 'coins_500'].map((productId) => ({ productId }));
    const lineItems = [
      { productId: 'coins_100', total: usd(2) },
      { productId: 'coins_500', total: usd(8) },
    ];
    const both = { ...boughtOrder, total: usd(10), lineItems };
    expect(await receiveProduct({ ...bought, productLineItem }, both)).toMatchObject([
      { data: { transactionId: `${order}:coins_100`, amountCents: 200 } },
      { data: { transactionId: `${order}:coins_500`, amountCents: 800 } },
    ]);
    serve(`orders/${order}`, {
      ...both,
      orderHistory: {
        partialRefundEvents: [
          { createTime: at(pushedAt), state: 'PROCESSED_SUCCESSFULLY', refundDetails: { total: usd(5) } },
        ],
      },
    });
    expect(await receive(voided)).toMatchObject([
      { type: 'purchase.refunded', data: { transactionId: `${order}:coins_100`, amountCents: 100 } },
      { type: 'purchase.refunded', data: { transactionId: `${order}:coins_500`, amountCents: 400 } },
    ]);
  });

  it('in an unknown state is an error', async () => {
    const odd = { ...bought, purchaseStateContext: { purchaseState: 'NEW_STATE' } };
    await expect(receiveProduct(odd)).rejects.toThrow('unknown state NEW_STATE');
  });
});

describe('a claim of a phone', () => {
  const claim = async (productId: string) => {
    const { payload } = await play.prove({ purchaseToken: token, productId }, now);
    return play.translate(await play.complete(payload));
  };

  it('reports the same payment as the notification', async () => {
    const notified = await receiveProduct(bought);
    expect(await claim('coins_100')).toEqual(notified);
  });
  it('with a token that the store does not know fails for good', async () => {
    await expect(claim('coins_100')).rejects.toMatchObject({ status: 404, isRetryable: false });
  });
  it('can be made again', async () => {
    const proof = { purchaseToken: token, productId: 'coins_100' };
    const one = await play.prove(proof, now);
    const other = await play.prove(proof, new Date(now.getTime() + 1));
    expect(one.id).not.toBe(other.id);
  });
});

describe('a subscription in Play', () => {
  it('that renews is reported with the period and the payment of its last order', async () => {
    expect(await receiveSubscription(2)).toEqual([
      {
        type: 'subscription.renewed',
        occurredAt: at(pushedAt),
        data: {
          userId,
          productId: 'vip_monthly',
          subscriptionId: digestOf(token),
          transactionId: `${order}..1`,
          periodStart: at(pushedAt - 1_000),
          periodEnd: at(expiry),
          autoRenew: true,
          priceCents: 399,
          currency: 'USD',
          region: 'EG',
          environment: 'production',
        },
      },
    ]);
  });

  it.each([
    [1, 'recovered', true],
    [2, 'renewed', true],
    [3, 'canceled', false],
    [4, 'started', true],
    [5, 'held', true],
    [6, 'grace', true],
    [7, 'resumed', true],
    [9, 'changed', true],
    [10, 'paused', true],
    [12, 'expired', false],
    [13, 'expired', false],
    [17, 'changed', true],
    [18, 'changed', true],
  ])('with notification %i is subscription.%s', async (number, name, autoRenew) => {
    const [event, ...others] = await receiveSubscription(number);
    expect(others).toEqual([]);
    expect(event?.type).toBe(`subscription.${name}`);
    const reportsPayment = ['started', 'renewed', 'recovered'].includes(name);
    expect(event?.data.transactionId).toBe(reportsPayment ? `${order}..1` : undefined);
    expect(event?.data).toMatchObject({ autoRenew });
  });

  it.each([8, 11, 19, 20, 22])('with notification %i reports nothing, and nothing is asked', async (number) => {
    expect(await receive(subscription(number))).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  it('with a notification of an unknown type is an error', async () => {
    await expect(receiveSubscription(99)).rejects.toThrow('unknown type 99');
  });

  it('in its grace period gives access until that ends', async () => {
    const [event] = await receiveSubscription(6);
    expect(event?.data).toMatchObject({ periodEnd: at(expiry - day), accessUntil: at(expiry) });
  });

  it('that begins with a free trial says when the trial ends', async () => {
    const trial = { ...subscribed, lineItems: [{ ...subscribedItem, offerPhase: { freeTrial: {} } }] };
    const free = { ...subscribedOrder, total: usd(0), lineItems: [{ productId: 'vip_monthly', total: usd(0) }] };
    const [event] = await receiveSubscription(4, trial, free);
    expect(event?.data).toMatchObject({ trialEnd: at(expiry), priceCents: 0, periodStart: subscribed.startTime });
  });

  it('that is not paid yet reports nothing', async () => {
    const pending = { ...subscribed, subscriptionState: 'SUBSCRIPTION_STATE_PENDING' };
    expect(await receiveSubscription(4, pending)).toEqual([]);
  });

  it('of a license tester is in the sandbox', async () => {
    const [event] = await receiveSubscription(2, { ...subscribed, testPurchase: {} });
    expect(event?.data.environment).toBe('sandbox');
  });

  it('that replaces another one ends that', async () => {
    const upgraded = {
      ...subscribed,
      linkedPurchaseToken: 'the old token',
      lineItems: [{ ...subscribedItem, itemReplacement: { productId: 'vip_weekly' } }],
    };
    const [old, event] = await receiveSubscription(4, upgraded);
    expect(old).toMatchObject({
      type: 'subscription.expired',
      occurredAt: at(pushedAt),
      data: {
        userId,
        productId: 'vip_weekly',
        subscriptionId: digestOf('the old token'),
        periodEnd: at(pushedAt),
        autoRenew: false,
      },
    });
    expect(event).toMatchObject({ type: 'subscription.started', data: { subscriptionId: digestOf(token) } });
    // Later events of the new one do not end the old one again.
    expect(await receiveSubscription(2, upgraded)).toHaveLength(1);
  });

  it('without automatic renewal says so', async () => {
    const prepaid = { ...subscribed, lineItems: [{ ...subscribedItem, autoRenewingPlan: undefined }] };
    expect((await receiveSubscription(4, prepaid))[0]?.data).toMatchObject({ autoRenew: false, priceCents: 399 });
  });
});

describe('a voided purchase', () => {
  const refundEvent = {
    eventTime: at(pushedAt - 9_000),
    refundReason: 'CHARGEBACK',
    refundDetails: { total: usd(9, 980_000_000) },
  };
  const refunded = { ...boughtOrder, state: 'REFUNDED', orderHistory: { refundEvent } };

  it('is the same refund by notification and by list', async () => {
    serve(`orders/${order}`, refunded);
    const events = await receive(voided);
    expect(events).toEqual([
      {
        type: 'purchase.refunded',
        occurredAt: at(pushedAt - 9_000),
        data: {
          productId: 'coins_100',
          transactionId: order,
          amountCents: 998,
          currency: 'USD',
          refundPercentage: 100,
          reason: 'chargeback',
        },
      },
    ]);
    const [from, to] = [new Date(pushedAt - day), new Date(pushedAt)];
    const path = `purchases/voidedpurchases?startTime=${from.getTime()}&endTime=${to.getTime()}&type=1&includeQuantityBasedPartialRefund=true`;
    const row = { purchaseToken: token, orderId: order, voidedTimeMillis: String(pushedAt - 8_000) };
    serve(path, { voidedPurchases: [row], tokenPagination: { nextPageToken: 'next' } });
    serve(`${path}&token=next`, { voidedPurchases: [{ ...row, orderId: 'GPA.2' }] });
    const messages: VerifiedMessage[] = [];
    for await (const page of play.listVoided(from, to)) messages.push(...page);
    expect(messages.map(({ id }) => id)).toEqual([
      `voided:${order}:${pushedAt - 8_000}`,
      `voided:GPA.2:${pushedAt - 8_000}`,
    ]);
    expect(play.translate(await play.complete(messages[0]?.payload))).toEqual(events);
  });

  it('in parts is a refund of each part', async () => {
    const part = (ms: number, units: number) => ({
      createTime: at(ms),
      state: 'PROCESSED_SUCCESSFULLY',
      refundDetails: { total: usd(units) },
    });
    const partialRefundEvents = [
      part(pushedAt - 5_000, 2),
      part(pushedAt - 4_000, 3),
      { ...part(pushedAt, 4), state: 'PENDING' },
    ];
    serve(`orders/${order}`, { ...boughtOrder, orderHistory: { partialRefundEvents } });
    const events = await receive({ voidedPurchaseNotification: { orderId: order, refundType: 2 } });
    expect(
      events.map(({ occurredAt, data }) => [occurredAt, data.reason, 'amountCents' in data && data.amountCents]),
    ).toEqual([
      [at(pushedAt - 5_000), 'other', 200],
      [at(pushedAt - 4_000), 'other', 300],
    ]);
    expect(events[0]?.data).not.toHaveProperty('refundPercentage');
  });

  it('without a history is taken back whole, unless only a part was refunded', async () => {
    serve(`orders/${order}`, boughtOrder);
    expect(await receive(voided)).toMatchObject([{ occurredAt: at(pushedAt), data: { refundPercentage: 100 } }]);
    await expect(receive({ voidedPurchaseNotification: { orderId: order, refundType: 2 } })).rejects.toThrow('partial');
  });
});

describe('a message of Play', () => {
  it.each([
    ['a test', { testNotification: { version: '1.0' } }],
    ['a review of a refund', { pendingRefundReviewNotification: { version: '1.0' } }],
  ])('that is %s reports nothing', async (_name, notification) => {
    expect(await receive(notification)).toEqual([]);
  });

  it('cannot be translated before it is completed', async () => {
    for (const notification of [product, subscription(2), voided]) {
      const { payload } = await play.verify(await authorization(), pushBody(notification), now);
      expect(() => play.translate(payload)).toThrow('not completed');
    }
    expect(() => play.translate({})).toThrow('not the payload');
  });
});

describe('what is owed to Play', () => {
  const completed = async (notification: Readonly<Record<string, unknown>>) => {
    const { payload } = await play.verify(await authorization(), pushBody(notification), now);
    return play.settlementsOf(await play.complete(payload));
  };
  const consumption = { kind: 'consume', productId: 'coins_100', purchaseToken: token } as const;
  const acknowledgement = { kind: 'acknowledge', productId: 'vip_monthly', purchaseToken: token } as const;
  const consumePath = `purchases/products/coins_100/tokens/${token}:consume`;
  const acknowledgePath = `purchases/subscriptions/vip_monthly/tokens/${token}:acknowledge`;
  const item = (consumptionState: string) => ({
    ...bought,
    productLineItem: [{ productId: 'coins_100', productOfferDetails: { consumptionState } }],
  });

  it('is to consume a purchase, unless it is pending or consumed', async () => {
    serve(`orders/${order}`, boughtOrder);
    serve(productPath, bought);
    expect(await completed(product)).toEqual([consumption]);
    serve(productPath, { ...bought, purchaseStateContext: { purchaseState: 'PENDING' } });
    expect(await completed(product)).toEqual([]);
    serve(productPath, item('CONSUMPTION_STATE_CONSUMED'));
    expect(await completed(product)).toEqual([]);
  });

  it('is to acknowledge a subscription, unless it is pending or acknowledged', async () => {
    serve(`orders/${order}..1`, subscribedOrder);
    serve(subscriptionPath, subscribed);
    expect(await completed(subscription(4))).toEqual([acknowledgement]);
    serve(subscriptionPath, { ...subscribed, subscriptionState: 'SUBSCRIPTION_STATE_PENDING' });
    expect(await completed(subscription(4))).toEqual([]);
    serve(subscriptionPath, { ...subscribed, acknowledgementState: 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED' });
    expect(await completed(subscription(2))).toEqual([]);
  });

  it('is paid once, although the process was killed after it', async () => {
    server.replies.set(`POST ${consumePath}`, { body: '' });
    await play.settle(consumption, 1);
    expect(server.calls).toEqual([`POST ${consumePath}`]);
    serve(productPath, item('CONSUMPTION_STATE_CONSUMED'));
    await play.settle(consumption, 2);
    expect(server.calls.slice(1)).toEqual([`GET ${productPath}`]);
    server.replies.set(`POST ${acknowledgePath}`, { body: '' });
    serve(subscriptionPath, { ...subscribed, acknowledgementState: 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED' });
    await play.settle(acknowledgement, 1);
    await play.settle(acknowledgement, 2);
    expect(server.calls.slice(2)).toEqual([`POST ${acknowledgePath}`, `GET ${subscriptionPath}`]);
  });

  it('is paid by a later attempt if the first one failed', async () => {
    server.replies.set(`POST ${consumePath}`, { status: 503 });
    await expect(play.settle(consumption, 1)).rejects.toMatchObject({ isRetryable: true });
    server.replies.set(`POST ${consumePath}`, { body: '' });
    serve(productPath, bought);
    await play.settle(consumption, 2);
    expect(server.calls.at(-1)).toBe(`POST ${consumePath}`);
  });
});

describe('the publisher API', () => {
  it('is called with an access token, which calls share for its life and which is renewed when refused', async () => {
    serve(`orders/${order}`, boughtOrder);
    const client = openPublisher();
    const before = server.tokens;
    await Promise.all([client.getOrder(order), client.getOrder(order), client.getOrder(order)]);
    await client.getOrder(order);
    expect(server.tokens - before).toBe(1);
    server.revoke();
    await client.getOrder(order);
    expect(server.tokens - before).toBe(2);
  });

  it.each([
    [{ status: 403 }, { isRetryable: false, status: 403 }],
    [{ status: 404 }, { isRetryable: false, status: 404 }],
    [{ status: 410 }, { isRetryable: false, status: 410 }],
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { isRetryable: true, status: 429, retryAfterMs: 7_000 },
    ],
    [{ status: 500 }, { isRetryable: true, status: 500 }],
    [{ body: 'not JSON' }, { isRetryable: true }],
    [{ body: { orderId: 7 } }, { isRetryable: false }],
    [
      { status: 302, headers: { location: '/elsewhere' } },
      { isRetryable: false, status: 302 },
    ],
  ])('that responds %j fails with what is to be done', async (reply, failure) => {
    server.replies.set(`GET orders/${order}`, reply);
    await expect(publisher.getOrder(order)).rejects.toMatchObject({ name: 'ProviderCallFailed', ...failure });
  });

  it('is called again later if it or the access token cannot be had', async () => {
    const gone = 'http://127.0.0.1:1';
    const unreachable = createPublisher({ packageName, serviceAccount: server.serviceAccount, baseUrl: gone });
    await expect(unreachable.getOrder(order)).rejects.toMatchObject({ isRetryable: true });
    const account: unknown = JSON.parse(server.serviceAccount);
    const serviceAccount = JSON.stringify(Object.assign({}, account, { token_uri: gone }));
    await expect(createPublisher({ packageName, serviceAccount }).getOrder(order)).rejects.toMatchObject({
      isRetryable: true,
    });
  });

  it('is not called with something else than a service account', () => {
    expect(() => createPublisher({ packageName, serviceAccount: '{}' })).toThrow('key file');
  });
});
