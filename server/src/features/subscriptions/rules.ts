import { dayMs } from '../../kit/time.ts';

/**
 * Subscriptions run for a period at a time. A provider tells what happens to the ones that it sells, in any order and more
 * than once: each event is kept, and what a subscription is now follows from all of them. One that an admin gives away (a
 * comp) costs nothing and ends by itself.
 */

export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'canceled', 'expired'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** What lists are narrowed by: a rail, all whose names begin so, such as `localwallet_*`, or `comp`. */
export const platformPattern =
  '^(?:ios_store|android_store|card_web|comp|(?:localwallet|mobilemoney|vas)_[a-z0-9_]{1,40}|[a-z][a-z0-9_]*_\\*)$';

export const productStatuses = ['active', 'paused'] as const;

export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * dayMs);

/** How long a subscription whose renewal was not paid waits for the payment before it counts as expired. */
export const graceDays = 30;

/** How far ahead of ours a provider's clock may be. What it says happens later than that would outrank all that follows. */
export const clockToleranceMs = 5 * 60_000;

export const providerEventTypes = ['started', 'renewed', 'recovered', 'canceled', 'expired'] as const;
export type ProviderEventType = (typeof providerEventTypes)[number];
/** What happens to a subscription, in the order that holds where two things happened at the same moment. */
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
  readonly region: string | null;
  /** What a promo added to a trial. */
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

type Moments = Pick<SubscriptionEvent, 'type' | 'occurredAt' | 'trialEnd'>;

const startsTrial = ({ type, occurredAt, trialEnd }: Moments): boolean =>
  type === 'started' && trialEnd !== null && trialEnd > occurredAt;

/**
 * Whether an event tells of a period that was paid for. A trial is not, so its bonus coins come with the first period
 * after it; nor does the end of a period say that it was paid.
 */
export const isPaid = (event: Moments): boolean =>
  event.type === 'renewed' || event.type === 'recovered' || (event.type === 'started' && !startsTrial(event));

function statusAfter(event: Moments): SubscriptionStatus {
  if (event.type === 'canceled' || event.type === 'expired') return event.type;
  return startsTrial(event) ? 'trialing' : 'active';
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

/** Replaces what a refund says of the period by the period that its payment was for. A payment precedes its refund. */
function withPeriodOfPayment(event: SubscriptionEvent, events: readonly SubscriptionEvent[]): SubscriptionEvent {
  const payments = events.filter((other) => isPaid(other) && other.transactionId === event.refundOf);
  const payment = isRefund(event) ? payments.toSorted(compare).at(-1) : undefined;
  if (!payment) return event;
  const { periodStart, periodEnd, productId, priceCents, currency } = payment;
  const occurredAt = laterOf(event.occurredAt, payment.occurredAt);
  return { ...event, periodStart, periodEnd, productId, priceCents, currency, occurredAt };
}

/** Whether a refund changes nothing: it is a partial one, or the subscription has expired. */
const isWithoutEffect = (event: SubscriptionEvent, before: SubscriptionEvent | undefined): boolean =>
  isRefund(event) && (event.isWholeRefund !== true || before?.type === 'expired');

/** The events that decide the state, newest first. Days that were added to a trial are not among them. */
function newestFirst(events: readonly SubscriptionEvent[]): SubscriptionEvent[] {
  const kept: SubscriptionEvent[] = [];
  const inOrder = events
    .filter(({ type }) => type !== 'trial_extended')
    .map((event) => withPeriodOfPayment(event, events))
    .toSorted(compare);
  for (const event of inOrder) if (!isWithoutEffect(event, kept.at(-1))) kept.push(event);
  return kept.reverse();
}

/** The event that decides what a subscription is: the last that happened, whenever it arrived. */
export const latest = (events: readonly SubscriptionEvent[]): SubscriptionEvent | undefined => newestFirst(events)[0];

/** Whether the period of an event is that of a trial which nobody has paid for since. */
function isOfTrial(event: SubscriptionEvent, trialEnd: Date | null, told: readonly SubscriptionEvent[]): boolean {
  if (event.type !== 'canceled') return startsTrial(event);
  const wasPaid = told.some((other) => isPaid(other) && other.periodStart >= event.periodStart);
  return trialEnd !== null && event.periodStart < trialEnd && !wasPaid;
}

/** When the period of the last event ends. A later cancellation does not extend what an earlier one shortened. */
function endOf(last: SubscriptionEvent, told: readonly SubscriptionEvent[]): Date {
  const others = told.findIndex(({ type }) => type !== 'canceled');
  const cancellations = told.slice(0, others < 0 ? told.length : others);
  return cancellations
    .filter(({ periodStart }) => periodStart.getTime() === last.periodStart.getTime())
    .reduce((end, { periodEnd }) => (periodEnd < end ? periodEnd : end), last.periodEnd);
}

/** When each payment was refunded, of those that were refunded in whole: at the last of its refunds. */
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
 * When the period of an event was refunded: its own payment was, or, where it names none, all payments of the period
 * were. A payment without a name that was made after the refund is another one.
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
 * The period that a subscription is in. A refunded period ends when it was refunded, so another one that is paid for
 * counts where it lasts longer. Where nothing is left, the period is the moment before the refund.
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

/** When it was canceled, where that is the last event before it expired. */
function canceledAtOf(known: readonly SubscriptionEvent[]): Date | null {
  const last = known.find(({ type }) => type !== 'expired');
  return last?.type === 'canceled' ? last.occurredAt : null;
}

/** What a subscription is after all that is known to have happened to it, in whatever order it became known. */
export function stateAfter(events: readonly SubscriptionEvent[]): SubscriptionState | undefined {
  const known = newestFirst(events);
  const [last] = known;
  const happened = known.filter((event) => !isRefund(event));
  const period = currentPeriod(happened, wholeRefunds(events));
  if (!last || !period) return undefined;
  const { productId, priceCents, currency } = period.event;
  const trialEnd = happened.find((event) => event.trialEnd !== null)?.trialEnd ?? null;
  const addedDays = events.reduce((sum, event) => sum + (event.addedDays ?? 0), 0);
  const isEnded = last.type === 'canceled' || last.type === 'expired';
  return {
    productId,
    priceCents,
    currency,
    occurredAt: last.occurredAt,
    status: statusAfter(last),
    autoRenew: last.autoRenew && !isEnded,
    currentPeriodStart: period.start,
    currentPeriodEnd: daysAfter(period.end, isOfTrial(period.event, trialEnd, happened) ? addedDays : 0),
    trialEnd: trialEnd && daysAfter(trialEnd, addedDays),
    canceledAt: canceledAtOf(known),
    region: known.find(({ region }) => region !== null)?.region ?? null,
  };
}

/** Whether nothing is left of a subscription: its period is over, and no other will come by itself. */
export const isOver = ({ autoRenew, currentPeriodEnd }: SubscriptionState, now: Date): boolean =>
  !autoRenew && currentPeriodEnd <= now;
