import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { NewTransaction, TransactionRow } from './sql.ts';

export interface ProviderRefundRow {
  userId: string;
  platform: string;
  transactionId: string;
  occurredAt: Date;
  productId: string;
  amountCents: number;
  /** The share of the payment; it takes precedence over the amount. */
  percentage: number | null;
  currency: string;
  reason: string;
  /** The provider's id of the dispute that was lost, if it was one. */
  disputeId: string | null;
  /** Our id of the purchase, if known. */
  purchaseId: string | null;
}

/** Stores a refund and the event that reported it, and returns whether it still has to be applied. The user is locked. */
export async function storeRefund(
  tx: Tx,
  refund: ProviderRefundRow,
  webhookId: string | null,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into provider_refunds as p (user_id, platform, transaction_id, occurred_at, product_id, amount_cents, percentage, currency,
      reason, dispute_id, purchase_id, webhook_ids, created_at)
    values (${refund.userId}, ${refund.platform}, ${refund.transactionId}, ${refund.occurredAt}, ${refund.productId},
      ${refund.amountCents}, ${refund.percentage}, ${refund.currency}, ${refund.reason}, ${refund.disputeId}, ${refund.purchaseId}, array_remove(array[${webhookId}::uuid], null), ${now})
    on conflict on constraint provider_refunds_pk do update
      set webhook_ids = array_append(array_remove(p.webhook_ids, ${webhookId}::uuid), ${webhookId}::uuid)
      where p.applied_at is null
    returning user_id`.execute(tx);
  return rows.length > 0;
}

type Key = Pick<ProviderRefundRow, 'userId' | 'platform' | 'transactionId' | 'occurredAt' | 'amountCents'>;

const isRow = ({ userId, platform, transactionId, occurredAt, amountCents }: Key) => sql`
  user_id = ${userId} and platform = ${platform} and transaction_id = ${transactionId}
    and occurred_at = ${occurredAt} and amount_cents = ${amountCents}`;

/** A refund that arrived before its payment, with the events that reported it. */
export interface UnappliedRefundRow extends ProviderRefundRow {
  webhookIds: string[];
}

/** Refunds of a payment that arrived before it, of any user, oldest first. */
export async function listUnappliedRefunds(
  tx: Tx,
  { userId, id, platform, transactionId }: Pick<NewTransaction, 'userId' | 'id' | 'platform' | 'transactionId'>,
): Promise<UnappliedRefundRow[]> {
  const query = sql<UnappliedRefundRow>`
    select user_id as "userId", platform, transaction_id as "transactionId", occurred_at as "occurredAt",
      product_id as "productId", amount_cents as "amountCents", percentage::float8 as percentage, currency, reason, dispute_id as "disputeId",
      purchase_id as "purchaseId", webhook_ids as "webhookIds"
    from provider_refunds where applied_at is null
      and ((platform = ${platform} and transaction_id = ${transactionId})
        or (user_id = ${userId} and purchase_id = ${id}))
    order by occurred_at, amount_cents`;
  return (await query.execute(tx)).rows;
}

/** The coins that multipliers added to a payment, and the events that posted them. */
export interface PromoCoins {
  coins: number;
  eventIds: string[];
}

export async function findPromoCoins(
  db: Db,
  { userId, id }: Pick<TransactionRow, 'userId' | 'id'>,
): Promise<PromoCoins> {
  const { rows } = await sql<PromoCoins>`
    select coalesce(sum(coins_granted), 0)::integer as coins,
      coalesce(array_agg(event_id) filter (where event_id is not null), '{}') as "eventIds"
    from multiplier_uses where user_id = ${userId} and transaction_id = ${id}`.execute(db);
  return rows[0] ?? { coins: 0, eventIds: [] };
}

export interface AppliedRefund {
  readonly cents: number;
  readonly isWhole: boolean;
  readonly coinsDue: number;
  readonly bonusDue: number;
  readonly promoDue: number;
  readonly coinsTaken: number;
  readonly underpaidCents: number;
  readonly eventId: string | null;
}

/** Records on a provider's refund what it reversed. `confirmedCents` were refunded by admins before. */
export async function markApplied(
  tx: Tx,
  refund: ProviderRefundRow,
  applied: Pick<AppliedRefund, 'cents' | 'coinsTaken' | 'underpaidCents' | 'eventId'> & {
    readonly purchaseId: string;
    readonly confirmedCents: number;
    /** Null if it reversed no coins. */
    readonly dues: ReversedCoins | null;
    /** Whether the provider had reversed it before it was reported. */
    readonly isReversed?: boolean;
  },
  now: Date,
): Promise<void> {
  await sql`
    update provider_refunds set applied_at = ${now}, refunded_cents = ${applied.cents}, coins_taken = ${applied.coinsTaken},
      underpaid_cents = ${applied.underpaidCents}, event_id = ${applied.eventId}, purchase_id = ${applied.purchaseId},
      confirmed_cents = ${applied.confirmedCents}, reversed_at = ${applied.isReversed ? now : null},
      coins_due = ${applied.dues?.coinsDue ?? 0}, bonus_due = ${applied.dues?.bonusDue ?? 0},
      promo_due = ${applied.dues?.promoDue ?? 0}, paid_taken = ${applied.dues?.paidTaken ?? 0},
      bonus_taken = ${applied.dues?.bonusTaken ?? 0}
    where ${isRow(refund)}`.execute(tx);
}

/** The coins that a refund should have reversed, and those that it took from each wallet. */
export interface ReversedCoins {
  readonly coinsDue: number;
  readonly bonusDue: number;
  readonly promoDue: number;
  readonly paidTaken: number;
  readonly bonusTaken: number;
}

/** A refund of a provider that was applied to a payment and is not reversed. */
export interface AppliedRefundRow extends ReversedCoins, Key {
  readonly percentage: number | null;
  readonly disputeId: string | null;
  /** What it refunded, and what it only confirmed of refunds by admins. */
  readonly cents: number;
  readonly confirmedCents: number;
  readonly coinsTaken: number;
  readonly underpaidCents: number;
  readonly eventId: string | null;
}

/**
 * The refunds of a payment until a moment, newest first. Those applied by an earlier release have no coins by wallet: all are
 * returned to the paid wallet.
 */
export async function listAppliedRefunds(
  tx: Tx,
  { userId, id }: TransactionRow,
  until: Date,
): Promise<AppliedRefundRow[]> {
  const query = sql<AppliedRefundRow>`
    select user_id as "userId", platform, transaction_id as "transactionId", occurred_at as "occurredAt",
      amount_cents as "amountCents", percentage::float8 as percentage, dispute_id as "disputeId", refunded_cents as cents,
      confirmed_cents as "confirmedCents", coins_taken as "coinsTaken", underpaid_cents as "underpaidCents",
      event_id as "eventId", coalesce(coins_due, coins_taken) as "coinsDue", coalesce(bonus_due, 0) as "bonusDue",
      coalesce(promo_due, 0) as "promoDue", coalesce(paid_taken, coins_taken) as "paidTaken",
      coalesce(bonus_taken, 0) as "bonusTaken"
    from provider_refunds
    where user_id = ${userId} and purchase_id = ${id} and applied_at is not null and reversed_at is null
      and occurred_at <= ${until}
    order by occurred_at desc, amount_cents desc`;
  return (await query.execute(tx)).rows;
}

export async function markReversed(tx: Tx, refunds: readonly AppliedRefundRow[], now: Date): Promise<void> {
  for (const refund of refunds) {
    await sql`update provider_refunds set reversed_at = ${now} where ${isRow(refund)}`.execute(tx);
  }
}

export function sumOfRefunds(refunds: readonly AppliedRefundRow[]) {
  const sum = (of: (row: AppliedRefundRow) => number) => refunds.reduce((total, row) => total + of(row), 0);
  return {
    cents: sum((row) => row.cents),
    coinsTaken: sum((row) => row.coinsTaken),
    underpaidCents: sum((row) => row.underpaidCents),
    coinsDue: sum((row) => row.coinsDue),
    bonusDue: sum((row) => row.bonusDue),
    promoDue: sum((row) => row.promoDue),
    paid: sum((row) => row.paidTaken),
    bonus: sum((row) => row.bonusTaken),
  };
}

export interface Reversal {
  readonly refunds: readonly AppliedRefundRow[];
  readonly at: Date;
  /** Whether it reverses all refunds until then, also those that are reported later. */
  readonly isWhole: boolean;
  /** Of the dispute that it ends, if it names one. */
  readonly disputeId: string | null;
  readonly reason: string;
}

/**
 * Takes reversed refunds off their payment, closes the dispute that the reversal names, or one without an id, and adds the
 * value to what the user has spent. A dispute that is reported later than its end is stored with that.
 */
export async function applyReversal(
  tx: Tx,
  { userId, id, netUsdCents }: TransactionRow,
  { refunds, at, isWhole, disputeId, reason }: Reversal,
  now: Date,
): Promise<void> {
  const reversed = sumOfRefunds(refunds);
  const isNew = sql`(${disputeId}::text is not null and t.disputed_at is null)`;
  const isMeant = sql`((t.dispute_id is null or t.dispute_id = ${disputeId}) and t.disputed_at <= ${at})`;
  await sql`
    with restored as (
      update transactions t set refunded_cents = t.refunded_cents - ${reversed.cents},
        status = case when ${refunds.length > 0} then 'completed' else t.status end,
        coins_due = greatest(t.coins_due - ${reversed.coinsDue}, 0), bonus_due = greatest(t.bonus_due - ${reversed.bonusDue}, 0),
        promo_due = greatest(t.promo_due - ${reversed.promoDue}, 0), coins_taken = t.coins_taken - ${reversed.coinsTaken},
        underpaid_cents = t.underpaid_cents - ${reversed.underpaidCents},
        refund_reason = case when t.refunded_cents = ${reversed.cents} then null else t.refund_reason end,
        refund_reversed_at = case when ${isWhole} then greatest(t.refund_reversed_at, ${at}) else t.refund_reversed_at end,
        dispute_id = case when ${isNew} then ${disputeId} else t.dispute_id end,
        disputed_at = case when ${isNew} then ${at} else t.disputed_at end,
        dispute_reason = case when ${isNew} then ${reason} else t.dispute_reason end,
        dispute_closed_at = case when ${isNew} or ${isMeant} then coalesce(t.dispute_closed_at, ${at})
          else t.dispute_closed_at end,
        updated_at = ${now}
      where t.user_id = ${userId} and t.id = ${id} returning t.user_id, t.net_usd_cents)
    update user_listing l set total_spend_cents = l.total_spend_cents + r.net_usd_cents - ${netUsdCents}
    from restored r where l.user_id = r.user_id`.execute(tx);
}

export type ReasonSql = RawBuilder<string>;

/**
 * The reason of the provider's latest refund of a payment, including this one, unless an admin refunded it since. Refunds
 * that only confirmed those of admins do not count.
 */
export const latestProviderReason = (
  { userId, id, platform, transactionId }: TransactionRow,
  refund: ProviderRefundRow,
): ReasonSql => sql`
  coalesce((
    select r.reason from provider_refunds r where r.user_id = ${userId}
      and ((${isRow(refund)}) or (r.applied_at is not null
        and (r.confirmed_cents = 0 or r.refunded_cents > 0)
        and (r.purchase_id = ${id} or (r.platform = ${platform} and r.transaction_id = ${transactionId}))))
      and (t.last_refund_at is null or r.occurred_at >= t.last_refund_at)
    order by r.occurred_at desc, r.amount_cents desc limit 1), t.refund_reason)`;

/** Records a refund on its payment, and subtracts it from what the user has spent. */
export async function applyRefund(
  tx: Tx,
  { userId, id, netUsdCents }: TransactionRow,
  applied: AppliedRefund,
  refund: { readonly reason: string | ReasonSql; readonly occurredAt: Date },
  now: Date,
): Promise<void> {
  await sql`
    with refunded as (
      update transactions t set refunded_cents = t.refunded_cents + ${applied.cents},
        coins_due = t.coins_due + ${applied.coinsDue}, bonus_due = t.bonus_due + ${applied.bonusDue},
        promo_due = t.promo_due + ${applied.promoDue},
        coins_taken = t.coins_taken + ${applied.coinsTaken}, underpaid_cents = t.underpaid_cents + ${applied.underpaidCents},
        status = case when ${applied.isWhole} then 'refunded' else t.status end, updated_at = ${now},
        refund_reason = ${refund.reason}, last_refund_at = greatest(t.last_refund_at, ${refund.occurredAt})
      where t.user_id = ${userId} and t.id = ${id} returning t.user_id, t.net_usd_cents)
    update user_listing l set total_spend_cents = l.total_spend_cents + r.net_usd_cents - ${netUsdCents}
    from refunded r where l.user_id = r.user_id`.execute(tx);
}
