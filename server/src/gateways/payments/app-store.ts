import { type Static, type TSchema, Type } from 'typebox';
import { parseOrUndefined } from '../../kit/http/validate.ts';
import { readJsonBody } from '../../kit/json.ts';
import { refuseSignature } from '../../kit/webhooks.ts';
import { type AppStoreApiOptions, createAppStoreApi } from './app-store-api.ts';
import { type Claims, createSignedDataReader, readRootCertificate, type SignedDataReader } from './app-store-jws.ts';
import { UntranslatableMessage } from './failures.ts';
import { fromThousandths } from './money.ts';
import type {
  Environment,
  NeutralEvent,
  PaymentProvider,
  PurchaseEventData,
  SubscriptionEventData,
  UsageQuestion,
  VerifiedMessage,
} from './provider.ts';
import { countryOfStorefront } from './storefronts.ts';

/**
 * The App Store: server notifications of version 2, and transactions that a phone presents as proof of a purchase. Both are
 * signed by the store; a notification holds a transaction and a renewal info, each signed again.
 */

export interface AppStoreOptions {
  readonly bundleId: string;
  /** Of the app in the store, a number; only messages of the production environment have it. */
  readonly appAppleId: number;
  /** Roots that are trusted, in PEM or as DER in base64. */
  readonly rootCertificates: readonly string[];
  /** Undefined: questions about consumption are not answered. The users must have consented to the answers. */
  readonly answers?: Omit<AppStoreApiOptions, 'bundleId'> | undefined;
}

export type AppStore = PaymentProvider & Required<Pick<PaymentProvider, 'prove'>>;

const text = Type.Optional(Type.String());
const number = Type.Optional(Type.Number());
const flag = Type.Optional(Type.Boolean());

/** Xcode and LocalTesting are environments too, but nothing in them is signed by the store. */
const StoreEnvironment = Type.Union([Type.Literal('Production'), Type.Literal('Sandbox')]);

const SignedTransaction = Type.Object({
  bundleId: Type.String(),
  environment: StoreEnvironment,
  transactionId: text,
  originalTransactionId: text,
  productId: text,
  type: text,
  purchaseDate: number,
  signedDate: number,
  expiresDate: number,
  quantity: number,
  appAccountToken: text,
  inAppOwnershipType: text,
  transactionReason: text,
  storefront: text,
  currency: text,
  price: number,
  offerDiscountType: text,
  revocationDate: number,
  revocationReason: number,
  revocationType: text,
  revocationPercentage: number,
  isUpgraded: flag,
});
type SignedTransaction = Static<typeof SignedTransaction>;

/** A transaction that can be translated. */
const Id = Type.String({ minLength: 1 });
const Transaction = Type.Object({
  ...SignedTransaction.properties,
  transactionId: Id,
  originalTransactionId: Id,
  productId: Id,
  type: Id,
  purchaseDate: Type.Number(),
});
type Transaction = Static<typeof Transaction>;

const Renewal = Type.Object({
  environment: StoreEnvironment,
  originalTransactionId: text,
  autoRenewStatus: number,
  gracePeriodExpiresDate: number,
  appAccountToken: text,
});
type Renewal = Static<typeof Renewal>;

/** The app that a message is about. It is in `data`, or in another part for messages that are not about a purchase. */
const app = { bundleId: Type.String(), appAppleId: number };
const Notification = Type.Object({
  notificationType: Type.String(),
  subtype: text,
  notificationUUID: Id,
  signedDate: number,
  data: Type.Optional(
    Type.Object({
      ...app,
      environment: StoreEnvironment,
      signedTransactionInfo: text,
      signedRenewalInfo: text,
    }),
  ),
  summary: Type.Optional(Type.Object({ ...app, environment: StoreEnvironment })),
  appData: Type.Optional(Type.Object({ ...app, environment: StoreEnvironment })),
  externalPurchaseToken: Type.Optional(Type.Object({ ...app, externalPurchaseId: text })),
});
type Notification = Static<typeof Notification>;
type SignedData = NonNullable<Notification['data']>;

/** What `verify` and `prove` return: `proof` stands for the type of a notification. */
const Payload = Type.Object({
  notificationType: Type.String(),
  subtype: text,
  signedDate: Type.Number(),
  transaction: Type.Optional(Transaction),
  renewal: Type.Optional(Renewal),
});
type Payload = Static<typeof Payload>;
const proof = 'proof';

const readEnvelope = parseOrUndefined(Type.Object({ signedPayload: Type.String() }));
const readPayload = parseOrUndefined(Payload);
type SignedPayload = Omit<Payload, 'transaction'> & { readonly transaction?: SignedTransaction };

function claimsReader<S extends TSchema>(schema: S): (claims: Claims) => Static<S> {
  const read = parseOrUndefined(schema);
  return (claims) => read(claims) ?? refuseSignature('malformed');
}
const readNotification = claimsReader(Notification);
const readTransaction = claimsReader(SignedTransaction);
const readRenewal = claimsReader(Renewal);

export function createAppStore({ bundleId, appAppleId, rootCertificates, answers }: AppStoreOptions): AppStore {
  const reader = createSignedDataReader(rootCertificates.map(readRootCertificate));
  const ours = { bundleId, appAppleId };
  return {
    name: 'app-store',
    verify: async (_headers, body, now) => verifyNotification(reader, ours, body, now),
    async prove(given, now) {
      if (!('signedTransaction' in given)) return refuseSignature('no_transaction');
      const transaction = readOwnTransaction(reader, bundleId, given.signedTransaction, now);
      const { transactionId, signedDate = now.getTime() } = transaction;
      const payload: SignedPayload = { notificationType: proof, signedDate, transaction };
      return { id: `${proof}:${transactionId ?? 'none'}`, sentAt: new Date(signedDate), payload };
    },
    translate,
    questionOf,
    ...(answers && { answer: createAppStoreApi({ ...answers, bundleId }) }),
  };
}

type OurApp = Pick<AppStoreOptions, 'bundleId' | 'appAppleId'>;

function verifyNotification(reader: SignedDataReader, ours: OurApp, body: Buffer, now: Date): VerifiedMessage {
  const { signedPayload = '' } = readEnvelope(readJsonBody(body)) ?? {};
  const notification = readNotification(reader.read(signedPayload, now));
  const environment = environmentOf(notification, ours);
  const { notificationType, subtype, notificationUUID, signedDate = now.getTime() } = notification;
  const { signedTransactionInfo, signedRenewalInfo }: Partial<SignedData> = notification.data ?? {};
  const transaction =
    signedTransactionInfo === undefined
      ? undefined
      : readOwnTransaction(reader, ours.bundleId, signedTransactionInfo, now);
  const renewal = signedRenewalInfo === undefined ? undefined : readRenewal(reader.read(signedRenewalInfo, now));
  for (const part of [transaction, renewal]) {
    if (part && part.environment !== environment) refuseSignature('wrong_environment');
  }
  const payload: SignedPayload = {
    notificationType,
    ...(subtype !== undefined && { subtype }),
    signedDate,
    ...(transaction && { transaction }),
    ...(renewal && { renewal }),
  };
  return { id: notificationUUID, sentAt: new Date(signedDate), payload };
}

/** The environment of a notification, which must be for our app. */
function environmentOf(notification: Notification, ours: OurApp): Static<typeof StoreEnvironment> {
  const { data, summary, externalPurchaseToken: token, appData } = notification;
  const isSandboxToken = token?.externalPurchaseId?.startsWith('SANDBOX');
  const ofToken = token && { ...token, environment: isSandboxToken ? ('Sandbox' as const) : ('Production' as const) };
  const about = data ?? summary ?? ofToken ?? appData ?? refuseSignature('wrong_app');
  const isOurs = about.environment === 'Sandbox' || about.appAppleId === ours.appAppleId;
  return isOurs && about.bundleId === ours.bundleId ? about.environment : refuseSignature('wrong_app');
}

function readOwnTransaction(reader: SignedDataReader, bundleId: string, jws: string, now: Date): SignedTransaction {
  const transaction = readTransaction(reader.read(jws, now));
  return transaction.bundleId === bundleId ? transaction : refuseSignature('wrong_app');
}

type SubscriptionEventName = Extract<NeutralEvent['type'], `subscription.${string}`>;

/** What a notification about a subscription means, by type and subtype, else by type. */
const subscriptionEvents: Readonly<Record<string, SubscriptionEventName>> = {
  SUBSCRIBED: 'subscription.started',
  'OFFER_REDEEMED/INITIAL_BUY': 'subscription.started',
  'OFFER_REDEEMED/RESUBSCRIBE': 'subscription.started',
  // An upgrade is paid and starts at once; other changes of the product wait for the next renewal.
  'OFFER_REDEEMED/UPGRADE': 'subscription.renewed',
  'DID_CHANGE_RENEWAL_PREF/UPGRADE': 'subscription.renewed',
  OFFER_REDEEMED: 'subscription.changed',
  DID_CHANGE_RENEWAL_PREF: 'subscription.changed',
  DID_RENEW: 'subscription.renewed',
  'DID_RENEW/BILLING_RECOVERY': 'subscription.recovered',
  'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED': 'subscription.resumed',
  'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED': 'subscription.canceled',
  DID_CHANGE_RENEWAL_STATUS: 'subscription.changed',
  DID_FAIL_TO_RENEW: 'subscription.held',
  'DID_FAIL_TO_RENEW/GRACE_PERIOD': 'subscription.grace',
  GRACE_PERIOD_EXPIRED: 'subscription.held',
  EXPIRED: 'subscription.expired',
  REVOKE: 'subscription.expired',
  RENEWAL_EXTENDED: 'subscription.changed',
  MIGRATION: 'subscription.changed',
};

/** Notifications that concern neither money nor access now. */
const withoutEvents = new Set([
  'CONSUMPTION_REQUEST',
  'EXTERNAL_PURCHASE_TOKEN',
  'METADATA_UPDATE',
  'PRICE_CHANGE',
  'PRICE_INCREASE',
  'REFUND_DECLINED',
  'RENEWAL_EXTENSION',
  'RESCIND_CONSENT',
  'TEST',
]);

const subscriptionType = 'Auto-Renewable Subscription';
const isSubscription = ({ type }: Transaction): boolean => type === subscriptionType;
const isoTime = (ms: number): string => new Date(ms).toISOString();

function translate(given: unknown): readonly NeutralEvent[] {
  const payload = readPayload(given);
  if (!payload) throw new UntranslatableMessage('not the payload of a notification or proof');
  const { notificationType, subtype = '', transaction } = payload;
  if (withoutEvents.has(notificationType)) return [];
  const meaning = notificationType === proof ? proof : `${notificationType}/${subtype}`;
  if (!transaction) throw new UntranslatableMessage(`${meaning} without a transaction`);
  if (notificationType === proof) return eventsOfProof(payload, transaction);
  if (notificationType === 'ONE_TIME_CHARGE') return [purchase(transaction)];
  if (notificationType === 'REFUND') return [refund(payload, transaction)];
  if (notificationType === 'REFUND_REVERSED') return [refundReversal(payload, transaction)];
  if (notificationType === 'REVOKE' && !isSubscription(transaction)) return [refund(payload, transaction)];
  const type = subscriptionEvents[meaning] ?? subscriptionEvents[notificationType];
  if (!type) throw new UntranslatableMessage(`notification of the unknown type ${meaning}`);
  return [subscriptionEvent(type, payload, transaction)];
}

/**
 * A proof reports a payment. What has happened to it since, and renewals, whose order with other events matters, are left to
 * notifications.
 */
function eventsOfProof(payload: Payload, transaction: Transaction): NeutralEvent[] {
  const { revocationDate, isUpgraded, transactionReason } = transaction;
  if (revocationDate !== undefined || isUpgraded === true) return [];
  if (!isSubscription(transaction)) return [purchase(transaction)];
  return transactionReason === 'RENEWAL' ? [] : [subscriptionEvent('subscription.started', payload, transaction)];
}

const isFamilyShared = ({ inAppOwnershipType }: Transaction): boolean => inAppOwnershipType === 'FAMILY_SHARED';

/** What was paid for a transaction, for its whole quantity; undefined if the store does not report it. Family members pay nothing. */
function amountOf(transaction: Transaction): number | undefined {
  const { price, currency } = transaction;
  if (isFamilyShared(transaction)) return 0;
  return price === undefined || currency === undefined ? undefined : fromThousandths(Math.round(price), currency);
}

const neutralEnvironmentOf = ({ environment }: Transaction): Environment =>
  environment === 'Sandbox' ? 'sandbox' : 'production';

const commonData = (transaction: Transaction, renewal?: Renewal) => ({
  userId: (transaction.appAccountToken ?? renewal?.appAccountToken)?.toLowerCase(),
  productId: transaction.productId,
  currency: transaction.currency,
  region: countryOfStorefront(transaction.storefront ?? ''),
  environment: neutralEnvironmentOf(transaction),
  ...(isFamilyShared(transaction) && { isFamilyShared: true }),
});

const purchaseData = (transaction: Transaction): PurchaseEventData => ({
  ...commonData(transaction),
  transactionId: transaction.transactionId,
  amountCents: amountOf(transaction),
  quantity: transaction.quantity ?? 1,
});

const purchase = (transaction: Transaction): NeutralEvent => ({
  type: 'purchase.completed',
  occurredAt: isoTime(transaction.purchaseDate),
  data: purchaseData(transaction),
});

const wholePercentage = 100_000;

/** `revocationPercentage` is in thousandths of a percent. Older messages do not have it. */
function refund({ signedDate }: Payload, transaction: Transaction): NeutralEvent {
  const { revocationDate = signedDate, revocationType, revocationReason } = transaction;
  const { revocationPercentage: share = wholePercentage } = transaction;
  const { amountCents, ...data } = purchaseData(transaction);
  return {
    type: 'purchase.refunded',
    occurredAt: isoTime(revocationDate),
    data: {
      ...data,
      ...(amountCents !== undefined && { amountCents: Math.round((amountCents * share) / wholePercentage) }),
      refundPercentage: (share * 100) / wholePercentage,
      reason: revocationType === 'FAMILY_REVOKE' ? 'family_revoked' : revocationReason === 1 ? 'app_issue' : 'other',
    },
  };
}

/** Of all refunds of the transaction: without an amount. */
function refundReversal({ signedDate }: Payload, transaction: Transaction): NeutralEvent {
  const { amountCents: _, ...data } = purchaseData(transaction);
  return { type: 'purchase.refund_reversed', occurredAt: isoTime(signedDate), data };
}

/** Events that report the payment of a period. */
const paying: readonly SubscriptionEventName[] = [
  'subscription.started',
  'subscription.renewed',
  'subscription.recovered',
];

function subscriptionEvent(type: SubscriptionEventName, payload: Payload, transaction: Transaction): NeutralEvent {
  const { signedDate, renewal, notificationType, subtype } = payload;
  const { transactionId, originalTransactionId, purchaseDate, expiresDate, revocationDate, offerDiscountType } =
    transaction;
  if (expiresDate === undefined)
    throw new UntranslatableMessage(`${notificationType} of a subscription without an end`);
  const isRevoked = notificationType === 'REVOKE';
  // A renewal has the time at which its period begins, which can be up to a day after the store charged it.
  const startedAt = Math.min(purchaseDate, signedDate);
  const at = type === 'subscription.started' ? startedAt : isRevoked ? (revocationDate ?? signedDate) : signedDate;
  const gracePeriodEnd = type === 'subscription.grace' ? renewal?.gracePeriodExpiresDate : undefined;
  const data: SubscriptionEventData = {
    ...commonData(transaction, renewal),
    subscriptionId: originalTransactionId,
    ...(paying.includes(type) && { transactionId }),
    periodStart: isoTime(purchaseDate),
    periodEnd: isoTime(expiresDate),
    ...(offerDiscountType === 'FREE_TRIAL' && { trialEnd: isoTime(expiresDate) }),
    autoRenew: renewsAfter(type, renewal),
    priceCents: amountOf(transaction),
    ...(gracePeriodEnd !== undefined && { accessUntil: isoTime(gracePeriodEnd) }),
    ...(type === 'subscription.expired' && {
      reason: isRevoked ? 'family_revoked' : (subtype ?? 'other').toLowerCase(),
    }),
  };
  return { type, occurredAt: isoTime(at), data };
}

function renewsAfter(type: SubscriptionEventName, renewal: Renewal | undefined): boolean {
  if (type === 'subscription.canceled' || type === 'subscription.expired') return false;
  return type === 'subscription.resumed' || renewal?.autoRenewStatus !== 0;
}

/** A customer asked for a refund, and the store asks how much of the purchase was used. */
function questionOf(given: unknown): UsageQuestion | undefined {
  const { notificationType, transaction } = readPayload(given) ?? {};
  if (notificationType !== 'CONSUMPTION_REQUEST' || !transaction) return undefined;
  return {
    transactionId: transaction.transactionId,
    environment: neutralEnvironmentOf(transaction),
    isSubscription: isSubscription(transaction),
  };
}
