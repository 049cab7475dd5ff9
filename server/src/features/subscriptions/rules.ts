import { dayMs } from '../../kit/time.ts';

/**
 * Subscriptions last for a period at a time. A provider reports the events of those that it sells in any order and
 * repeatedly; all are stored, and the state is derived from all of them. One given away by an admin (a comp) is free and
 * does not renew.
 */

export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'canceled', 'expired'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The filter of lists: a rail, a prefix such as `localwallet_*`, or `comp`. */
export const platformPattern =
  '^(?:ios_store|android_store|card_web|comp|(?:localwallet|mobilemoney|vas)_[a-z0-9_]{1,40}|[a-z][a-z0-9_]*_\\*)$';

export const productStatuses = ['active', 'paused'] as const;

export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * dayMs);

export const environments = ['production', 'sandbox'] as const;
export type Environment = (typeof environments)[number];

/** What interrupts a subscription until it is paid or resumed. A grace period keeps access. */
export const interruptions = ['grace', 'held', 'paused'] as const;
export type Interruption = (typeof interruptions)[number];

/** How long a subscription with an unpaid renewal is past due before it expires. */
export const graceDays = 30;

/** Allowed clock skew of providers. Events further in the future would supersede all later ones. */
export const clockToleranceMs = 5 * 60_000;

/** Also the order of events of the same moment. */
export const providerEventTypes = [
  'started',
  'changed',
  'grace',
  'held',
  'renewed',
  'recovered',
  'paused',
  'canceled',
  'expired',
  'resumed',
] as const;
export type ProviderEventType = (typeof providerEventTypes)[number];
export const subscriptionEventTypes = ['given', ...providerEventTypes, 'trial_extended'] as const;
export type SubscriptionEventType = (typeof subscriptionEventTypes)[number];

export interface SubscriptionEvent {
  readonly id: string;
  readonly type: SubscriptionEventType;
  readonly occurredAt: Date;
  readonly productId: string;
  readonly transactionId: string | null;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly trialEnd: Date | null;
  readonly autoRenew: boolean;
  readonly priceCents: number;
  readonly currency: string;
  /** Whether the provider reported the price; it is that of the product otherwise. */
  readonly isPriceKnown: boolean;
  readonly region: string | null;
  /** Of a grace period: until when access is kept. */
  readonly accessUntil?: Date | null;
  /** Days that a promo added to a trial. */
  readonly addedDays?: number | null;
  /** On a refund: the transactionId of the payment that was refunded. The event is a cancellation otherwise. */
  readonly refundOf?: string | null;
  readonly isWholeRefund?: boolean | null;
}

export interface SubscriptionState {
  readonly productId: string;
  readonly status: SubscriptionStatus;
  readonly autoRenew: boolean;
  readonly currentPeriodStart: Date;
  readonly currentPeriodEnd: Date;
  readonly trialEnd: Date | null;
  readonly canceledAt: Date | null;
  readonly priceCents: number;
  readonly currency: string;
  readonly region: string | null;
  readonly occurredAt: Date;
}

type Moments = Pick<SubscriptionEvent, 'type' | 'occurredAt' | 'trialEnd' | 'transactionId'>;

const startsTrial = ({ type, occurredAt, trialEnd }: Moments): boolean =>
  type === 'started' && trialEnd !== null && trialEnd > occurredAt;

/** Whether an event reports a paid period. A trial is not paid, so its bonus coins are credited with the next period. */
export function isPaid(event: Moments): boolean {
  if (event.type === 'started') return !startsTrial(event);
  if (event.type === 'changed' || event.type === 'resumed') return event.transactionId !== null;
  return event.type === 'renewed' || event.type === 'recovered';
}

function compare(one: SubscriptionEvent, other: SubscriptionEvent): number {
  const ranks = subscriptionEventTypes;
  return (
    one.occurredAt.getTime() - other.occurredAt.getTime() ||
    ranks.indexOf(one.type) - ranks.indexOf(other.type) ||
    one.periodStart.getTime() - other.periodStart.getTime()
  );
}

const isRefund = ({ refundOf }: SubscriptionEvent): boolean => (refundOf ?? null) !== null;

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

/** Sets the period of a refund to that of its payment, and its time to at least that of the payment. */
function withPeriodOfPayment(event: SubscriptionEvent, events: readonly SubscriptionEvent[]): SubscriptionEvent {
  const payments = events.filter((other) => isPaid(other) && other.transactionId === event.refundOf);
  const payment = isRefund(event) ? payments.toSorted(compare).at(-1) : undefined;
  if (!payment) return event;
  const { periodStart, periodEnd, productId, priceCents, currency, isPriceKnown } = payment;
  const occurredAt = laterOf(event.occurredAt, payment.occurredAt);
  return { ...event, periodStart, periodEnd, productId, priceCents, currency, isPriceKnown, occurredAt };
}

/** Whether a refund has no effect: it is partial, or the subscription has expired. */
const isWithoutEffect = (event: SubscriptionEvent, before: SubscriptionEvent | undefined): boolean =>
  isRefund(event) && (event.isWholeRefund !== true || before?.type === 'expired');

/** The events that determine the state, newest first, without trial extensions. */
function newestFirst(events: readonly SubscriptionEvent[]): SubscriptionEvent[] {
  const relevant: SubscriptionEvent[] = [];
  const inOrder = events
    .filter(({ type }) => type !== 'trial_extended')
    .map((event) => withPeriodOfPayment(event, events))
    .toSorted(compare);
  for (const event of inOrder) if (!isWithoutEffect(event, relevant.at(-1))) relevant.push(event);
  return relevant.reverse();
}

/** The event that determines the state: the last by `occurredAt`, whenever it arrived. */
export const latest = (events: readonly SubscriptionEvent[]): SubscriptionEvent | undefined => newestFirst(events)[0];

/** Events that say nothing about whether the period is a trial. */
const keepsTrial: readonly SubscriptionEventType[] = ['canceled', 'paused', 'resumed', 'changed'];

/** Whether the period of an event is that of a trial without a payment since. */
function isOfTrial(event: SubscriptionEvent, trialEnd: Date | null, others: readonly SubscriptionEvent[]): boolean {
  if (!keepsTrial.includes(event.type)) return startsTrial(event);
  const wasPaid = others.some((other) => isPaid(other) && other.periodStart >= event.periodStart);
  return trialEnd !== null && event.periodStart < trialEnd && !wasPaid;
}

/** When the period of the last event ends. A later cancellation does not extend a period that an earlier one shortened. */
function endOf(last: SubscriptionEvent, others: readonly SubscriptionEvent[]): Date {
  const firstOther = others.findIndex(({ type }) => type !== 'canceled');
  const cancellations = others.slice(0, firstOther < 0 ? others.length : firstOther);
  return cancellations
    .filter(({ periodStart }) => periodStart.getTime() === last.periodStart.getTime())
    .reduce((end, { periodEnd }) => (periodEnd < end ? periodEnd : end), last.periodEnd);
}

/** When each fully refunded payment was refunded: at its last refund. */
function wholeRefunds(events: readonly SubscriptionEvent[]): ReadonlyMap<string, Date> {
  const refunds = events.filter(isRefund).map((event) => withPeriodOfPayment(event, events));
  const whole = new Set(refunds.flatMap(({ refundOf, isWholeRefund }) => (isWholeRefund && refundOf) || []));
  const moments = new Map<string, Date>();
  for (const { refundOf, occurredAt } of refunds) {
    if (refundOf && whole.has(refundOf))
      moments.set(refundOf, laterOf(moments.get(refundOf) ?? occurredAt, occurredAt));
  }
  return moments;
}

interface Period {
  readonly event: SubscriptionEvent;
  readonly start: Date;
  readonly end: Date;
}

/**
 * When the period of an event was refunded: with its own payment, or if it names none, with all payments of the period. A
 * later payment without a transaction id is a different one.
 */
function refundedAt(
  event: SubscriptionEvent,
  happened: readonly SubscriptionEvent[],
  refunds: ReadonlyMap<string, Date>,
): Date | undefined {
  const isNamed = isPaid(event) && event.transactionId !== null;
  const inPeriod = happened.filter(
    (other) => isPaid(other) && other.periodStart.getTime() === event.periodStart.getTime(),
  );
  const names = (isNamed ? [event] : inPeriod).flatMap(({ transactionId }) => transactionId ?? []);
  const moments = names.flatMap((name) => refunds.get(name) ?? []);
  if (moments.length === 0 || moments.length < names.length) return undefined;
  const at = moments.reduce(laterOf);
  return !isNamed && isPaid(event) && event.occurredAt > at ? undefined : at;
}

/**
 * The current period. A refunded period ends when it was refunded, so another paid period that ends later counts instead. If
 * none is left, the period is the millisecond before the refund.
 */
function currentPeriod(happened: readonly SubscriptionEvent[], refunds: ReadonlyMap<string, Date>): Period | undefined {
  const [last] = happened;
  if (!last) return undefined;
  const whole = { event: last, start: last.periodStart, end: endOf(last, happened) };
  const at = refundedAt(last, happened, refunds);
  if (at === undefined) return whole;
  const isNewestOfPeriod = (event: SubscriptionEvent, index: number): boolean =>
    happened.findIndex(
      (other) =>
        other.periodStart.getTime() === event.periodStart.getTime() &&
        (refundedAt(other, happened, refunds) === undefined) === (refundedAt(event, happened, refunds) === undefined),
    ) === index;
  const left = happened
    .filter(isNewestOfPeriod)
    .filter(({ type }) => type !== 'expired')
    .map((event): Period => {
      const { start, end } = event === last ? whole : { start: event.periodStart, end: event.periodEnd };
      const until = refundedAt(event, happened, refunds);
      return { event, start, end: until !== undefined && until < end ? until : end };
    })
    .filter(({ start, end }) => start < end)
    .reduce<Period | undefined>((best, period) => (best && best.end >= period.end ? best : period), undefined);
  return left ?? { event: last, start: new Date(at.getTime() - 1), end: at };
}

/** The time of a cancellation that is the last event before the expiry. */
function canceledAtOf(known: readonly SubscriptionEvent[]): Date | null {
  const last = known.find(({ type }) => type !== 'expired');
  return last?.type === 'canceled' ? last.occurredAt : null;
}

/** A pause ends the subscription with its period, until it is resumed. */
const fixedStatuses: Readonly<Partial<Record<SubscriptionEventType, SubscriptionStatus>>> = {
  canceled: 'canceled',
  expired: 'expired',
  paused: 'canceled',
  grace: 'past_due',
  held: 'past_due',
};

/** A change of the plan does not change the status. */
function statusAfter(known: readonly SubscriptionEvent[], trialEnd: Date | null): SubscriptionStatus {
  const last = known.find(({ type }) => type !== 'changed') ?? known[0];
  const fixed = last && fixedStatuses[last.type];
  if (!last || fixed) return fixed ?? 'active';
  if (last.type !== 'resumed' && last.type !== 'changed') return startsTrial(last) ? 'trialing' : 'active';
  return trialEnd !== null && trialEnd > last.occurredAt && isOfTrial(last, trialEnd, known) ? 'trialing' : 'active';
}

/** Until when a grace period keeps access, if the subscription is in one. Turning renewal off does not end it. */
function accessUntil(known: readonly SubscriptionEvent[]): Date | null {
  const decisive = known.find((event) => isRefund(event) || !['canceled', 'changed'].includes(event.type));
  return decisive?.type === 'grace' ? (decisive.accessUntil ?? null) : null;
}

/** The price of an event: that of the newest event of the product which reports one, if it reports none itself. */
const priceOf = (event: SubscriptionEvent, happened: readonly SubscriptionEvent[]) =>
  [event, ...happened].find(({ productId, isPriceKnown }) => isPriceKnown && productId === event.productId) ?? event;

/** Derives the state of a subscription from its events, whatever the order of their arrival. */
export function stateAfter(events: readonly SubscriptionEvent[]): SubscriptionState | undefined {
  const known = newestFirst(events);
  const [last] = known;
  const happened = known.filter((event) => !isRefund(event));
  const period = currentPeriod(happened, wholeRefunds(events));
  if (!last || !period) return undefined;
  const { productId } = period.event;
  const { priceCents, currency } = priceOf(period.event, happened);
  const trialEnd = happened.find((event) => event.trialEnd !== null)?.trialEnd ?? null;
  const addedDays = events.reduce((sum, event) => sum + (event.addedDays ?? 0), 0);
  const status = statusAfter(known, trialEnd);
  const isEnded = status === 'canceled' || status === 'expired';
  const end = daysAfter(period.end, isOfTrial(period.event, trialEnd, happened) ? addedDays : 0);
  const graceEnd = accessUntil(known);
  return {
    productId,
    priceCents,
    currency,
    occurredAt: last.occurredAt,
    status,
    autoRenew: last.autoRenew && !isEnded,
    currentPeriodStart: period.start,
    currentPeriodEnd: graceEnd ? laterOf(end, graceEnd) : end,
    trialEnd: trialEnd && daysAfter(trialEnd, addedDays),
    canceledAt: canceledAtOf(known),
    region: known.find(({ region }) => region !== null)?.region ?? null,
  };
}

/** Whether the period has ended and does not renew. */
export const isOver = ({ autoRenew, currentPeriodEnd }: SubscriptionState, now: Date): boolean =>
  !autoRenew && currentPeriodEnd <= now;
