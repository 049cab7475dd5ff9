import { createHash } from 'node:crypto';
import { isRecord, readJsonBody } from '../../kit/json.ts';
import { type CardApi, minorFromApi, moneyResultOf } from './card-api.ts';
import { ProviderCallFailed } from './failures.ts';
import type {
  Environment,
  MoneyEvent,
  MoneyOrder,
  MoneyReply,
  NeutralEvent,
  PaymentProvider,
  PurchaseEventData,
  purchaseEventNames,
  SubscriptionEventData,
  subscriptionEventNames,
} from './provider.ts';
import { at, idAt, isoOf, listAt, numberAt, textAt, verifyTimestamped } from './wire.ts';

/**
 * Stripe. The id of a transaction is that of the invoice for payments of subscriptions, and that of the payment intent for
 * all others. Refunds and disputes only name the payment intent, so the invoice is asked for when they arrive.
 */

export interface CardOptions {
  /** Signing secrets of the endpoint, `whsec_…`. */
  readonly secrets: readonly string[];
  /** Without it, no money is returned, and refunds of subscriptions name a transaction that is not known here. */
  readonly api?: CardApi | undefined;
  /** Our product ids by the provider’s price ids, for subscriptions whose plan may change. */
  readonly products?: ReadonlyMap<string, string> | undefined;
}

/** A grace period lasts until the next attempt to collect the payment, and this much longer. */
const attemptMs = 3_600_000;

interface CardEvent {
  readonly type: string;
  readonly occurredAt: string;
  readonly environment: Environment;
  readonly object: unknown;
  /** Former values of the fields that changed. */
  readonly previous: unknown;
  /** The invoice of a subscription that was paid, where we asked for it. */
  readonly invoice: unknown;
  readonly products: ReadonlyMap<string, string> | undefined;
}

function eventOf(payload: unknown, products: CardOptions['products']): CardEvent | undefined {
  const type = textAt(payload, 'type');
  const occurredAt = momentAt(payload, 'created');
  if (type === undefined || occurredAt === undefined) return undefined;
  return {
    type,
    occurredAt,
    environment: at(payload, 'livemode') === false ? 'sandbox' : 'production',
    object: at(payload, 'data.object'),
    previous: at(payload, 'data.previous_attributes'),
    invoice: at(payload, addedInvoice),
    products,
  };
}

/** Where `complete` adds an invoice to a payload. */
const addedInvoice = 'cliffhanger_invoice';

function momentAt(value: unknown, path: string): string | undefined {
  const seconds = numberAt(value, path);
  return seconds === undefined ? undefined : isoOf(seconds * 1000);
}

const currencyOf = (object: unknown): string => textAt(object, 'currency')?.toUpperCase() ?? '';

function centsAt(object: unknown, path: string): number | undefined {
  const units = numberAt(object, path);
  return units === undefined ? undefined : minorFromApi(units, currencyOf(object));
}

const positive = (cents: number | undefined): number | undefined =>
  cents !== undefined && cents > 0 ? cents : undefined;

// Purchases

type PurchaseName = (typeof purchaseEventNames)[number];
type SubscriptionName = (typeof subscriptionEventNames)[number];

type PurchaseFields = Omit<PurchaseEventData, 'environment' | 'currency' | 'amountCents' | 'transactionId'> & {
  readonly transactionId: string | undefined;
  readonly amountCents: number | undefined;
};

function purchaseEvent(event: CardEvent, name: PurchaseName, fields: PurchaseFields): NeutralEvent[] {
  const { occurredAt, environment, object } = event;
  const { transactionId, amountCents } = fields;
  if (transactionId === undefined || amountCents === undefined) return [];
  const data = { ...fields, transactionId, amountCents, currency: currencyOf(object), environment };
  return [{ type: `purchase.${name}`, occurredAt, data }];
}

function checkout(event: CardEvent, name: PurchaseName, reason?: string): NeutralEvent[] {
  const { object } = event;
  // Payments of subscriptions are reported by their invoices.
  if (textAt(object, 'mode') !== 'payment') return [];
  return purchaseEvent(event, name, {
    userId: textAt(object, 'client_reference_id') ?? textAt(object, 'metadata.userId'),
    purchaseId: textAt(object, 'metadata.purchaseId'),
    productId: textAt(object, 'metadata.productId'),
    transactionId: idAt(object, 'payment_intent') ?? textAt(object, 'id'),
    amountCents: centsAt(object, 'amount_total'),
    taxCents: positive(centsAt(object, 'total_details.amount_tax')),
    region: textAt(object, 'customer_details.address.country'),
    reason,
  });
}

/** Of a charge, refund or dispute. */
function paymentIn({ object, invoice, products }: CardEvent) {
  const details = at(invoice, 'parent.subscription_details.metadata');
  return {
    userId: textAt(object, 'metadata.userId') ?? textAt(details, 'userId'),
    productId:
      textAt(object, 'metadata.productId') ?? (invoice === undefined ? undefined : productOfInvoice(invoice, products)),
    transactionId:
      textAt(invoice, 'id') ??
      idAt(object, 'invoice') ??
      idAt(object, 'payment_intent') ??
      idAt(object, 'charge') ??
      textAt(object, 'id'),
  };
}

function chargeRefunded(event: CardEvent): NeutralEvent[] {
  const now = centsAt(event.object, 'amount_refunded') ?? 0;
  const before = numberAt(event.previous, 'amount_refunded') ?? 0;
  const amountCents = positive(now - (minorFromApi(before, currencyOf(event.object)) ?? 0));
  return purchaseEvent(event, 'refunded', { ...paymentIn(event), amountCents });
}

/** A refund that failed and was not ordered here has returned nothing; one ordered here is a `MoneyEvent`. */
function refundFailed(event: CardEvent): NeutralEvent[] {
  if (textAt(event.object, 'metadata.refundId') !== undefined) return [];
  const reason = textAt(event.object, 'failure_reason') ?? 'refund_failed';
  const amountCents = positive(centsAt(event.object, 'amount'));
  return purchaseEvent(event, 'refund_reversed', { ...paymentIn(event), amountCents, reason });
}

const disputeEvent = (event: CardEvent, name: PurchaseName): NeutralEvent[] =>
  purchaseEvent(event, name, {
    ...paymentIn(event),
    amountCents: centsAt(event.object, 'amount'),
    disputeId: textAt(event.object, 'id'),
    reason: textAt(event.object, 'reason'),
  });

function disputeClosed(event: CardEvent): NeutralEvent[] {
  const status = textAt(event.object, 'status');
  // An inquiry that was closed without becoming a dispute.
  if (status === 'won' || status === 'warning_closed') return disputeEvent(event, 'refund_reversed');
  return status === 'lost' ? disputeEvent(event, 'refunded') : [];
}

// Subscriptions

type SubscriptionFields = Omit<
  SubscriptionEventData,
  'environment' | 'currency' | 'subscriptionId' | 'periodStart' | 'periodEnd' | 'priceCents'
> & {
  readonly subscriptionId: string | undefined;
  readonly periodStart: string | undefined;
  readonly periodEnd: string | undefined;
  readonly priceCents: number | undefined;
};

function subscriptionEvent(event: CardEvent, name: SubscriptionName, fields: SubscriptionFields): NeutralEvent[] {
  const { occurredAt, environment, object } = event;
  const { subscriptionId, periodStart, periodEnd, priceCents } = fields;
  if (subscriptionId === undefined || periodStart === undefined || periodEnd === undefined) return [];
  const currency = currencyOf(object);
  const data = { ...fields, subscriptionId, periodStart, periodEnd, priceCents, currency, environment };
  return [{ type: `subscription.${name}`, occurredAt, data }];
}

function productOf(
  price: string | undefined,
  metadata: unknown,
  products: CardOptions['products'],
): string | undefined {
  const mapped = price === undefined ? undefined : products?.get(price);
  return mapped ?? textAt(metadata, 'productId') ?? price;
}

// The API of 2025 moved the subscription of an invoice and the price of its lines; endpoints may use an older version.
const subscriptionOfInvoice = (invoice: unknown): string | undefined =>
  idAt(invoice, 'parent.subscription_details.subscription') ?? idAt(invoice, 'subscription');

const metadataOfInvoice = (invoice: unknown): unknown =>
  at(invoice, 'parent.subscription_details.metadata') ?? at(invoice, 'subscription_details.metadata');

const productOfInvoice = (invoice: unknown, products: CardOptions['products']): string | undefined =>
  productOf(priceOfLine(mainLine(invoice)), metadataOfInvoice(invoice), products);

const priceOfLine = (line: unknown): string | undefined =>
  idAt(line, 'pricing.price_details.price') ?? idAt(line, 'price');

const isProration = (line: unknown): boolean =>
  (at(line, 'parent.subscription_item_details.proration') ?? at(line, 'proration')) === true;

const isOfSubscription = (line: unknown): boolean =>
  at(line, 'parent.subscription_item_details') !== undefined || textAt(line, 'type') === 'subscription';

/** The line of the period that an invoice pays for: that of a subscription which is no proration, costs something and ends last. */
function mainLine(invoice: unknown): unknown {
  const rank = (line: unknown): number[] => [
    isProration(line) ? 0 : 1,
    isOfSubscription(line) ? 1 : 0,
    (numberAt(line, 'amount') ?? 0) > 0 ? 1 : 0,
    numberAt(line, 'period.end') ?? 0,
  ];
  const isBetter = (one: number[], other: number[]): boolean => {
    const place = one.findIndex((value, index) => value !== other[index]);
    return place >= 0 && (one[place] ?? 0) > (other[place] ?? 0);
  };
  return listAt(invoice, 'lines.data').reduce<unknown>(
    (best, line) => (best === undefined || isBetter(rank(line), rank(best)) ? line : best),
    undefined,
  );
}

function invoiceFields({ object, products }: CardEvent) {
  return {
    userId: textAt(metadataOfInvoice(object), 'userId'),
    productId: productOfInvoice(object, products),
    subscriptionId: subscriptionOfInvoice(object),
    region: textAt(object, 'customer_address.country'),
    autoRenew: true,
  };
}

function taxOf(invoice: unknown): number | undefined {
  const taxes = listAt(invoice, 'total_taxes').reduce<number>((sum, tax) => sum + (numberAt(tax, 'amount') ?? 0), 0);
  return positive(minorFromApi(taxes, currencyOf(invoice))) ?? positive(centsAt(invoice, 'tax'));
}

function invoicePaid(event: CardEvent): NeutralEvent[] {
  const { object } = event;
  const wasLate = (numberAt(object, 'attempt_count') ?? 0) > 1;
  const names = new Map<string | undefined, SubscriptionName>([
    ['subscription_create', 'started'],
    ['subscription_cycle', wasLate ? 'recovered' : 'renewed'],
    ['subscription_update', 'changed'],
  ]);
  const name = names.get(textAt(object, 'billing_reason'));
  const line = mainLine(object);
  // The first invoice of a trial is free, and the creation of the subscription is what reports the trial.
  const isTrial = name === 'started' && numberAt(line, 'amount') === 0;
  if (name === undefined || isTrial) return [];
  return subscriptionEvent(event, name, {
    ...invoiceFields(event),
    transactionId: textAt(object, 'id'),
    periodStart: momentAt(line, 'period.start'),
    periodEnd: momentAt(line, 'period.end'),
    priceCents: centsAt(object, 'amount_paid'),
    taxCents: taxOf(object),
  });
}

/** Access continues while the provider tries again to collect a renewal. The period of the invoice itself is the last paid one. */
function invoiceFailed(event: CardEvent): NeutralEvent[] {
  const { object } = event;
  if (textAt(object, 'billing_reason') !== 'subscription_cycle') return [];
  const next = numberAt(object, 'next_payment_attempt');
  const accessUntil = next === undefined ? undefined : isoOf(next * 1000 + attemptMs);
  return subscriptionEvent(event, accessUntil === undefined ? 'held' : 'grace', {
    ...invoiceFields(event),
    periodStart: momentAt(object, 'period_start'),
    periodEnd: momentAt(object, 'period_end'),
    priceCents: centsAt(object, 'amount_due'),
    accessUntil,
    reason: 'payment_failed',
  });
}

const periodMoment = (subscription: unknown, edge: 'start' | 'end'): number | undefined =>
  numberAt(subscription, `items.data.0.current_period_${edge}`) ?? numberAt(subscription, `current_period_${edge}`);

/** Whether a subscription ends with its current period, or during it. */
function endsSoon(subscription: unknown): boolean {
  const cancelAt = numberAt(subscription, 'cancel_at');
  if (cancelAt === undefined) return at(subscription, 'cancel_at_period_end') === true;
  return cancelAt <= (periodMoment(subscription, 'end') ?? cancelAt);
}

/** With the behaviors other than `void`, the provider’s documentation says, the service continues for free. */
const isPaused = (subscription: unknown): boolean =>
  textAt(subscription, 'status') === 'paused' || textAt(subscription, 'pause_collection.behavior') === 'void';

const priceOf = (subscription: unknown): string | undefined => idAt(subscription, 'items.data.0.price');

/** Reports the subscription as it is now. */
function subscriptionReport(event: CardEvent, name: SubscriptionName, reason?: string): NeutralEvent[] {
  const { object, products } = event;
  const end = periodMoment(object, 'end');
  const earlier = [numberAt(object, 'ended_at'), endsSoon(object) ? numberAt(object, 'cancel_at') : undefined];
  const ends = [end, ...earlier].filter((moment) => moment !== undefined);
  const units =
    (numberAt(object, 'items.data.0.price.unit_amount') ?? 0) * (numberAt(object, 'items.data.0.quantity') ?? 1);
  const isTrial = textAt(object, 'status') === 'trialing';
  return subscriptionEvent(event, name, {
    userId: textAt(object, 'metadata.userId'),
    productId: productOf(priceOf(object), at(object, 'metadata'), products),
    subscriptionId: textAt(object, 'id'),
    periodStart: momentAt({ moment: periodMoment(object, 'start') }, 'moment'),
    periodEnd: momentAt({ moment: ends.length > 0 ? Math.min(...ends) : undefined }, 'moment'),
    trialEnd: isTrial ? momentAt(object, 'trial_end') : undefined,
    autoRenew: name !== 'expired' && !endsSoon(object),
    priceCents: minorFromApi(units, currencyOf(object)),
    reason,
  });
}

const trialStarted = (event: CardEvent): NeutralEvent[] =>
  textAt(event.object, 'status') === 'trialing' ? subscriptionReport(event, 'started') : [];

/** Compares a subscription with what it was before. Its payments are reported by its invoices. */
function subscriptionUpdated(event: CardEvent): NeutralEvent[] {
  const { object, previous } = event;
  const status = textAt(object, 'status') ?? '';
  if (!isRecord(object) || !isRecord(previous) || ['incomplete', 'incomplete_expired', 'canceled'].includes(status))
    return [];
  const before = { ...object, ...previous };
  const names: SubscriptionName[] = [];
  if (status === 'unpaid' && before.status !== 'unpaid') names.push('held');
  if (isPaused(object) !== isPaused(before)) names.push(isPaused(object) ? 'paused' : 'resumed');
  if (endsSoon(object) !== endsSoon(before)) names.push(endsSoon(object) ? 'canceled' : 'resumed');
  const formerPrice = priceOf(before);
  const hasNewPlan = formerPrice !== undefined && formerPrice !== priceOf(object);
  const hasNewTrial = status === 'trialing' && 'trial_end' in previous;
  if (hasNewPlan || hasNewTrial) names.push('changed');
  const reason = textAt(object, 'cancellation_details.reason');
  return [...new Set(names)].flatMap((name) =>
    subscriptionReport(event, name, name === 'canceled' ? reason : undefined),
  );
}

const translations: ReadonlyMap<string, (event: CardEvent) => NeutralEvent[]> = new Map([
  [
    'checkout.session.completed',
    (event) => checkout(event, textAt(event.object, 'payment_status') === 'unpaid' ? 'pending' : 'completed'),
  ],
  ['checkout.session.async_payment_succeeded', (event) => checkout(event, 'completed')],
  ['checkout.session.async_payment_failed', (event) => checkout(event, 'failed', 'async_payment_failed')],
  ['charge.refunded', chargeRefunded],
  ['refund.failed', refundFailed],
  ['charge.dispute.created', (event) => disputeEvent(event, 'disputed')],
  ['charge.dispute.closed', disputeClosed],
  ['invoice.paid', invoicePaid],
  ['invoice.payment_failed', invoiceFailed],
  ['customer.subscription.created', trialStarted],
  ['customer.subscription.updated', subscriptionUpdated],
  ['customer.subscription.paused', (event) => subscriptionReport(event, 'paused')],
  ['customer.subscription.resumed', (event) => subscriptionReport(event, 'resumed')],
  [
    'customer.subscription.deleted',
    (event) => subscriptionReport(event, 'expired', textAt(event.object, 'cancellation_details.reason')),
  ],
]);

/** What a verified message says about money that `returnMoney` ordered. */
export function moneyEventsIn(payload: unknown): readonly MoneyEvent[] {
  const event = eventOf(payload, undefined);
  const refundId = textAt(event?.object, 'metadata.refundId');
  if (!event || refundId === undefined || !/^(?:refund|charge\.refund)\.(?:created|updated|failed)$/.test(event.type))
    return [];
  const { occurredAt } = event;
  const result = moneyResultOf(event.object);
  if (result.status === 'returned') return [{ type: 'refund.returned', refundId, occurredAt }];
  return result.status === 'failed' ? [{ type: 'refund.failed', refundId, occurredAt, code: result.code }] : [];
}

const namesPaymentOnly = new Set([
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
]);

/**
 * Adds the invoice that a refund or dispute is about. A key that may not read invoices does not prevent refunds of other
 * payments; those of subscriptions find theirs on a replay with the right key.
 */
async function withInvoice(api: CardOptions['api'], payload: unknown): Promise<unknown> {
  const paymentIntent = idAt(payload, 'data.object.payment_intent');
  const isOwnRefund = textAt(payload, 'data.object.metadata.refundId') !== undefined;
  const isNeeded = namesPaymentOnly.has(textAt(payload, 'type') ?? '') && !isOwnRefund;
  const isComplete = at(payload, addedInvoice) !== undefined;
  if (!api || !isNeeded || isComplete || paymentIntent === undefined || !isRecord(payload)) return payload;
  const found = await api.subscriptionInvoiceOf(paymentIntent);
  if ('invoice' in found) return found.invoice === undefined ? payload : { ...payload, [addedInvoice]: found.invoice };
  if (!found.isRetryable || found.code === 'key_refused') return payload;
  throw new ProviderCallFailed(`the invoice of a payment cannot be read: ${found.code}`, { isRetryable: true });
}

async function orderMoney(api: CardApi, order: MoneyOrder): Promise<MoneyReply> {
  const result = await api.returnMoney(order);
  if (result.status !== 'failed') return { outcome: result.status === 'returned' ? 'returned' : 'ordered' };
  if (result.isRetryable) throw new Error(`the card provider did not take the order: ${result.code}`);
  return { outcome: 'refused', reason: result.code };
}

export function createCard({ secrets, api, products }: CardOptions): PaymentProvider {
  return {
    name: 'card',
    ...(api && { returnMoney: (order: MoneyOrder) => orderMoney(api, order) }),
    moneyEvents: moneyEventsIn,
    async verify(headers, body, now) {
      const sentAt = verifyTimestamped(secrets, headers['stripe-signature'], body, now);
      const payload = readJsonBody(body);
      const id = textAt(payload, 'id') ?? createHash('sha256').update(body).digest('hex');
      return { id, sentAt, payload };
    },
    complete: (payload) => withInvoice(api, payload),
    translate(payload) {
      const event = eventOf(payload, products);
      return event ? (translations.get(event.type)?.(event) ?? []) : [];
    },
  };
}
