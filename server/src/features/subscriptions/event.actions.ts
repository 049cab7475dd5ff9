import { isDeepStrictEqual } from 'node:util';
import { isId, parseMoment } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import * as audit from '../audit/public.ts';
import { lockUser } from '../users/public.ts';
import type { EventDetail, EventResult } from '../webhooks/public.ts';
import { bonusOf, credit } from './bonus.actions.ts';
import { findReported, insertEvent, insertReported, listEvents, setTransaction, updateState } from './event.sql.ts';
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
import { findProductNamed, findSubscription, type ProductRow } from './sql.ts';

/** What a provider tells of a subscription that it sells. */
export interface ReportedEvent {
  readonly type: ProviderEventType;
  readonly occurredAt: Date;
  readonly data: SubscriptionEventData;
}

export interface SubscriptionEventResult extends EventResult {
  /** The subscription that it is about, by our id, unless it is unmatched. */
  readonly subscription?: Owned & { readonly region: string | null };
  /**
   * Where it tells of a paid period: the bonus coins that its payment brought, which may have been credited when the
   * period was told of without it; none if another payment brought them.
   */
  readonly payment?: { readonly bonusCoins: number; readonly eventId: string | null };
}

interface Owned {
  readonly id: string;
  readonly userId: string;
}

/** With where it was sold. */
type Reported = NonNullable<SubscriptionEventResult['subscription']>;

const actions = {
  started: 'subscription.start',
  renewed: 'subscription.renew',
  recovered: 'subscription.recover',
  canceled: 'subscription.cancel',
  expired: 'subscription.expire',
} as const;

const unmatched = (detail: EventDetail): SubscriptionEventResult => ({ outcome: 'unmatched', detail });

/**
 * Applies what a provider tells, in whatever order it comes: what happened before the last thing that is known changes
 * nothing now, but a period that it says was paid still brings its coins, once. Locks the user.
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
  const product = await findProductNamed(ctx.tx, data.productId);
  if (!product) return unmatched('unknown_product');
  const event = { ...eventOf(data), type, occurredAt };
  const subscription = await findOrInsert(ctx, { rail, subscriptionId: data.subscriptionId }, event, user);
  if (subscription?.userId !== userId) return unmatched('subscription_taken');
  return apply(ctx, subscription, event, { product, source: `${rail}:${data.subscriptionId}` });
}

function eventOf(data: SubscriptionEventData): Omit<SubscriptionEvent, 'type' | 'occurredAt'> {
  const { productId, transactionId = null, autoRenew, priceCents, trialEnd = null } = data;
  const [periodStart, periodEnd] = [parseMoment(data.periodStart), parseMoment(data.periodEnd)];
  if (!periodStart || !periodEnd) throw new Error('a period without its moments was taken for an event');
  return {
    id: newId(),
    productId,
    transactionId,
    autoRenew,
    priceCents,
    currency: data.currency.toUpperCase(),
    region: data.region?.toUpperCase() ?? null,
    periodStart,
    periodEnd,
    trialEnd: trialEnd === null ? null : (parseMoment(trialEnd) ?? null),
  };
}

/** The first thing that is told of a subscription makes it, whichever it is. */
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

interface Bought {
  readonly product: ProductRow;
  /** The rail and what it calls the subscription. */
  readonly source: string;
}

async function apply(
  ctx: audit.AuditCtx,
  subscription: Reported,
  event: SubscriptionEvent & { type: ProviderEventType },
  { product, source }: Bought,
): Promise<SubscriptionEventResult> {
  const paid = isPaid(event);
  const { due, earlier, key } = await bonusOf(ctx, subscription, event, { bonusCoins: product.bonusCoins, source });
  const isNew = await insertEvent(ctx.tx, subscription, event, { isPaid: paid, bonusCoins: due }, ctx.now);
  if (!isNew && event.transactionId !== null) await setTransaction(ctx.tx, subscription, event);
  const bonusCoins = isNew ? due + earlier : earlier;
  const eventId = paid ? await credit(ctx, subscription, bonusCoins, key) : null;
  const answer = { subscription, ...(paid && { payment: { bonusCoins, eventId } }) };
  if (!isNew) return { outcome: 'ignored', detail: 'already_received', ...answer };
  if ((await applyEvents(ctx, subscription, event, due)) || due > 0) return { outcome: 'applied', ...answer };
  return { outcome: 'ignored', detail: 'outdated', ...answer };
}

/** Makes the subscription what follows from all its events, and answers whether that changed it. */
export async function applyEvents(
  ctx: audit.AuditCtx,
  subscription: Owned,
  event: SubscriptionEvent & { type: ProviderEventType },
  bonusCoins: number,
): Promise<boolean> {
  const { userId, id } = subscription;
  const events = await listEvents(ctx.tx, subscription);
  const before = await findSubscription(ctx.tx, userId, id);
  const told = stateAfter(events);
  if (!before || !told) throw new Error('a subscription was lost while it was locked');
  const isLatest = latest(events)?.id === event.id;
  // Time may have changed the status meanwhile, which neither something older undoes nor a period that is over as well.
  const staysEnded = before.status === 'expired' && isOver(told, ctx.now);
  const after = isLatest && !staysEnded ? told : { ...told, status: before.status };
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
