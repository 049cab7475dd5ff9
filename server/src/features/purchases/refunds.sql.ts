import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import type { NewTransaction, TransactionRow } from './sql.ts';

/** A refund that a provider made. */
export interface RefundRow {
  userId: string;
  platform: string;
  transactionId: string;
  occurredAt: Date;
  productId: string;
  amountCents: number;
  currency: string;
  reason: string;
  /** Our id of the purchase, where it is known. */
  purchaseId: string | null;
}

/** Keeps a refund unless it is there already, and says how it stands. The user is locked. */
export async function keepRefund(tx: Tx, refund: RefundRow, now: Date): Promise<'new' | 'waiting' | 'applied'> {
  const { rows } = await sql`
    insert into provider_refunds (user_id, platform, transaction_id, occurred_at, product_id, amount_cents, currency,
      reason, purchase_id, created_at)
    values (${refund.userId}, ${refund.platform}, ${refund.transactionId}, ${refund.occurredAt}, ${refund.productId},
      ${refund.amountCents}, ${refund.currency}, ${refund.reason}, ${refund.purchaseId}, ${now})
    on conflict on constraint provider_refunds_pk do nothing returning user_id`.execute(tx);
  if (rows.length > 0) return 'new';
  const waiting = await sql`select from provider_refunds where ${isRow(refund)} and applied_at is null`.execute(tx);
  return waiting.rows.length > 0 ? 'waiting' : 'applied';
}

const isRow = ({ userId, platform, transactionId, occurredAt, amountCents }: RefundRow) => sql`
  user_id = ${userId} and platform = ${platform} and transaction_id = ${transactionId}
    and occurred_at = ${occurredAt} and amount_cents = ${amountCents}`;

/** Those that came before a payment and name it, whoever they are of, in the order in which they were made. */
export async function listWaiting(
  tx: Tx,
  { userId, id, platform, transactionId }: Pick<NewTransaction, 'userId' | 'id' | 'platform' | 'transactionId'>,
): Promise<RefundRow[]> {
  const query = sql<RefundRow>`
    select user_id as "userId", platform, transaction_id as "transactionId", occurred_at as "occurredAt",
      product_id as "productId", amount_cents as "amountCents", currency, reason, purchase_id as "purchaseId"
    from provider_refunds where applied_at is null
      and ((platform = ${platform} and transaction_id = ${transactionId})
        or (user_id = ${userId} and purchase_id = ${id}))
    order by occurred_at, amount_cents`;
  return (await query.execute(tx)).rows;
}

/** The coins that a multiplier brought for a payment. */
export async function findPromoCoins(tx: Tx, { userId, id }: Pick<TransactionRow, 'userId' | 'id'>): Promise<number> {
  const { rows } = await sql<{ coins: number }>`
    select coalesce(sum(coins_granted), 0)::integer as coins from multiplier_uses
    where user_id = ${userId} and transaction_id = ${id}`.execute(tx);
  return rows[0]?.coins ?? 0;
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

/** Writes down on a provider's refund what it took. */
export async function markApplied(
  tx: Tx,
  made: RefundRow,
  purchaseId: string,
  taken: AppliedRefund,
  now: Date,
): Promise<void> {
  await sql`
    update provider_refunds set applied_at = ${now}, refunded_cents = ${taken.cents}, coins_taken = ${taken.coinsTaken},
      underpaid_cents = ${taken.underpaidCents}, event_id = ${taken.eventId}, purchase_id = ${purchaseId}
    where ${isRow(made)}`.execute(tx);
}

/** A reason that is looked up when it is written. */
export type ReasonSql = RawBuilder<string>;

/** The reason of the latest that a provider made of a payment, this one among them, unless an admin refunded it since. */
export const latestProviderReason = (
  { userId, id, platform, transactionId }: TransactionRow,
  made: RefundRow,
): ReasonSql => sql`
  coalesce((
    select r.reason from provider_refunds r where r.user_id = ${userId}
      and ((${isRow(made)}) or (r.applied_at is not null
        and (r.purchase_id = ${id} or (r.platform = ${platform} and r.transaction_id = ${transactionId}))))
      and (t.last_refund_at is null or r.occurred_at >= t.last_refund_at)
    order by r.occurred_at desc, r.amount_cents desc limit 1), t.refund_reason)`;

/** Writes down on a payment what a refund took of it, and what is left of what its user has spent. */
export async function applyRefund(
  tx: Tx,
  { userId, id, netUsdCents }: TransactionRow,
  taken: AppliedRefund,
  made: { readonly reason: string | ReasonSql; readonly occurredAt: Date },
  now: Date,
): Promise<void> {
  await sql`
    with refunded as (
      update transactions t set refunded_cents = t.refunded_cents + ${taken.cents},
        coins_due = t.coins_due + ${taken.coinsDue}, bonus_due = t.bonus_due + ${taken.bonusDue},
        promo_due = t.promo_due + ${taken.promoDue},
        coins_taken = t.coins_taken + ${taken.coinsTaken}, underpaid_cents = t.underpaid_cents + ${taken.underpaidCents},
        status = case when ${taken.isWhole} then 'refunded' else t.status end, updated_at = ${now},
        refund_reason = ${made.reason}, last_refund_at = greatest(t.last_refund_at, ${made.occurredAt})
      where t.user_id = ${userId} and t.id = ${id} returning t.user_id, t.net_usd_cents)
    update user_listing l set total_spend_cents = l.total_spend_cents + r.net_usd_cents - ${netUsdCents}
    from refunded r where l.user_id = r.user_id`.execute(tx);
}
