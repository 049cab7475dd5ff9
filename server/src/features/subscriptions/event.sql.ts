import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { SubscriptionEvent, SubscriptionState } from './rules.ts';

export interface Owned {
  readonly id: string;
  readonly userId: string;
}

const eventColumns = sql.raw(`
  id, type, occurred_at as "occurredAt", product_id as "productId", transaction_id as "transactionId",
  period_start as "periodStart", period_end as "periodEnd", trial_end as "trialEnd", auto_renew as "autoRenew",
  price_cents as "priceCents", currency, is_price_known as "isPriceKnown", region, access_until as "accessUntil", added_days as "addedDays", refund_of as "refundOf",
  is_whole_refund as "isWholeRefund"`);

/** By its id at the provider. */
export async function findReported(
  db: Db,
  rail: string,
  subscriptionId: string,
): Promise<(Owned & { readonly region: string | null; readonly productId: string }) | undefined> {
  const query = sql<Owned & { region: string | null; productId: string }>`
    select id, user_id as "userId", region, product_id as "productId" from subscriptions
    where platform = ${rail} and provider_subscription_id = ${subscriptionId}`;
  return (await query.execute(db)).rows[0];
}

export async function listEvents(db: Db, { userId, id }: Owned): Promise<SubscriptionEvent[]> {
  const query = sql<SubscriptionEvent>`
    select ${eventColumns} from subscription_events where user_id = ${userId} and subscription_id = ${id}`;
  return (await query.execute(db)).rows;
}

const columnsOf = (state: SubscriptionState) => ({
  product_id: state.productId,
  status: state.status,
  auto_renew: state.autoRenew,
  current_period_start: state.currentPeriodStart,
  current_period_end: state.currentPeriodEnd,
  trial_end: state.trialEnd,
  canceled_at: state.canceledAt,
  price_cents: state.priceCents,
  currency: state.currency,
  region: state.region,
  occurred_at: state.occurredAt,
});

/** Returns whether it was inserted: an id at the provider belongs to one user. */
export async function insertReported(
  tx: Tx,
  { id, userId }: Owned,
  provider: { readonly rail: string; readonly subscriptionId: string },
  state: SubscriptionState,
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      id,
      platform: provider.rail,
      provider_subscription_id: provider.subscriptionId,
      ...columnsOf(state),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateState(tx: Tx, { id, userId }: Owned, state: SubscriptionState, now: Date): Promise<void> {
  await tx
    .updateTable('subscriptions')
    // Not every event has a region.
    .set((eb) => ({ ...columnsOf(state), region: state.region ?? eb.ref('region'), updated_at: now }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

interface PaidRow extends Pick<SubscriptionEvent, 'productId' | 'transactionId' | 'periodStart'> {
  bonusCoins: number;
}

/** The paid events with the same period or transaction id, in order of receipt. */
export async function listPaid(db: Db, { id, userId }: Owned, event: SubscriptionEvent): Promise<PaidRow[]> {
  const query = sql<PaidRow>`
    select product_id as "productId", transaction_id as "transactionId", period_start as "periodStart",
      bonus_coins as "bonusCoins"
    from subscription_events where user_id = ${userId} and subscription_id = ${id} and is_paid
      and (period_start = ${event.periodStart} or transaction_id = ${event.transactionId}) order by created_at, id`;
  return (await query.execute(db)).rows;
}

/** Adds the transaction id to an event that was reported without it before. */
export async function setTransaction(tx: Tx, { id, userId }: Owned, event: SubscriptionEvent): Promise<void> {
  await tx
    .updateTable('subscription_events')
    .set({ transaction_id: event.transactionId })
    .where('user_id', '=', userId)
    .where('subscription_id', '=', id)
    .where('occurred_at', '=', event.occurredAt)
    .where('type', '=', event.type)
    .where('period_start', '=', event.periodStart)
    .where('transaction_id', 'is', null)
    .execute();
}

/** Returns whether the event is new. */
export async function insertEvent(
  tx: Tx,
  { id, userId }: Owned,
  event: SubscriptionEvent,
  { isPaid, bonusCoins }: { readonly isPaid: boolean; readonly bonusCoins: number },
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('subscription_events')
    .values({
      user_id: userId,
      id: event.id,
      subscription_id: id,
      type: event.type,
      occurred_at: event.occurredAt,
      product_id: event.productId,
      transaction_id: event.transactionId,
      period_start: event.periodStart,
      period_end: event.periodEnd,
      trial_end: event.trialEnd,
      auto_renew: event.autoRenew,
      price_cents: event.priceCents,
      currency: event.currency,
      is_price_known: event.isPriceKnown,
      region: event.region,
      access_until: event.accessUntil ?? null,
      is_paid: isPaid,
      bonus_coins: bonusCoins,
      created_at: now,
    })
    .onConflict((conflict) => conflict.constraint('subscription_events_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Takes back that a payment was refunded, and returns whether it was. */
export async function unmarkRefund(tx: Tx, { id, userId }: Owned, transactionId: string): Promise<boolean> {
  const { rows } = await sql`
    update subscription_events set is_whole_refund = false
    where user_id = ${userId} and subscription_id = ${id} and refund_of = ${transactionId} and is_whole_refund
    returning id`.execute(tx);
  return rows.length > 0;
}

/** A full refund of a payment, with the period of that payment. */
interface RefundEvent extends SubscriptionEvent {
  readonly refundOf: string;
  readonly isWholeRefund: true;
}

/**
 * Stores a refund, and returns the id of its event: an earlier one if the provider reported a cancellation of the same
 * period at the same moment. Undefined if it was stored before.
 */
export async function insertRefundEvent(
  tx: Tx,
  { id, userId }: Owned,
  event: RefundEvent,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into subscription_events as e (user_id, id, subscription_id, type, occurred_at, product_id, period_start,
      period_end, auto_renew, price_cents, currency, is_price_known, region, is_paid, created_at, refund_of,
      is_whole_refund)
    values (${userId}, ${event.id}, ${id}, ${event.type}, ${event.occurredAt}, ${event.productId}, ${event.periodStart},
      ${event.periodEnd}, ${event.autoRenew}, ${event.priceCents}, ${event.currency}, ${event.isPriceKnown}, ${event.region}, false, ${now},
      ${event.refundOf}, ${event.isWholeRefund})
    on conflict on constraint subscription_events_once do update
      set refund_of = excluded.refund_of, is_whole_refund = excluded.is_whole_refund
      where e.refund_of is null or not e.is_whole_refund
    returning id`.execute(tx);
  return rows[0]?.id;
}
