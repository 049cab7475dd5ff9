import { createHash } from 'node:crypto';
import type { Headers } from '../../kit/http/endpoint.ts';
import { readJsonBody } from '../../kit/json.ts';
import { isSame, refuseSignature } from '../../kit/webhooks.ts';
import { minorUnits, shareOf } from './money.ts';
import type { NeutralEvent, PaymentProvider, PurchaseEventData, SubscriptionEventData } from './provider.ts';
import { at, isoOf, listAt, numberAt, textAt, verifyTimestamped } from './wire.ts';

/**
 * RevenueCat, which reports the events of several stores in one format. What happens here for each type of event is listed
 * in docs/providers/aggregator.md. One webhook reports the events of one rail, or of several: events of stores that belong
 * to another rail are left out, so that no payment is credited under two rails.
 */

export interface AggregatorOptions {
  /** The rail that the webhook is for. */
  readonly rail: string;
  /** Exact values of the `Authorization` header; several while it is being changed. */
  readonly authorizations: readonly string[];
  /** Secrets of signed webhooks; several while they are being rotated. */
  readonly signingSecrets: readonly string[];
}

/** The rail of each store. Stores without one are not sold through here. */
const rails: ReadonlyMap<string, string> = new Map([
  ['APP_STORE', 'ios_store'],
  ['MAC_APP_STORE', 'ios_store'],
  ['PLAY_STORE', 'android_store'],
  ['STRIPE', 'card_web'],
  ['RC_BILLING', 'card_web'],
  ['PADDLE', 'card_web'],
]);

/** The rails for which there is a store. */
export const aggregatedRails: readonly string[] = [...new Set(rails.values())];

/** The aggregator’s own store for development, whose purchases are free. */
const testStore = 'TEST_STORE';

/** The rail that an event belongs to; undefined for events of no store, and of stores that no rail is for. */
export const railOf = (payload: unknown): string | undefined => rails.get(textAt(payload, 'event.store') ?? '');

const concerns = (rail: string, payload: unknown): boolean =>
  textAt(payload, 'event.store') === testStore || railOf(payload) === rail;

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** If both the header and signatures are configured, a message needs both. */
function verifySender(options: AggregatorOptions, headers: Headers, body: Buffer, now: Date): Date | undefined {
  const { authorizations, signingSecrets } = options;
  if (authorizations.length === 0 && signingSecrets.length === 0) return refuseSignature('not_configured');
  if (authorizations.length > 0) {
    const given = digestOf(typeof headers.authorization === 'string' ? headers.authorization : '');
    if (!authorizations.some((value) => value !== '' && isSame(given, digestOf(value))))
      return refuseSignature('wrong_authorization');
  }
  return signingSecrets.length > 0
    ? verifyTimestamped(signingSecrets, headers['x-revenuecat-webhook-signature'], body, now)
    : undefined;
}

/** Ids that the app has given; the aggregator makes up others until the user signs in. */
const userOf = (event: unknown): string | undefined =>
  [textAt(event, 'app_user_id'), textAt(event, 'original_app_user_id'), ...listAt(event, 'aliases')].find(
    (id): id is string => typeof id === 'string' && !id.startsWith('$RCAnonymousID:'),
  );

/** Prices of refunds are negative. */
function pricesOf(event: unknown) {
  const currency = textAt(event, 'currency');
  const price = numberAt(event, 'price_in_purchased_currency');
  const usd = numberAt(event, 'price');
  const amountCents = price === undefined || currency === undefined ? undefined : minorUnits(Math.abs(price), currency);
  const shareAt = (path: string): number | undefined => {
    const share = numberAt(event, path);
    return amountCents === undefined || share === undefined ? undefined : shareOf(amountCents, share);
  };
  return {
    currency,
    amountCents,
    amountUsdCents: usd === undefined ? undefined : minorUnits(Math.abs(usd), 'USD'),
    taxCents: shareAt('tax_percentage'),
    feeCents: shareAt('commission_percentage'),
  };
}

/** Fields of both kinds of events. Nothing is known of money unless the event reports a payment or refund. */
function commonOf(event: unknown) {
  return {
    userId: userOf(event),
    productId: textAt(event, 'product_id'),
    currency: textAt(event, 'currency'),
    region: textAt(event, 'country_code'),
    environment: textAt(event, 'environment') === 'PRODUCTION' ? ('production' as const) : ('sandbox' as const),
    isFamilyShared: at(event, 'is_family_share') === true,
  };
}

const momentAt = (event: unknown, path: string): string | undefined => isoOf(numberAt(event, path));

type PurchaseName = 'completed' | 'refunded' | 'refund_reversed';

function purchaseEvent(event: unknown, name: PurchaseName, more: Partial<PurchaseEventData> = {}): NeutralEvent[] {
  const transactionId = textAt(event, 'transaction_id');
  const occurredAt = momentAt(event, 'event_timestamp_ms');
  if (transactionId === undefined || occurredAt === undefined) return [];
  const data = { ...commonOf(event), ...pricesOf(event), transactionId, ...more };
  return [{ type: `purchase.${name}`, occurredAt, data }];
}

/** Only events of the newest period are sent for subscriptions, and those of refunds may lack the price: then all was refunded. */
function refunded(event: unknown): NeutralEvent[] {
  const isWhole = (pricesOf(event).amountCents ?? 0) === 0;
  return purchaseEvent(event, 'refunded', {
    reason: reasonAt(event, 'cancel_reason'),
    ...(isWhole && { refundPercentage: 100 }),
  });
}

const reasonAt = (event: unknown, path: string): string | undefined => textAt(event, path)?.toLowerCase();

type SubscriptionName =
  | 'started'
  | 'renewed'
  | 'canceled'
  | 'expired'
  | 'grace'
  | 'held'
  | 'paused'
  | 'resumed'
  | 'changed';

function subscriptionEvent(
  event: unknown,
  name: SubscriptionName,
  more: Partial<SubscriptionEventData> = {},
): NeutralEvent[] {
  const subscriptionId = textAt(event, 'original_transaction_id') ?? textAt(event, 'transaction_id');
  const occurredAt = momentAt(event, 'event_timestamp_ms');
  const periodStart = momentAt(event, 'purchased_at_ms');
  const periodEnd = momentAt(event, 'expiration_at_ms');
  if (!subscriptionId || !occurredAt || !periodStart || !periodEnd) return [];
  const fields = { ...commonOf(event), subscriptionId, periodStart, periodEnd, autoRenew: true };
  return [{ type: `subscription.${name}`, occurredAt, data: { ...fields, ...more } }];
}

/** A period that was paid, or a trial, for which nothing was. */
function periodPaid(event: unknown, name: 'started' | 'renewed'): NeutralEvent[] {
  const kind = textAt(event, 'period_type');
  if (kind === 'TRIAL') return subscriptionEvent(event, name, { trialEnd: momentAt(event, 'expiration_at_ms') });
  const { amountCents: priceCents, ...prices } = pricesOf(event);
  return subscriptionEvent(event, name, {
    ...prices,
    priceCents,
    transactionId: textAt(event, 'transaction_id'),
    autoRenew: kind !== 'PREPAID',
  });
}

function cancellation(event: unknown): NeutralEvent[] {
  const reason = textAt(event, 'cancel_reason');
  // What does not renew can only be refunded.
  if (reason === 'CUSTOMER_SUPPORT' || at(event, 'expiration_at_ms') === undefined) return refunded(event);
  // BILLING_ISSUE reports the same, and knows the grace period.
  if (reason === 'BILLING_ERROR') return [];
  return subscriptionEvent(event, 'canceled', { autoRenew: false, reason: reason?.toLowerCase() });
}

function expiration(event: unknown): NeutralEvent[] {
  // The store resumes it by itself.
  if (textAt(event, 'expiration_reason') === 'SUBSCRIPTION_PAUSED') return subscriptionEvent(event, 'paused');
  return subscriptionEvent(event, 'expired', { autoRenew: false, reason: reasonAt(event, 'expiration_reason') });
}

function billingIssue(event: unknown): NeutralEvent[] {
  const accessUntil = momentAt(event, 'grace_period_expiration_at_ms');
  const reason = 'billing_error';
  return accessUntil === undefined
    ? subscriptionEvent(event, 'held', { reason })
    : subscriptionEvent(event, 'grace', { reason, accessUntil });
}

/** Types that are missing here concern neither money nor access. */
const translations: ReadonlyMap<string, (event: unknown) => NeutralEvent[]> = new Map([
  ['INITIAL_PURCHASE', (event) => periodPaid(event, 'started')],
  ['RENEWAL', (event) => periodPaid(event, 'renewed')],
  ['CANCELLATION', cancellation],
  ['UNCANCELLATION', (event) => subscriptionEvent(event, 'resumed')],
  ['NON_RENEWING_PURCHASE', (event) => purchaseEvent(event, 'completed')],
  ['SUBSCRIPTION_PAUSED', (event) => subscriptionEvent(event, 'paused')],
  ['EXPIRATION', expiration],
  ['BILLING_ISSUE', billingIssue],
  ['SUBSCRIPTION_EXTENDED', (event) => subscriptionEvent(event, 'changed')],
  ['REFUND_REVERSED', (event) => purchaseEvent(event, 'refund_reversed', { amountCents: undefined })],
]);

export function createAggregator(options: AggregatorOptions): PaymentProvider {
  return {
    name: 'aggregator',
    verify: async (headers, body, now) => {
      const signedAt = verifySender(options, headers, body, now);
      const payload = readJsonBody(body);
      const id = textAt(payload, 'event.id') ?? createHash('sha256').update(body).digest('hex');
      const generatedAt = momentAt(payload, 'event.event_timestamp_ms');
      return { id, sentAt: signedAt ?? (generatedAt === undefined ? now : new Date(generatedAt)), payload };
    },
    translate: (payload) =>
      concerns(options.rail, payload)
        ? (translations.get(textAt(payload, 'event.type') ?? '')?.(at(payload, 'event')) ?? [])
        : [],
  };
}
