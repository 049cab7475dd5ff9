import { isDeepStrictEqual } from 'node:util';
import { isId, parseMoment } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import * as audit from '../audit/public.ts';
import * as ledger from '../ledger/public.ts';
import { lockUser } from '../users/public.ts';
import type { EventDetail, EventResult } from '../webhooks/public.ts';
import {
  findReported,
  insertEvent,
  insertRefundEvent,
  insertReported,
  listEvents,
  listPaid,
  type Owned,
  setTransaction,
  unmarkRefund,
  updateState,
} from './event.sql.ts';
import {
  clockToleranceMs,
  isOver,
  isPaid,
  latest,
  type ProviderEventType,
  type SubscriptionEvent,
  type SubscriptionState,
  stateAfter,
} from './rules.ts';
import type { SubscriptionEventData } from './schema.ts';
import { findProductByStoreId, findSubscription } from './sql.ts';

/** What a payment adds to a subscription event. */
interface ReportedBy {
  readonly userId: string;
  readonly environment?: 'production' | 'sandbox' | undefined;
  readonly isFamilyShared?: boolean | undefined;
}

interface ReportedEvent {
  readonly type: ProviderEventType;
  readonly occurredAt: Date;
  readonly data: SubscriptionEventData & ReportedBy & { readonly productId: string };
}

interface SubscriptionEventResult extends EventResult {
  /** Unless the event is unmatched. */
  readonly subscription?: Reported;
  /** If the event reports a paid period: the bonus coins of its payment. */
  readonly payment?: { readonly bonusCoins: number; readonly eventId: string | null };
}

/** `region` is that of the sale. */
type Reported = Owned & { readonly region: string | null };

const actions = {
  started: 'subscription.start',
  changed: 'subscription.change',
  grace: 'subscription.grace',
  held: 'subscription.hold',
  paused: 'subscription.pause',
  resumed: 'subscription.resume',
  renewed: 'subscription.renew',
  recovered: 'subscription.recover',
  canceled: 'subscription.cancel',
  expired: 'subscription.expire',
} as const;

const unmatched = (detail: EventDetail): SubscriptionEventResult => ({ outcome: 'unmatched', detail });

/**
 * Applies an event of a provider, in any order: one that is older than the latest known does not change the state, but the
 * coins of a paid period are still credited, once. Locks the user.
 */
export async function applySubscriptionEvent(
  ctx: audit.AuditCtx,
  rail: string,
  { type, occurredAt, data }: ReportedEvent,
): Promise<SubscriptionEventResult> {
  const userId = data.userId.toLowerCase();
  const user = isId(userId) ? await lockUser(ctx.tx, userId) : undefined;
  if (!user) return unmatched('unknown_user');
  if (occurredAt.getTime() > ctx.now.getTime() + clockToleranceMs) return unmatched('in_the_future');
  if (user.isGuest) return unmatched('guest_subscription');
  const product = await findProductByStoreId(ctx.tx, data.productId);
  if (!product) return unmatched('unknown_product');
  const event = { ...eventOf(data, product), type, occurredAt };
  const subscription = await findOrInsert(ctx, { rail, subscriptionId: data.subscriptionId }, event, user);
  if (subscription?.userId !== userId) return unmatched('subscription_taken');
  const bonus = {
    coins: data.isFamilyShared ? 0 : product.bonusCoins,
    counter: data.environment === 'sandbox' ? 'source_test' : 'source_bonus',
  } as const;
  return apply(ctx, subscription, event, { bonus, source: `${rail}:${data.subscriptionId}` });
}

function eventOf(
  data: ReportedEvent['data'],
  product: Pick<SubscriptionEvent, 'priceCents' | 'currency'>,
): Omit<SubscriptionEvent, 'type' | 'occurredAt'> {
  const { productId, transactionId = null, autoRenew, trialEnd = null, accessUntil } = data;
  const isPriceKnown = data.priceCents !== undefined && data.currency !== undefined;
  const { priceCents = product.priceCents, currency = product.currency } = isPriceKnown ? data : {};
  const [periodStart, periodEnd] = [parseMoment(data.periodStart), parseMoment(data.periodEnd)];
  if (!periodStart || !periodEnd) throw new Error('an event has an invalid period');
  return {
    id: newId(),
    productId,
    transactionId,
    autoRenew,
    priceCents,
    currency: currency.toUpperCase(),
    isPriceKnown,
    region: data.region?.toUpperCase() ?? null,
    periodStart,
    periodEnd,
    trialEnd: trialEnd === null ? null : (parseMoment(trialEnd) ?? null),
    accessUntil: accessUntil === undefined ? null : (parseMoment(accessUntil) ?? null),
  };
}

/** The first event of a subscription creates it, whatever its type. */
async function findOrInsert(
  { tx, now }: audit.AuditCtx,
  provider: { rail: string; subscriptionId: string },
  event: SubscriptionEvent,
  user: { id: string; countryCode: string | null },
): Promise<Reported | undefined> {
  const known = await findReported(tx, provider.rail, provider.subscriptionId);
  if (known) return known;
  const made = { id: newId(), userId: user.id, region: event.region ?? user.countryCode };
  const state = stateAfter([{ ...event, region: made.region }]);
  return state && (await insertReported(tx, made, provider, state, now)) ? made : undefined;
}

async function apply(
  ctx: audit.AuditCtx,
  subscription: Reported,
  event: SubscriptionEvent & { type: ProviderEventType },
  { bonus, source }: { readonly bonus: PeriodBonus; readonly source: string },
): Promise<SubscriptionEventResult> {
  const paid = isPaid(event);
  const { due, earlier, key } = await bonusOf(ctx, subscription, event, { bonusCoins: bonus.coins, source });
  const isNew = await insertEvent(ctx.tx, subscription, event, { isPaid: paid, bonusCoins: due }, ctx.now);
  if (!isNew && event.transactionId !== null) await setTransaction(ctx.tx, subscription, event);
  const bonusCoins = isNew ? due + earlier : earlier;
  const eventId = paid ? await credit(ctx, subscription, { coins: bonusCoins, counter: bonus.counter }, key) : null;
  const result = { subscription, ...(paid && { payment: { bonusCoins, eventId } }) };
  if (!isNew) return { outcome: 'ignored', detail: 'already_received', ...result };
  if ((await applyEvents(ctx, subscription, event, due)) || due > 0) return { outcome: 'applied', ...result };
  return { outcome: 'ignored', detail: 'outdated', ...result };
}

/** Recomputes the state of a subscription from all its events, and returns whether it changed. */
async function applyEvents(
  ctx: audit.AuditCtx,
  subscription: Owned,
  event: SubscriptionEvent & { type: ProviderEventType },
  bonusCoins: number,
): Promise<boolean> {
  const { userId, id } = subscription;
  const events = await listEvents(ctx.tx, subscription);
  const before = await findSubscription(ctx.tx, userId, id);
  const derived = stateAfter(events);
  if (!before || !derived) throw new Error('a locked subscription disappeared');
  const isLatest = latest(events)?.id === event.id;
  // An expiry by time is undone neither by an older event nor by a period that has ended as well.
  const staysEnded = before.status === 'expired' && isOver(derived, ctx.now);
  const after = isLatest && !staysEnded ? derived : { ...derived, status: before.status };
  await updateState(ctx.tx, subscription, after, ctx.now);
  const changed = isLatest || !isDeepStrictEqual(shown(before), shown(after));
  if (!changed && bonusCoins === 0) return false;
  await audit.record(ctx, {
    action: actions[event.type],
    target: { type: 'subscription', id },
    ...(events.length > 1 && { before: shown(before) }),
    after: { ...shown(after), ...(bonusCoins > 0 && { bonusCoins }) },
  });
  return changed;
}

interface PeriodBonus {
  readonly coins: number;
  readonly counter: 'source_bonus' | 'source_test';
}

type Shown = Pick<
  SubscriptionState,
  'productId' | 'status' | 'autoRenew' | 'currentPeriodEnd' | 'trialEnd' | 'canceledAt'
>;

const shown = ({ productId, status, autoRenew, currentPeriodEnd, trialEnd, canceledAt }: Shown) => ({
  productId,
  status,
  autoRenew,
  currentPeriodEnd,
  trialEnd,
  canceledAt,
});

/**
 * The bonus coins of a period: `due` are to be credited now, `earlier` were credited by an event without the payment that
 * this event names. They are credited once per paid period, and again if a payment changes the product within the period.
 */
async function bonusOf(
  { tx }: audit.AuditCtx,
  subscription: Owned,
  event: SubscriptionEvent,
  { bonusCoins, source }: { readonly bonusCoins: number; readonly source: string },
) {
  const { periodStart, productId, transactionId } = event;
  const known = await listPaid(tx, subscription, event);
  const inPeriod = known.filter((other) => other.periodStart.getTime() === periodStart.getTime());
  const own = inPeriod.filter((other) => transactionId === null || other.productId === productId);
  const isCounted = transactionId !== null && known.some((other) => other.transactionId === transactionId);
  const isUnnamed = transactionId !== null && !isCounted && own.every((other) => other.transactionId === null);
  const [first] = inPeriod;
  const key = `subscription:${source}:${periodStart.toISOString()}`;
  return {
    due: isPaid(event) && !isCounted && own.length === 0 ? bonusCoins : 0,
    earlier: isUnnamed ? own.reduce((sum, other) => sum + other.bonusCoins, 0) : 0,
    key: first && first.productId !== productId ? `${key}:${productId}` : key,
  };
}

/** Credits bonus coins once, and returns the ledger event. */
async function credit(
  ctx: audit.AuditCtx,
  { id, userId }: Owned,
  { coins: amount, counter }: PeriodBonus,
  key: string,
) {
  if (amount === 0) return null;
  const cause = { userId, reason: 'subscription_bonus', refType: 'subscription', refId: id, key };
  const { eventId } = await ledger.move(ctx, { ...cause, bonus: { amount, counter } });
  return eventId;
}

/**
 * Applies the full refund of a subscription payment: it turns renewal off and ends the period of that payment only. The
 * caller has locked the user.
 */
export async function cancelRefunded(
  ctx: audit.AuditCtx,
  subscription: Owned,
  { transactionId, occurredAt }: { readonly transactionId: string; readonly occurredAt: Date },
): Promise<void> {
  const events = await listEvents(ctx.tx, subscription);
  const payments = events.filter((event) => isPaid(event) && event.transactionId === transactionId);
  const payment = latest(payments) ?? latest(events);
  if (!payment) return;
  const event = {
    ...payment,
    id: newId(),
    type: 'canceled',
    transactionId: null,
    autoRenew: false,
    occurredAt,
    refundOf: transactionId,
    isWholeRefund: true,
  } as const;
  const id = await insertRefundEvent(ctx.tx, subscription, event, ctx.now);
  if (id !== undefined) await applyEvents(ctx, subscription, { ...event, id }, 0);
}

/** Restores the period of a payment whose refund was reversed. The caller has locked the user. */
export async function restoreRefunded(ctx: audit.AuditCtx, subscription: Owned, transactionId: string): Promise<void> {
  if (!(await unmarkRefund(ctx.tx, subscription, transactionId))) return;
  const before = await findSubscription(ctx.tx, subscription.userId, subscription.id);
  const after = stateAfter(await listEvents(ctx.tx, subscription));
  if (!before || !after) throw new Error('a locked subscription disappeared');
  await updateState(ctx.tx, subscription, after, ctx.now);
  await audit.record(ctx, {
    action: 'subscription.restore',
    target: { type: 'subscription', id: subscription.id },
    before: shown(before),
    after: shown(after),
  });
}
