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

/** What was told, the last that happened first. Days that were added to a trial decide nothing of that. */
const newestFirst = (events: readonly SubscriptionEvent[]): SubscriptionEvent[] =>
  events
    .filter(({ type }) => type !== 'trial_extended')
    .toSorted(compare)
    .reverse();

/** The event that decides what a subscription is: the last that happened, whenever it came. */
export const latest = (events: readonly SubscriptionEvent[]): SubscriptionEvent | undefined => newestFirst(events)[0];

/** Whether the period of an event is that of a trial which nobody has paid for since. */
function isOfTrial(event: SubscriptionEvent, trialEnd: Date | null, told: readonly SubscriptionEvent[]): boolean {
  if (event.type !== 'canceled') return startsTrial(event);
  const wasPaid = told.some((other) => isPaid(other) && other.periodStart >= event.periodStart);
  return trialEnd !== null && event.periodStart < trialEnd && !wasPaid;
}

/** When the period of the last event ends. A cancellation does not give back what one before it took. */
function endOf(last: SubscriptionEvent, told: readonly SubscriptionEvent[]): Date {
  const others = told.findIndex(({ type }) => type !== 'canceled');
  const cancellations = told.slice(0, others < 0 ? told.length : others);
  return cancellations
    .filter(({ periodStart }) => periodStart.getTime() === last.periodStart.getTime())
    .reduce((end, { periodEnd }) => (periodEnd < end ? periodEnd : end), last.periodEnd);
}

/** What a subscription is after all that is known to have happened to it. */
export function stateAfter(events: readonly SubscriptionEvent[]): SubscriptionState | undefined {
  const told = newestFirst(events);
  const [last] = told;
  if (!last) return undefined;
  const beforeTheEnd = told.find(({ type }) => type !== 'expired');
  const { productId, autoRenew, periodStart, priceCents, currency, occurredAt } = last;
  const periodEnd = endOf(last, told);
  const trialEnd = told.find((event) => event.trialEnd !== null)?.trialEnd ?? null;
  const addedDays = events.reduce((sum, event) => sum + (event.addedDays ?? 0), 0);
  const isTrial = isOfTrial(last, trialEnd, told);
  return {
    productId,
    priceCents,
    currency,
    occurredAt,
    status: statusAfter(last),
    autoRenew: autoRenew && last.type !== 'canceled' && last.type !== 'expired',
    currentPeriodStart: periodStart,
    currentPeriodEnd: isTrial ? daysAfter(periodEnd, addedDays) : periodEnd,
    trialEnd: trialEnd && daysAfter(trialEnd, addedDays),
    canceledAt: beforeTheEnd?.type === 'canceled' ? beforeTheEnd.occurredAt : null,
    region: told.find(({ region }) => region !== null)?.region ?? null,
  };
}

/** Whether nothing is left of a subscription: its period is over, and no other will come by itself. */
export const isOver = ({ autoRenew, currentPeriodEnd }: SubscriptionState, now: Date): boolean =>
  !autoRenew && currentPeriodEnd <= now;
