import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import {
  AppStoreServerAPIClient,
  type ConsumptionRequest,
  Environment,
  NotificationTypeV2,
} from '@apple/app-store-server-library';
import { jwtVerify } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import {
  coinPack,
  type Json,
  ours,
  renewalInfo,
  signData,
  signedAt,
  subscription,
  userId,
} from './app-store.fixture.ts';
import { consumptionQuestionOf, createAppStore } from './app-store.ts';
import { answerConsumption, createAppStoreApi } from './app-store-api.ts';

const store = createAppStore(ours);

interface Given {
  readonly type: string;
  readonly subtype?: string;
  readonly transaction?: Json;
  readonly renewal?: Json;
}

function payloadOf({ type, subtype, transaction, renewal }: Given): Json {
  return { notificationType: type, ...(subtype && { subtype }), signedDate: signedAt, transaction, renewal };
}
/** Through JSON, as the inbox stores it. */
const translate = (given: Given) => store.translate(JSON.parse(JSON.stringify(payloadOf(given))));
const only = (given: Given) => {
  const [event, ...others] = translate(given);
  expect(others).toEqual([]);
  return event;
};

const at = (ms: number): string => new Date(ms).toISOString();
const day = 86_400_000;

describe('a purchase in the App Store', () => {
  it('is reported with the user, the amount in minor units, the country and the time of payment', () => {
    expect(only({ type: 'ONE_TIME_CHARGE', transaction: coinPack })).toEqual({
      type: 'purchase.completed',
      occurredAt: at(signedAt - 5_000),
      data: {
        userId,
        productId: 'coins_100',
        transactionId: '2000000000000001',
        amountCents: 4999,
        quantity: 1,
        currency: 'EGP',
        region: 'EG',
        environment: 'production',
      },
    });
  });

  it('of several is one payment for all of them', () => {
    const event = only({ type: 'ONE_TIME_CHARGE', transaction: { ...coinPack, quantity: 3, price: 149_970 } });
    expect(event?.data).toMatchObject({ quantity: 3, amountCents: 14_997 });
  });

  it.each([
    ['JPY', 1_500_000, 1500],
    ['USD', 990, 99],
    ['KWD', 1_990, 1990],
    ['HUF', 1_990_000, 199_000],
    ['CLP', 4_990_500, 4991],
  ])('in %s is in the minor units of ISO 4217', (currency, price, amountCents) => {
    const event = only({ type: 'ONE_TIME_CHARGE', transaction: { ...coinPack, currency, price } });
    expect(event?.data).toMatchObject({ currency, amountCents });
  });

  it('in the sandbox is marked', () => {
    const event = only({ type: 'ONE_TIME_CHARGE', transaction: { ...coinPack, environment: 'Sandbox' } });
    expect(event?.data.environment).toBe('sandbox');
  });

  it('without an account token or a known country leaves both out', () => {
    const { appAccountToken: _token, ...transaction } = coinPack;
    const event = only({ type: 'ONE_TIME_CHARGE', transaction: { ...transaction, storefront: 'XXX' } });
    expect([event?.data.userId, event?.data.region]).toEqual([undefined, undefined]);
  });

  it('that a family shares is marked, and was not paid for', () => {
    const transaction = { ...coinPack, type: 'Non-Consumable', inAppOwnershipType: 'FAMILY_SHARED' };
    expect(only({ type: 'ONE_TIME_CHARGE', transaction })?.data).toMatchObject({
      isFamilyShared: true,
      amountCents: 0,
    });
  });
});

describe('a refund by the App Store', () => {
  const refunded = {
    ...coinPack,
    revocationDate: signedAt - 1_000,
    revocationReason: 1,
    revocationType: 'REFUND_FULL',
  };

  it('takes back all, at the time of the refund', () => {
    expect(only({ type: 'REFUND', transaction: { ...refunded, revocationPercentage: 100_000 } })).toMatchObject({
      type: 'purchase.refunded',
      occurredAt: at(signedAt - 1_000),
      data: { transactionId: coinPack.transactionId, amountCents: 4999, refundPercentage: 100, reason: 'app_issue' },
    });
    expect(only({ type: 'REFUND', transaction: refunded })?.data).toMatchObject({ refundPercentage: 100 });
  });

  it.each([
    [50_000, 50, 2500],
    [67_932, 67.932, 3396],
    [15, 0.015, 1],
  ])('of %s thousandths of a percent takes back that share', (revocationPercentage, refundPercentage, amountCents) => {
    const transaction = { ...refunded, revocationType: 'REFUND_PRORATED', revocationReason: 0, revocationPercentage };
    const event = only({ type: 'REFUND', transaction });
    expect(event?.data).toMatchObject({ refundPercentage, amountCents, reason: 'other' });
  });

  it('of a renewal names the payment of that period', () => {
    const transaction = { ...subscription, ...refunded, ...subscription, revocationDate: signedAt };
    expect(only({ type: 'REFUND', transaction })).toMatchObject({
      type: 'purchase.refunded',
      data: { transactionId: subscription.transactionId },
    });
  });

  it('can be reversed', () => {
    expect(only({ type: 'REFUND_REVERSED', transaction: coinPack })).toMatchObject({
      type: 'purchase.refund_reversed',
      occurredAt: at(signedAt),
      data: { transactionId: coinPack.transactionId, amountCents: 4999 },
    });
  });

  it('ends what a family shared: a subscription, or a purchase', () => {
    const shared = {
      inAppOwnershipType: 'FAMILY_SHARED',
      revocationDate: signedAt - 9,
      revocationType: 'FAMILY_REVOKE',
    };
    expect(only({ type: 'REVOKE', transaction: { ...subscription, ...shared } })).toMatchObject({
      type: 'subscription.expired',
      occurredAt: at(signedAt - 9),
      data: { isFamilyShared: true, priceCents: 0, autoRenew: false, reason: 'family_revoked' },
    });
    expect(only({ type: 'REVOKE', transaction: { ...coinPack, type: 'Non-Consumable', ...shared } })).toMatchObject({
      type: 'purchase.refunded',
      data: { isFamilyShared: true, amountCents: 0, reason: 'family_revoked' },
    });
  });
});

describe('a subscription in the App Store', () => {
  it('that starts is reported with its first period and its payment', () => {
    expect(
      only({ type: 'SUBSCRIBED', subtype: 'INITIAL_BUY', transaction: subscription, renewal: renewalInfo }),
    ).toEqual({
      type: 'subscription.started',
      occurredAt: at(signedAt - 5_000),
      data: {
        userId,
        productId: 'vip_monthly',
        subscriptionId: '2000000000000100',
        transactionId: '2000000000000102',
        periodStart: at(signedAt - 5_000),
        periodEnd: at(signedAt + 30 * day),
        autoRenew: true,
        priceCents: 4999,
        currency: 'EGP',
        region: 'EG',
        environment: 'production',
      },
    });
  });

  it.each([
    ['SUBSCRIBED', 'RESUBSCRIBE', 'started'],
    ['OFFER_REDEEMED', 'INITIAL_BUY', 'started'],
    ['OFFER_REDEEMED', 'RESUBSCRIBE', 'started'],
    ['OFFER_REDEEMED', 'UPGRADE', 'renewed'],
    ['OFFER_REDEEMED', 'DOWNGRADE', 'changed'],
    ['OFFER_REDEEMED', '', 'changed'],
    ['DID_RENEW', '', 'renewed'],
    ['DID_RENEW', 'BILLING_RECOVERY', 'recovered'],
    ['DID_CHANGE_RENEWAL_PREF', 'UPGRADE', 'renewed'],
    ['DID_CHANGE_RENEWAL_PREF', 'DOWNGRADE', 'changed'],
    ['DID_CHANGE_RENEWAL_PREF', '', 'changed'],
    ['DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_DISABLED', 'canceled'],
    ['DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_ENABLED', 'resumed'],
    ['DID_FAIL_TO_RENEW', 'GRACE_PERIOD', 'grace'],
    ['DID_FAIL_TO_RENEW', '', 'held'],
    ['GRACE_PERIOD_EXPIRED', '', 'held'],
    ['EXPIRED', 'VOLUNTARY', 'expired'],
    ['EXPIRED', 'BILLING_RETRY', 'expired'],
    ['EXPIRED', 'PRICE_INCREASE', 'expired'],
    ['EXPIRED', 'PRODUCT_NOT_FOR_SALE', 'expired'],
    ['EXPIRED', '', 'expired'],
    ['RENEWAL_EXTENDED', '', 'changed'],
    ['MIGRATION', '', 'changed'],
  ])('%s %s is subscription.%s', (type, subtype, name) => {
    const event = only({ type, subtype, transaction: subscription, renewal: renewalInfo });
    expect(event?.type).toBe(`subscription.${name}`);
    const reportsPayment = ['started', 'renewed', 'recovered'].includes(name);
    expect(event?.data.transactionId).toBe(reportsPayment ? subscription.transactionId : undefined);
    const renews = !['canceled', 'expired'].includes(name);
    expect(event?.data).toMatchObject({ autoRenew: renews });
  });

  it('that renews before its period begins is reported when the store charged it', () => {
    const transaction = { ...subscription, purchaseDate: signedAt + 20 * 3_600_000 };
    expect(only({ type: 'DID_RENEW', transaction, renewal: renewalInfo })).toMatchObject({
      occurredAt: at(signedAt),
      data: { periodStart: at(signedAt + 20 * 3_600_000) },
    });
  });

  it('in its grace period says until when it gives access', () => {
    const renewal = { ...renewalInfo, gracePeriodExpiresDate: signedAt + 16 * day };
    const event = only({ type: 'DID_FAIL_TO_RENEW', subtype: 'GRACE_PERIOD', transaction: subscription, renewal });
    expect(event?.data).toMatchObject({ accessUntil: at(signedAt + 16 * day), autoRenew: true });
  });

  it('that will not renew says so in every report', () => {
    const renewal = { ...renewalInfo, autoRenewStatus: 0 };
    expect(only({ type: 'DID_RENEW', transaction: subscription, renewal })?.data).toMatchObject({ autoRenew: false });
  });

  it('that begins with a free trial says when the trial ends', () => {
    const transaction = { ...subscription, offerType: 1, offerDiscountType: 'FREE_TRIAL', price: 0 };
    const event = only({ type: 'SUBSCRIBED', subtype: 'INITIAL_BUY', transaction, renewal: renewalInfo });
    expect(event?.data).toMatchObject({ trialEnd: at(signedAt + 30 * day), priceCents: 0 });
    const paid = { ...transaction, offerDiscountType: 'PAY_AS_YOU_GO', price: 9_990 };
    expect(only({ type: 'SUBSCRIBED', transaction: paid })?.data).not.toHaveProperty('trialEnd');
  });

  it('that ends says why', () => {
    const event = only({ type: 'EXPIRED', subtype: 'BILLING_RETRY', transaction: subscription });
    expect(event?.data.reason).toBe('billing_retry');
  });

  it('has the user of the renewal info where the transaction names none', () => {
    const { appAccountToken: _token, ...transaction } = subscription;
    const renewal = { ...renewalInfo, appAccountToken: userId };
    expect(only({ type: 'DID_RENEW', transaction, renewal })?.data.userId).toBe(userId);
  });
});

describe('a message of the App Store', () => {
  it.each([
    'TEST',
    'CONSUMPTION_REQUEST',
    'REFUND_DECLINED',
    'PRICE_INCREASE',
    'PRICE_CHANGE',
    'METADATA_UPDATE',
    'RENEWAL_EXTENSION',
    'EXTERNAL_PURCHASE_TOKEN',
    'RESCIND_CONSENT',
  ])('of type %s reports nothing about money or access', (type) => {
    expect(translate({ type })).toEqual([]);
    expect(translate({ type, transaction: subscription })).toEqual([]);
  });

  it('of every documented type is translated', () => {
    for (const type of Object.values(NotificationTypeV2)) {
      expect(() => translate({ type, transaction: subscription, renewal: renewalInfo }), type).not.toThrow();
    }
  });

  it.each([
    ['of a type that we do not know', { type: 'NEW_TYPE', transaction: subscription }, 'unknown type NEW_TYPE'],
    ['without its transaction', { type: 'DID_RENEW' }, 'DID_RENEW/ without a transaction'],
    ['without the end of a period', { type: 'DID_RENEW', transaction: coinPack }, 'without an end'],
    [
      'without the id of its transaction',
      { type: 'REFUND', transaction: { ...coinPack, transactionId: undefined } },
      'not the payload',
    ],
  ])('%s is an error that names what is missing or unknown', (_name, given, message) => {
    expect(() => translate(given)).toThrow(message);
  });
});

describe('a proof that a phone presents', () => {
  const prove = async (transaction: Json) =>
    store.translate((await store.prove({ signedTransaction: signData(transaction) }, new Date(signedAt))).payload);

  it('reports the same payment as the notification', async () => {
    expect(await prove(coinPack)).toEqual(translate({ type: 'ONE_TIME_CHARGE', transaction: coinPack }));
    const [started] = await prove(subscription);
    const [notified] = translate({ type: 'SUBSCRIBED', transaction: subscription, renewal: renewalInfo });
    expect(started).toEqual(notified);
  });

  it.each([
    ['was refunded', { ...coinPack, revocationDate: signedAt }],
    ['was replaced by an upgrade', { ...subscription, isUpgraded: true }],
    ['is a renewal', { ...subscription, transactionReason: 'RENEWAL' }],
  ])('of a transaction that %s reports nothing', async (_name, transaction) => {
    expect(await prove(transaction)).toEqual([]);
  });
});

describe('a question of the App Store about consumption', () => {
  const asked = {
    ...payloadOf({ type: 'CONSUMPTION_REQUEST', transaction: coinPack }),
    consumptionRequestReason: 'UNINTENDED_PURCHASE',
  };
  const figures = { coinsGranted: 120, coinsSpent: 40, isDelivered: true, sampleContentProvided: true };

  it('names the purchase, and no other message does', () => {
    expect(consumptionQuestionOf(asked)).toEqual({
      transactionId: coinPack.transactionId,
      productId: 'coins_100',
      isSubscription: false,
      environment: 'production',
      reason: 'UNINTENDED_PURCHASE',
    });
    expect(consumptionQuestionOf(payloadOf({ type: 'REFUND', transaction: coinPack }))).toBeUndefined();
  });

  it.each([
    [{ coinsSpent: 40 }, 33_333],
    [{ coinsSpent: 0 }, 0],
    [{ coinsSpent: 120 }, 100_000],
    [{ coinsSpent: 121 }, 100_000],
    [{ coinsSpent: -1 }, 0],
    [{ coinsGranted: 0, coinsSpent: 0 }, undefined],
  ])('is answered with the share of the coins that was spent: %j', (change, consumptionPercentage) => {
    // The type is that of the store's own library.
    const answer: ConsumptionRequest | undefined = answerConsumption(
      { isSubscription: false },
      { ...figures, ...change },
      true,
    );
    expect(answer).toEqual({
      customerConsented: true,
      deliveryStatus: 'DELIVERED',
      sampleContentProvided: true,
      ...(consumptionPercentage !== undefined && { consumptionPercentage }),
    });
  });

  it('about a subscription is answered without a share, which the store computes', () => {
    expect(answerConsumption({ isSubscription: true }, figures, true)).not.toHaveProperty('consumptionPercentage');
  });

  it('is not answered without the consent of the user', () => {
    expect(answerConsumption({ isSubscription: false }, figures, false)).toBeUndefined();
  });
});

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}
const received: Received[] = [];
let response: { status: number; headers?: Record<string, string>; body?: string } = { status: 202 };
const server = createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    reply.writeHead(response.status, response.headers).end(response.body);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());
const address = server.address();
const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const account = { bundleId: ours.bundleId, keyId: 'ABC123DEFG', issuerId: '57246542-96fe-1a63-e053-0824d011072a' };
const api = createAppStoreApi({
  ...account,
  privateKey: key,
  baseUrls: { production: baseUrl, sandbox: `${baseUrl}/sandbox` },
});

/** The store's own client, which records the request instead of sending it. */
class Library extends AppStoreServerAPIClient {
  request: Pick<Received, 'method' | 'url' | 'headers' | 'body'> | undefined;

  protected override async makeFetchRequest(
    ...[path, , method, body, headers]: Parameters<AppStoreServerAPIClient['makeFetchRequest']>
  ): Promise<never> {
    this.request = { method, url: path, headers: { ...headers }, body: JSON.parse(String(body)) };
    throw new Error('recorded');
  }
}
const library = new Library(key, account.keyId, account.issuerId, account.bundleId, Environment.PRODUCTION);

/** Checks the token of a request and returns what it says, without the times. */
async function readToken(authorization = '') {
  const options = { audience: 'appstoreconnect-v1', issuer: account.issuerId, algorithms: ['ES256'] };
  const { payload, protectedHeader } = await jwtVerify(authorization.replace('Bearer ', ''), publicKey, options);
  const { iat = 0, exp = 0, ...claims } = payload;
  return { claims, protectedHeader, seconds: exp - iat };
}

describe('an answer to the App Store', () => {
  const answer = {
    customerConsented: true,
    deliveryStatus: 'DELIVERED',
    sampleContentProvided: true,
    consumptionPercentage: 33_333,
  } as const;

  it('is the request that the store’s own library makes', async () => {
    response = { status: 202 };
    await api.sendConsumption('production', '2000000000000001', answer);
    await expect(library.sendConsumptionInformation('2000000000000001', answer)).rejects.toThrow('recorded');
    const [sent, expected] = [received.at(-1), library.request];
    expect(sent).toMatchObject({ method: expected?.method, url: expected?.url, body: expected?.body });
    expect(sent?.headers['content-type']).toBe('application/json');
    const libraryToken = await readToken(String(expected?.headers.Authorization));
    expect(await readToken(sent?.headers.authorization)).toEqual(libraryToken);
  });

  it('about a purchase in the sandbox goes to the sandbox', async () => {
    response = { status: 202 };
    await api.sendConsumption('sandbox', 'a/b', answer);
    expect(received.at(-1)?.url).toBe('/sandbox/inApps/v2/transactions/consumption/a%2Fb');
  });

  it.each([
    [400, {}, { status: 400, isRetryable: false, retryAfterMs: undefined }],
    [404, {}, { status: 404, isRetryable: false, retryAfterMs: undefined }],
    [401, {}, { status: 401, isRetryable: false, retryAfterMs: undefined }],
    [429, { 'retry-after': '30' }, { status: 429, isRetryable: true, retryAfterMs: 30_000 }],
    [500, {}, { status: 500, isRetryable: true, retryAfterMs: undefined }],
  ])('that the store refuses with %s fails with what is to be done', async (status, headers, expected) => {
    response = { status, headers, body: '{"errorCode":4000035}' };
    await expect(api.sendConsumption('production', '1', answer)).rejects.toMatchObject({
      name: 'ProviderCallFailed',
      ...expected,
    });
  });

  it('that does not reach the store can be sent again', async () => {
    const baseUrls = { production: 'http://127.0.0.1:1', sandbox: 'http://127.0.0.1:1' };
    const unreachable = createAppStoreApi({ ...account, privateKey: key, baseUrls });
    await expect(unreachable.sendConsumption('production', '1', answer)).rejects.toMatchObject({ isRetryable: true });
  });
});
