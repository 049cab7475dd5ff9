import { NotificationTypeV2 } from '@apple/app-store-server-library';
import { describe, expect, it } from 'vitest';
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
import { createAppStore } from './app-store.ts';
import { answerOf } from './app-store-api.ts';

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
      data: { transactionId: coinPack.transactionId },
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

describe('a question about consumption', () => {
  it('names the payment, and no other message asks', () => {
    const asked = payloadOf({ type: 'CONSUMPTION_REQUEST', transaction: subscription });
    expect(store.questionOf?.(JSON.parse(JSON.stringify(asked)))).toEqual({
      transactionId: subscription.transactionId,
      environment: 'production',
      isSubscription: true,
    });
    expect(store.questionOf?.(payloadOf({ type: 'REFUND', transaction: coinPack }))).toBeUndefined();
    expect(store.questionOf?.(payloadOf({ type: 'CONSUMPTION_REQUEST' }))).toBeUndefined();
  });

  it.each([
    [{ coinsBought: 120, coinsSpent: 40 }, false, 33_333],
    [{ coinsBought: 120, coinsSpent: 0 }, false, 0],
    [{ coinsBought: 120, coinsSpent: 120 }, false, 100_000],
    [{ coinsBought: 0, coinsSpent: 0 }, false, undefined],
    [{ coinsBought: 120, coinsSpent: 40 }, true, undefined],
  ])('is answered with the share that was spent, except of subscriptions: %j, %s', (usage, isSubscription, share) => {
    expect(answerOf({ isSubscription }, usage).consumptionPercentage).toBe(share);
  });
});
