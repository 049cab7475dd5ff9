import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import { type Bucket, suggestion } from './rules.ts';
import type { DifferenceRow, RunRow } from './sql.ts';

/** The product as shown to admins: a package by its coins, a subscription by its name. */
interface BoughtRow {
  kind: 'coin_pack' | 'subscription';
  productName: string | null;
  coinsGranted: number;
  bonusCoins: number;
}

/** A row with current information. */
export interface ShownRow extends DifferenceRow {
  /** Id of the run; `number` identifies the row. */
  id: string;
  bucket: Bucket;
  refundLinesCents: number | null;
  /** Our payment now, also one created since the run. */
  foundId: string | null;
  kind: string | null;
  userId: string | null;
  userName: string | null;
  isGuest: boolean | null;
  pictureUrl: string | null;
  productId: string | null;
  bought: BoughtRow | null;
  status: string | null;
  paidCents: number | null;
  paidCurrency: string | null;
  refundedCents: number | null;
  creditedPurchaseId: string | null;
  approvalId: string | null;
  actedById: string | null;
  actedByName: string | null;
  actedAt: Date | null;
}

/** The sum of all refund lines of the payment; rows of older releases have only that line. */
const refundLinesCents = sql<number>`coalesce(r.refund_lines_cents, -r.amount_cents)`;

export const listRows = (db: Db, run: RunRow, bucket: Bucket, keyset: Keyset): Promise<ShownRow[]> => {
  const select = sql<ShownRow>`
    select r.run_id as id, r.bucket, r.number, r.transaction_id as "transactionId", r.amount_cents as "amountCents",
      r.currency, r.created_at as "createdAt", r.first_line as "firstLine", r.purchase_id as "purchaseId",
      r.our_amount_cents as "ourAmountCents", r.our_currency as "ourCurrency",
      case when r.amount_cents < 0 then ${refundLinesCents} end as "refundLinesCents", p.id as "foundId", p.kind,
      p.user_id as "userId", coalesce(u.display_name, u.email) as "userName", u.is_guest as "isGuest",
      u.avatar_url as "pictureUrl", p.product_id as "productId", n.bought, p.status, p.amount_cents as "paidCents", p.currency as "paidCurrency",
      p.refunded_cents as "refundedCents", r.credited_purchase_id as "creditedPurchaseId",
      r.approval_id as "approvalId", r.acted_by as "actedById", a.name as "actedByName", r.acted_at as "actedAt"
    from reconciliation_rows r
    left join rail_payments p on p.platform = ${run.rail} and p.transaction_id = r.transaction_id
    left join purchase_names n on n.user_id = p.user_id and n.id = p.id
    left join user_profiles u on u.id = p.user_id
    left join admin_names a on a.id = r.acted_by`;
  return pageRows(db, keyset, select, [sql<SqlBool>`r.run_id = ${run.id} and r.bucket = ${bucket}`]);
};

export interface HandledCount {
  runId: string;
  bucket: Bucket;
  count: number;
}

/**
 * Counts the resolved differences of these runs: the missing payment exists now; a refund was made since the run, and all
 * refunds cover the refund lines of the payment; or a payment that the provider lacks or has with another amount was
 * refunded.
 */
export async function countHandled(db: Db, runIds: readonly string[]): Promise<HandledCount[]> {
  if (runIds.length === 0) return [];
  const query = sql<HandledCount>`
    select r.run_id as "runId", r.bucket, count(*) as count
    from reconciliation_rows r join reconciliation_runs n on n.id = r.run_id
    join rail_payments p on p.platform = n.rail and p.transaction_id = r.transaction_id
    where r.run_id = any(${[...runIds]}::uuid[])
      and case when r.bucket = 'duplicates' then false
        when r.amount_cents < 0 then p.refunded_cents > coalesce(-r.our_amount_cents, 0) and p.refunded_cents >= ${refundLinesCents}
        when r.bucket = 'missing_on_our_side' then p.status <> 'pending' else p.refunded_cents > 0 end
    group by 1, 2`;
  return (await query.execute(db)).rows;
}

export interface UnappliedEvent {
  id: string;
  transactionId: string;
  outcome: string;
  userId: string | null;
  userName: string | null;
  isGuest: boolean | null;
  productId: string | null;
}

/** The newest unapplied event of each of these payments since the start of the period. */
export async function listUnappliedEvents(
  db: Db,
  { rail, periodStart }: RunRow,
  transactionIds: readonly string[],
): Promise<UnappliedEvent[]> {
  const query = sql<UnappliedEvent>`
    select distinct on (e.transaction_id) e.id, e.transaction_id as "transactionId", e.outcome, u.id as "userId",
      coalesce(u.display_name, u.email) as "userName", u.is_guest as "isGuest", e.product_id as "productId"
    from unapplied_payment_events e left join user_profiles u
      on u.id = case when e.user_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.user_id::uuid end
    where e.outcome in ('unmatched', 'failed', 'malformed') and e.received_at >= ${periodStart}::date
      and e.source = ${`payments:${rail}`} and e.type = 'purchase.completed'
      and e.transaction_id = any(${[...transactionIds]}::text[])
    order by e.transaction_id, e.received_at desc`;
  return (await query.execute(db)).rows;
}

export interface SuggestedPurchase {
  number: number;
  purchaseId: string;
  userId: string;
  userName: string | null;
  isGuest: boolean | null;
  productId: string;
  bought: BoughtRow | null;
  amountCents: number;
  currency: string;
  startedAt: Date;
}

/** Pending purchases of the same rail, amount and currency created near a payment, nearest first, failed ones last. */
export async function listSuggestions(
  db: Db,
  { rail }: RunRow,
  rows: readonly DifferenceRow[],
): Promise<SuggestedPurchase[]> {
  const asked = rows.map(({ number, amountCents, currency, createdAt }) => ({
    number,
    amountCents,
    currency,
    createdAt,
  }));
  const query = sql<SuggestedPurchase>`
    select q.number, s.* from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as q (number integer, "amountCents" bigint, currency text, "createdAt" timestamptz)
    cross join lateral (
      select p.id as "purchaseId", p.user_id as "userId", coalesce(u.display_name, u.email) as "userName",
        u.is_guest as "isGuest", p.product_id as "productId", n.bought, p.amount_cents as "amountCents", p.currency,
        p.created_at as "startedAt"
      from rail_payments p join purchase_names n on n.user_id = p.user_id and n.id = p.id
      left join user_profiles u on u.id = p.user_id
      where p.platform = ${rail} and p.status = 'pending' and p.transaction_id is null
        and p.amount_cents = q."amountCents" and p.currency = q.currency
        and p.created_at between q."createdAt" - ${suggestion.before}::interval
          and q."createdAt" + ${suggestion.after}::interval
      order by p.failure_reason is not null, abs(extract(epoch from p.created_at - q."createdAt")), p.id limit ${suggestion.most}) s
    order by q.number`;
  return (await query.execute(db)).rows;
}
