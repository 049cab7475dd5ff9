import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { type Static, Type } from 'typebox';
import { refuse, unavailable } from '../../kit/errors.ts';
import type { Headers } from '../../kit/http/endpoint.ts';
import { parseOrUndefined } from '../../kit/http/validate.ts';
import { readJsonBody } from '../../kit/json.ts';
import { refuseSignature } from '../../kit/webhooks.ts';
import { tokenFault } from '../token-faults.ts';
import { UntranslatableMessage } from './failures.ts';
import { fromNanos } from './money.ts';
import {
  type Money,
  Order,
  ProductPurchase,
  type Publisher,
  SubscriptionPurchase,
  type VoidedPurchase,
} from './play-publisher.ts';
import type {
  NeutralEvent,
  PaymentProvider,
  PurchaseEventData,
  Settlement,
  SubscriptionEventData,
  VerifiedMessage,
} from './provider.ts';

/**
 * Play: developer notifications, which Pub/Sub pushes with a token of Google. A notification only names a purchase; what has
 * happened to it must be asked of the publisher API (`complete`) before the notification can be translated. The store takes
 * back purchases that are not consumed or acknowledged within three days (`settlementsOf`, `settle`).
 */

export interface PlayOptions {
  readonly packageName: string;
  /** Of the token, as set in the push subscription. */
  readonly pushAudience: string;
  /** The service account that the push subscription uses. */
  readonly pushEmail: string;
  readonly keysUrl?: string;
  readonly publisher: Publisher;
}

export type Play = PaymentProvider &
  Required<Pick<PaymentProvider, 'prove' | 'complete' | 'settlementsOf' | 'settle' | 'listVoided'>>;

const issuer = 'https://accounts.google.com';
const googleKeysUrl = 'https://www.googleapis.com/oauth2/v3/certs';
const clockToleranceS = 60;
const keysMs = 5_000;

/** 64-bit numbers are text in Google's JSON. */
const Millis = Type.Union([Type.String({ pattern: '^[0-9]{1,15}$' }), Type.Integer()]);
const Push = Type.Object({ message: Type.Object({ messageId: Type.String({ minLength: 1 }), data: Type.String() }) });
const Notification = Type.Object({
  packageName: Type.String(),
  eventTimeMillis: Millis,
  subscriptionNotification: Type.Optional(
    Type.Object({ notificationType: Type.Integer(), purchaseToken: Type.String() }),
  ),
  oneTimeProductNotification: Type.Optional(Type.Object({ purchaseToken: Type.String() })),
  voidedPurchaseNotification: Type.Optional(
    Type.Object({ orderId: Type.String(), refundType: Type.Optional(Type.Integer()) }),
  ),
});

/** The payload of a message. `purchase`, `subscription` and `order` are missing until it is completed. */
const Payload = Type.Object({
  /** In milliseconds. */
  occurredAt: Type.Number(),
  about: Type.Union([
    Type.Object({ kind: Type.Literal('product'), purchaseToken: Type.String() }),
    Type.Object({ kind: Type.Literal('subscription'), purchaseToken: Type.String(), notificationType: Type.Integer() }),
    Type.Object({ kind: Type.Literal('voided'), orderId: Type.String(), isPartial: Type.Boolean() }),
    /** Tests, and notifications that concern neither money nor access. */
    Type.Object({ kind: Type.Literal('other') }),
  ]),
  purchase: Type.Optional(ProductPurchase),
  subscription: Type.Optional(SubscriptionPurchase),
  order: Type.Optional(Order),
});
type Payload = Static<typeof Payload>;
type About = Payload['about'];

const readPush = parseOrUndefined(Push);
const readNotification = parseOrUndefined(Notification);
const readPayload = parseOrUndefined(Payload);

export function createPlay({ publisher, ...options }: PlayOptions): Play {
  const verifyToken = createTokenVerifier(options);
  return {
    name: 'play',
    async verify(headers, body, now) {
      await verifyToken(headers, now);
      return readMessage(options.packageName, body);
    },
    async prove(proof, now) {
      if (!('purchaseToken' in proof)) return refuseSignature('no_token');
      const { purchaseToken } = proof;
      const payload: Payload = { occurredAt: now.getTime(), about: { kind: 'product', purchaseToken } };
      // Nothing proves it until it is completed. Each is a message of its own: a purchase that was pending can be proved again.
      return { id: `proof:${digestOf(purchaseToken)}:${now.getTime()}`, sentAt: now, payload };
    },
    async *listVoided(from, to) {
      for await (const page of publisher.listVoided(from, to)) yield page.map(messageOfVoided);
    },
    complete: (payload) => complete(publisher, payload),
    translate,
    settlementsOf,
    settle: (settlement, attempt) => settle(publisher, settlement, attempt),
  };
}

type TokenOptions = Pick<PlayOptions, 'pushAudience' | 'pushEmail' | 'keysUrl'>;

function createTokenVerifier({ pushAudience, pushEmail, keysUrl = googleKeysUrl }: TokenOptions) {
  const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: keysMs });
  return async ({ authorization }: Headers, currentDate: Date): Promise<void> => {
    const [, token] = /^Bearer (\S+)$/i.exec(typeof authorization === 'string' ? authorization : '') ?? [];
    if (token === undefined) return refuseSignature('no_token');
    const expected = { algorithms: ['RS256'], issuer, audience: pushAudience, requiredClaims: ['exp', 'email'] };
    const { payload } = await jwtVerify(token, keys, {
      ...expected,
      currentDate,
      clockTolerance: clockToleranceS,
    }).catch(refuseToken);
    if (payload.email !== pushEmail || payload.email_verified !== true) return refuseSignature('wrong_email');
  };
}

function refuseToken(error: unknown): never {
  const fault = tokenFault(error);
  return fault === undefined ? refuse(unavailable) : refuseSignature(fault);
}

/** Subscription notifications by number; those that are missing here concern neither money nor access now. */
const subscriptionEvents: Readonly<Record<number, `subscription.${string}` & NeutralEvent['type']>> = {
  1: 'subscription.recovered',
  2: 'subscription.renewed',
  3: 'subscription.canceled',
  4: 'subscription.started',
  5: 'subscription.held',
  6: 'subscription.grace',
  7: 'subscription.resumed',
  9: 'subscription.changed',
  10: 'subscription.paused',
  // Revoked: access ends at once. The money is reported as a voided purchase.
  12: 'subscription.expired',
  13: 'subscription.expired',
  17: 'subscription.changed',
  18: 'subscription.changed',
};
/** Price changes (8, 19), pause schedules (11), canceled pending purchases (20), consent to price steps (22). */
const withoutEvents = [8, 11, 19, 20, 22];

/** A `refundType`: some of several items that were bought together. */
const quantityBasedRefund = 2;

function readMessage(packageName: string, body: Buffer): VerifiedMessage {
  const push = readPush(readJsonBody(body));
  if (!push) return refuseSignature('malformed');
  const { messageId, data } = push.message;
  const notification = readNotification(readJsonBody(Buffer.from(data, 'base64')));
  if (!notification) return refuseSignature('malformed');
  if (notification.packageName !== packageName) return refuseSignature('wrong_app');
  const occurredAt = Number(notification.eventTimeMillis);
  const payload: Payload = { occurredAt, about: subjectOf(notification) };
  return { id: messageId, sentAt: new Date(occurredAt), payload };
}

function subjectOf(notification: Static<typeof Notification>): About {
  const { subscriptionNotification: subscription, oneTimeProductNotification: product } = notification;
  const { voidedPurchaseNotification: voided } = notification;
  if (product) return { kind: 'product', purchaseToken: product.purchaseToken };
  if (voided) return { kind: 'voided', orderId: voided.orderId, isPartial: voided.refundType === quantityBasedRefund };
  if (!subscription || withoutEvents.includes(subscription.notificationType)) return { kind: 'other' };
  const { purchaseToken, notificationType } = subscription;
  return { kind: 'subscription', purchaseToken, notificationType };
}

function messageOfVoided({ orderId, voidedTimeMillis, voidedQuantity }: VoidedPurchase): VerifiedMessage {
  const occurredAt = Number(voidedTimeMillis);
  const payload: Payload = { occurredAt, about: { kind: 'voided', orderId, isPartial: voidedQuantity !== undefined } };
  return { id: `voided:${orderId}:${voidedTimeMillis}`, sentAt: new Date(occurredAt), payload };
}

function payloadIn(given: unknown): Payload {
  const payload = readPayload(given);
  if (!payload) throw new UntranslatableMessage('not the payload of a message');
  return payload;
}

async function complete(publisher: Publisher, given: unknown): Promise<Payload> {
  const payload = payloadIn(given);
  const { about, purchase: known, subscription: knownSubscription, order: knownOrder } = payload;
  if (known ?? knownSubscription ?? knownOrder) return payload;
  const withOrder = async (orderId: string | undefined) =>
    orderId === undefined ? {} : { order: await publisher.getOrder(orderId) };
  if (about.kind === 'voided') return { ...payload, ...(await withOrder(about.orderId)) };
  if (about.kind === 'product') {
    const purchase = await publisher.getProduct(about.purchaseToken);
    return { ...payload, purchase, ...(await withOrder(purchase.orderId)) };
  }
  if (about.kind === 'subscription') {
    const subscription = await publisher.getSubscription(about.purchaseToken);
    return { ...payload, subscription, ...(await withOrder(subscription.lineItems[0]?.latestSuccessfulOrderId)) };
  }
  return payload;
}

/** Subscriptions are identified by a digest of their token: tokens are long, and can be presented as a proof. */
const digestOf = (purchaseToken: string): string => createHash('sha256').update(purchaseToken).digest('hex');

const isoTime = (ms: number): string => new Date(ms).toISOString();

function translate(given: unknown): readonly NeutralEvent[] {
  const payload = payloadIn(given);
  const { about, purchase, subscription, order } = payload;
  if (about.kind === 'other') return [];
  if (about.kind === 'product' && purchase) return purchaseEvents(payload, about, purchase);
  if (about.kind === 'subscription' && subscription) return subscriptionEventsOf(payload, about, subscription);
  if (about.kind === 'voided' && order) return refundEvents(payload, about, order);
  throw new UntranslatableMessage('a message that is not completed');
}

function amountOf(money: Money | undefined): { amountCents?: number | undefined; currency?: string } {
  if (!money) return {};
  const { currencyCode: currency, units = '0', nanos = 0 } = money;
  return { amountCents: fromNanos(units, nanos, currency), currency };
}

const centsOf = (money: Money | undefined): number => amountOf(money).amountCents ?? 0;

const environmentOf = (test: object | undefined) => (test ? ('sandbox' as const) : ('production' as const));

const purchaseStates: Readonly<Record<string, NeutralEvent['type'] & `purchase.${string}`>> = {
  PURCHASED: 'purchase.completed',
  PENDING: 'purchase.pending',
  CANCELLED: 'purchase.failed',
};

function purchaseEvents(
  { occurredAt, order }: Payload,
  { purchaseToken }: Extract<About, { kind: 'product' }>,
  purchase: ProductPurchase,
): NeutralEvent[] {
  const type = purchaseStates[purchase.purchaseStateContext.purchaseState];
  if (!type) throw new UntranslatableMessage(`unknown state ${purchase.purchaseStateContext.purchaseState}`);
  const { productLineItem: items, purchaseCompletionTime: paidAt, orderId = digestOf(purchaseToken) } = purchase;
  return items.map((item) => {
    const line = order?.lineItems?.find((one) => one.productId === item.productId);
    const data: PurchaseEventData = {
      userId: purchase.obfuscatedExternalAccountId?.toLowerCase(),
      productId: item.productId,
      transactionId: transactionIdOf(orderId, item.productId, items.length),
      ...amountOf(line?.total),
      quantity: item.productOfferDetails?.quantity ?? 1,
      region: purchase.regionCode,
      environment: environmentOf(purchase.testPurchaseContext),
      ...(items.length === 1 && deductionsOf(order)),
    };
    const at = type === 'purchase.completed' && paidAt !== undefined ? Date.parse(paidAt) : occurredAt;
    return { type, occurredAt: isoTime(at), data };
  });
}

/** An order is one payment; of several products, each is a payment of its own, as they are credited and refunded apart. */
const transactionIdOf = (orderId: string, productId: string, products: number): string =>
  products > 1 ? `${orderId}:${productId}` : orderId;

/** What the store and the tax office keep, as long as nothing was refunded, which lowers our revenue too. */
function deductionsOf(order: Order | undefined): { taxCents?: number; feeCents?: number } {
  if (order?.state !== 'PROCESSED' || !order.total) return {};
  const { total, tax, developerRevenueInBuyerCurrency: revenue } = order;
  const currency = total.currencyCode;
  const taxCents = { ...(tax?.currencyCode === currency && { taxCents: centsOf(tax) }) };
  const feeCents = revenue?.currencyCode === currency ? centsOf(total) - centsOf(tax) - centsOf(revenue) : -1;
  return { ...taxCents, ...(feeCents >= 0 && { feeCents }) };
}

const paying: readonly NeutralEvent['type'][] = [
  'subscription.started',
  'subscription.renewed',
  'subscription.recovered',
];

type SubscriptionItem = SubscriptionPurchase['lineItems'][number];

function subscriptionEventsOf(
  payload: Payload,
  { purchaseToken, notificationType }: Extract<About, { kind: 'subscription' }>,
  subscription: SubscriptionPurchase,
): NeutralEvent[] {
  const type = subscriptionEvents[notificationType];
  if (!type) throw new UntranslatableMessage(`subscription notification of the unknown type ${notificationType}`);
  // Not paid yet: another notification follows.
  if (subscription.subscriptionState === 'SUBSCRIPTION_STATE_PENDING') return [];
  const [item] = subscription.lineItems;
  if (!item) throw new UntranslatableMessage('a subscription without a product');
  const line = payload.order?.lineItems?.find(({ productId }) => productId === item.productId);
  const { amountCents: priceCents, currency } = amountOf(line?.total ?? item.autoRenewingPlan?.recurringPrice);
  const data: SubscriptionEventData = {
    ...buyerOf(subscription),
    productId: item.productId,
    subscriptionId: digestOf(purchaseToken),
    ...(paying.includes(type) && { transactionId: item.latestSuccessfulOrderId, ...deductionsOf(payload.order) }),
    ...periodOf(type, payload, subscription.startTime, item),
    autoRenew: renewsAfter(type, item.autoRenewingPlan?.autoRenewEnabled),
    priceCents,
    currency,
    ...(type === 'subscription.expired' && { reason: notificationType === 12 ? 'revoked' : 'expired' }),
  };
  const event: NeutralEvent = { type, occurredAt: isoTime(payload.occurredAt), data };
  return type === 'subscription.started' ? [...endOfReplaced(payload.occurredAt, subscription, item), event] : [event];
}

const buyerOf = ({ externalAccountIdentifiers, regionCode, testPurchase }: SubscriptionPurchase) => ({
  userId: externalAccountIdentifiers?.obfuscatedExternalAccountId?.toLowerCase(),
  region: regionCode,
  environment: environmentOf(testPurchase),
});

type PeriodData = Pick<SubscriptionEventData, 'periodStart' | 'periodEnd' | 'trialEnd' | 'accessUntil'>;

/** The period of the last order; without an order, all the time since the subscription began. */
function periodOf(
  type: NeutralEvent['type'],
  { occurredAt, order }: Payload,
  startTime: string | undefined,
  { productId, expiryTime, offerPhase }: SubscriptionItem,
): PeriodData {
  if (expiryTime === undefined) throw new UntranslatableMessage('a subscription without an end');
  const details = order?.lineItems?.find((line) => line.productId === productId)?.subscriptionDetails;
  const end = isoTime(Date.parse(expiryTime));
  const periodStart = isoTime(Date.parse(details?.servicePeriodStartTime ?? startTime ?? isoTime(occurredAt)));
  if (type !== 'subscription.grace')
    return { periodStart, periodEnd: end, ...(offerPhase?.freeTrial && { trialEnd: end }) };
  // The store has moved the end of the subscription to that of the grace period.
  const periodEnd = isoTime(Date.parse(details?.servicePeriodEndTime ?? expiryTime));
  return { periodStart, periodEnd, accessUntil: end };
}

function renewsAfter(type: NeutralEvent['type'], isEnabled = false): boolean {
  if (type === 'subscription.canceled' || type === 'subscription.expired') return false;
  return type === 'subscription.resumed' || isEnabled;
}

/** The end of the subscription that a new one replaces, if it does. Its last period is the millisecond before. */
function endOfReplaced(at: number, subscription: SubscriptionPurchase, item: SubscriptionItem): NeutralEvent[] {
  const { linkedPurchaseToken } = subscription;
  if (linkedPurchaseToken === undefined) return [];
  const data: SubscriptionEventData = {
    ...buyerOf(subscription),
    productId: item.itemReplacement?.productId ?? item.productId,
    subscriptionId: digestOf(linkedPurchaseToken),
    periodStart: isoTime(at - 1),
    periodEnd: isoTime(at),
    autoRenew: false,
    reason: 'replaced',
  };
  return [{ type: 'subscription.expired', occurredAt: isoTime(at), data }];
}

/**
 * All refunds of an order, with the times of its history: so the notification and the list of voided purchases, which both
 * lead here, report the same refunds, however often.
 */
function refundEvents(
  { occurredAt }: Payload,
  { isPartial }: Extract<About, { kind: 'voided' }>,
  order: Order,
): NeutralEvent[] {
  const { refundEvent, partialRefundEvents = [] } = order.orderHistory ?? {};
  const partial = partialRefundEvents
    .filter(({ state }) => state === 'PROCESSED_SUCCESSFULLY')
    .map(({ createTime, refundDetails }) => ({
      at: createTime,
      total: refundDetails?.total,
      isWhole: false,
      reason: 'other',
    }));
  const isWhole = refundEvent !== undefined || partial.length === 0;
  if (isWhole && isPartial && !refundEvent)
    throw new UntranslatableMessage('a partial refund that the order does not list');
  const reason = refundEvent?.refundReason === 'CHARGEBACK' ? 'chargeback' : 'other';
  const whole = { at: refundEvent?.eventTime ?? isoTime(occurredAt), total: order.total, isWhole: true, reason };
  return [...partial, ...(isWhole ? [whole] : [])].flatMap((refund) => refundsByProduct(order, refund));
}

interface OrderRefund {
  readonly at: string;
  readonly total: Money | undefined;
  readonly isWhole: boolean;
  readonly reason: string;
}

/** A refund of an order is one of each product in it, in proportion to what was paid for it. */
function refundsByProduct(order: Order, { at, total, isWhole, reason }: OrderRefund): NeutralEvent[] {
  const lines = order.lineItems ?? [];
  const paid = centsOf(order.total);
  return lines.map(({ productId = '', total: lineTotal }) => {
    const ofLine = centsOf(lineTotal);
    const share = lines.length > 1 && paid > 0 ? ofLine / paid : 1;
    return {
      type: 'purchase.refunded',
      occurredAt: isoTime(Date.parse(at)),
      data: {
        productId,
        transactionId: transactionIdOf(order.orderId, productId, lines.length),
        currency: total?.currencyCode,
        amountCents: isWhole ? ofLine : Math.round(centsOf(total) * share),
        ...(isWhole && { refundPercentage: 100 }),
        reason,
      },
    };
  });
}

const unconsumed = 'CONSUMPTION_STATE_YET_TO_BE_CONSUMED';
const unacknowledged = 'ACKNOWLEDGEMENT_STATE_PENDING';

function settlementsOf(completed: unknown): readonly Settlement[] {
  const { about, purchase, subscription } = payloadIn(completed);
  if (about.kind === 'product' && purchase?.purchaseStateContext.purchaseState === 'PURCHASED') {
    return toConsume(purchase).map((productId) => ({ kind: 'consume', productId, purchaseToken: about.purchaseToken }));
  }
  if (about.kind !== 'subscription' || !subscription || !isUnacknowledged(subscription)) return [];
  const [item] = subscription.lineItems;
  return item ? [{ kind: 'acknowledge', productId: item.productId, purchaseToken: about.purchaseToken }] : [];
}

const toConsume = (purchase: ProductPurchase): string[] =>
  purchase.productLineItem
    .filter(({ productOfferDetails }) => productOfferDetails?.consumptionState === unconsumed)
    .map(({ productId }) => productId);

const isUnacknowledged = ({ subscriptionState, acknowledgementState }: SubscriptionPurchase): boolean =>
  subscriptionState !== 'SUBSCRIPTION_STATE_PENDING' && acknowledgementState === unacknowledged;

async function settle(publisher: Publisher, settlement: Settlement, attempt: number): Promise<void> {
  const { kind, productId, purchaseToken } = settlement;
  if (kind === 'consume') {
    const isOwed = attempt === 1 || toConsume(await publisher.getProduct(purchaseToken)).includes(productId);
    if (isOwed) await publisher.consume(productId, purchaseToken);
    return;
  }
  const isOwed = attempt === 1 || isUnacknowledged(await publisher.getSubscription(purchaseToken));
  if (isOwed) await publisher.acknowledgeSubscription(productId, purchaseToken);
}
