import { sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import type { Bucket, Total } from './rules.ts';

/**
 * The comparison runs in the database, since a file can have a million lines. Lines are inserted, compared and deleted in
 * one transaction.
 */

export async function raiseTimeouts(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '120s', true), set_config('work_mem', '32MB', true)`.execute(tx);
}

/** Inserts tab-separated lines. */
export async function insertLines(tx: Tx, runId: string, lines: string): Promise<void> {
  await sql`
    insert into reconciliation_lines (run_id, line, transaction_id, amount_cents, currency, created_at)
    select ${runId}, p[1]::integer, p[2], p[3]::bigint, p[4], p[5]::timestamptz
    from string_to_table(${lines}, chr(10)) l, string_to_array(l, chr(9)) p`.execute(tx);
}

export async function deleteLines(tx: Tx, runId: string): Promise<void> {
  await sql`delete from reconciliation_lines where run_id = ${runId}`.execute(tx);
}

/** New lines have no statistics yet, and a nested loop planned for few rows would be quadratic. */
async function preferHashJoins(tx: Tx, isPreferred: boolean): Promise<void> {
  await sql`select set_config('enable_nestloop', ${isPreferred ? 'off' : 'on'}, true)`.execute(tx);
}

interface Comparison {
  readonly runId: string;
  readonly rail: string;
  readonly from: Date;
  readonly before: Date;
}

/** Moves repeated lines to the duplicates; the first line of each payment is compared. */
export async function storeDuplicates(tx: Tx, { runId }: Comparison): Promise<void> {
  await preferHashJoins(tx, true);
  await sql`
    with repeated as (
      select transaction_id, min(line) as first_line from reconciliation_lines
      where run_id = ${runId} and amount_cents >= 0 group by transaction_id having count(*) > 1),
    extra as (
      delete from reconciliation_lines l using repeated r
      where l.run_id = ${runId} and l.transaction_id = r.transaction_id and l.line > r.first_line and l.amount_cents >= 0
      returning l.*, r.first_line)
    insert into reconciliation_rows (run_id, bucket, number, transaction_id, amount_cents, currency, created_at, first_line)
    select ${runId}, 'duplicates', line, transaction_id, amount_cents, currency, created_at, first_line
    from extra`.execute(tx);
}

/**
 * Stores lines without a payment of ours, and those with a different amount or currency. The transaction id decides,
 * whatever the day: around midnight, clocks may differ.
 */
export async function storeDifferences(tx: Tx, { runId, rail }: Comparison): Promise<void> {
  await preferHashJoins(tx, false);
  await sql`
    insert into reconciliation_rows (run_id, bucket, number, transaction_id, amount_cents, currency, created_at,
      purchase_id, our_amount_cents, our_currency)
    select ${runId}, case when p.id is null then 'missing_on_our_side' else 'amount_mismatch' end, l.line,
      l.transaction_id, l.amount_cents, l.currency, l.created_at, p.id, p.amount_cents, p.currency
    from reconciliation_lines l left join rail_payments p
      on p.platform = ${rail} and p.transaction_id = l.transaction_id and p.status <> 'pending'
    where l.run_id = ${runId} and l.amount_cents >= 0
      and (p.id is null or (p.amount_cents, p.currency) <> (l.amount_cents, l.currency))`.execute(tx);
}

/** Stores our payments of the period, by the provider's clock, that the file lacks. */
export async function storeMissing(tx: Tx, { runId, rail, from, before }: Comparison): Promise<void> {
  await preferHashJoins(tx, true);
  await sql`
    insert into reconciliation_rows (run_id, bucket, number, transaction_id, created_at, purchase_id, our_amount_cents,
      our_currency)
    select ${runId}, 'missing_on_provider_side', row_number() over (order by p.taken_at, p.id), p.transaction_id,
      p.taken_at, p.id, p.amount_cents, p.currency
    from (select *, coalesce(paid_at, created_at) as taken_at from (${paymentsBetween(rail, from, before)}) t) p
    where p.status <> 'pending'
      and not exists (
        select from reconciliation_lines l
        where l.run_id = ${runId} and l.transaction_id = p.transaction_id and l.amount_cents >= 0)`.execute(tx);
}

/**
 * Stores refund lines, which have negative amounts, without a refund of ours. A line matches one executed refund of that
 * payment and amount, whatever the day; a single line also matches the sum of all refunds of the payment. It is missing on
 * our side if nothing of the payment was refunded.
 */
export async function storeRefundDifferences(tx: Tx, { runId, rail }: Comparison): Promise<void> {
  await preferHashJoins(tx, false);
  await sql`
    with lines as (
      select l.*, row_number() over (partition by transaction_id, currency, amount_cents order by line) as nth,
        count(*) over (partition by transaction_id) as of_payment,
        -sum(amount_cents) over (partition by transaction_id) as cents_of_payment
      from reconciliation_lines l where run_id = ${runId} and amount_cents < 0),
    ours as (
      select p.transaction_id, r.currency, r.amount_cents,
        row_number() over (partition by p.transaction_id, r.currency, r.amount_cents) as nth
      from rail_payments p join purchase_refunds r on r.user_id = p.user_id and r.purchase_id = p.id
      where p.platform = ${rail} and p.transaction_id in (select transaction_id from lines))
    insert into reconciliation_rows (run_id, bucket, number, transaction_id, amount_cents, currency, created_at,
      purchase_id, our_amount_cents, our_currency, refund_lines_cents)
    select ${runId}, case when p.id is null then 'missing_on_our_side' else 'amount_mismatch' end, l.line,
      l.transaction_id, l.amount_cents, l.currency, l.created_at, p.id, -p.refunded_cents, p.currency, l.cents_of_payment
    from lines l
    left join rail_payments p
      on p.platform = ${rail} and p.transaction_id = l.transaction_id and p.refunded_cents > 0
    where not exists (
        select from ours o where (o.transaction_id, o.currency, o.nth) = (l.transaction_id, l.currency, l.nth)
          and o.amount_cents = -l.amount_cents)
      and (p.id is null or l.of_payment > 1 or (p.refunded_cents, p.currency) <> (-l.amount_cents, l.currency))`.execute(
    tx,
  );
}

/** Payments of a period, by the provider's clock: those reported on the same day, and the few reported on another day. */
const paymentsBetween = (rail: string, from: Date, before: Date) => sql`
  select * from rail_payments
  where platform = ${rail} and created_at >= ${from} and created_at < ${before}
    and (paid_at is null or (paid_at >= ${from} and paid_at < ${before}))
  union all
  select * from rail_payments
  where platform = ${rail} and paid_at >= ${from} and paid_at < ${before}
    and (paid_at at time zone 'UTC')::date <> (created_at at time zone 'UTC')::date
    and not (created_at >= ${from} and created_at < ${before})`;

/** Totals of the compared lines by currency. */
export async function sumLines(tx: Tx, runId: string): Promise<Omit<Total, 'bucket'>[]> {
  const query = sql<Omit<Total, 'bucket'>>`
    select currency, count(*) as count, sum(amount_cents)::bigint as "amountCents"
    from reconciliation_lines where run_id = ${runId} group by currency order by currency`;
  return (await query.execute(tx)).rows;
}

/** Totals of the buckets: amounts of the file, or ours if the file has none. */
export async function sumBuckets(tx: Tx, runId: string): Promise<Total[]> {
  const query = sql<Total & { bucket: Bucket }>`
    select bucket, coalesce(currency, our_currency) as currency, count(*) as count,
      sum(coalesce(amount_cents, our_amount_cents))::bigint as "amountCents"
    from reconciliation_rows where run_id = ${runId} group by 1, 2 order by 1, 2`;
  return (await query.execute(tx)).rows;
}
