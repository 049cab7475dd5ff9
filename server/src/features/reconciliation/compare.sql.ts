import { sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import type { Bucket, Total } from './rules.ts';

/**
 * The comparison, all of it in the database: a file may have a million lines, and we may have as many payments. The
 * lines are written, read and deleted in one transaction, and nobody else sees them.
 */

/** A large file takes longer than other requests may. */
export async function raiseLimits(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '120s', true), set_config('work_mem', '32MB', true)`.execute(tx);
}

/** Adds lines whose parts have tabs between them. */
export async function addLines(tx: Tx, runId: string, lines: string): Promise<void> {
  await sql`
    insert into reconciliation_lines (run_id, line, transaction_id, amount_cents, currency, created_at)
    select ${runId}, p[1]::integer, p[2], p[3]::bigint, p[4], p[5]::timestamptz
    from string_to_table(${lines}, chr(10)) l, string_to_array(l, chr(9)) p`.execute(tx);
}

export async function deleteLines(tx: Tx, runId: string): Promise<void> {
  await sql`delete from reconciliation_lines where run_id = ${runId}`.execute(tx);
}

/**
 * Nothing is known yet of lines that were just written, and a plan for few of them would compare each with each other
 * one. Where many may meet many this leaves the plans that read both sides once.
 */
async function preferHashJoins(tx: Tx, isPreferred: boolean): Promise<void> {
  await sql`select set_config('enable_nestloop', ${isPreferred ? 'off' : 'on'}, true)`.execute(tx);
}

export interface Compared {
  readonly runId: string;
  readonly rail: string;
  readonly from: Date;
  readonly before: Date;
}

/** Keeps the payments that appear again in the file, and leaves the first of each to be compared. */
export async function keepDuplicates(tx: Tx, { runId }: Compared): Promise<void> {
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
 * Keeps the lines that we have no payment for, and those whose amount or currency differs. A payment is found by its
 * name whenever it was made: one around midnight may have another day there.
 */
export async function keepDifferences(tx: Tx, { runId, rail }: Compared): Promise<void> {
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

/**
 * Keeps our payments of the period that the file does not have. A payment is of the day on which it was made by the
 * provider's clock: one of just before midnight, which we were told of after, is of the day before.
 */
export async function keepMissing(tx: Tx, { runId, rail, from, before }: Compared): Promise<void> {
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
 * Keeps the refund lines, whose amounts are negative, that do not agree with our refunds. A line is matched by an executed
 * refund of that payment and amount, each used once, whatever the day; a single line also by all refunds of the payment
 * together. It is missing on our side where nothing of the payment was refunded.
 */
export async function keepRefundDifferences(tx: Tx, { runId, rail }: Compared): Promise<void> {
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

/** Those that were paid and that we were told of on the same day, and, which are few, those of another one. */
const paymentsBetween = (rail: string, from: Date, before: Date) => sql`
  select * from rail_payments
  where platform = ${rail} and created_at >= ${from} and created_at < ${before}
    and (paid_at is null or (paid_at >= ${from} and paid_at < ${before}))
  union all
  select * from rail_payments
  where platform = ${rail} and paid_at >= ${from} and paid_at < ${before}
    and (paid_at at time zone 'UTC')::date <> (created_at at time zone 'UTC')::date
    and not (created_at >= ${from} and created_at < ${before})`;

/** What the first lines of the file come to, in each currency. */
export async function sumLines(tx: Tx, runId: string): Promise<Omit<Total, 'bucket'>[]> {
  const query = sql<Omit<Total, 'bucket'>>`
    select currency, count(*) as count, sum(amount_cents)::bigint as "amountCents"
    from reconciliation_lines where run_id = ${runId} group by currency order by currency`;
  return (await query.execute(tx)).rows;
}

/** What each bucket of a run comes to: by the file, or by us where the file has nothing. */
export async function sumBuckets(tx: Tx, runId: string): Promise<Total[]> {
  const query = sql<Total & { bucket: Bucket }>`
    select bucket, coalesce(currency, our_currency) as currency, count(*) as count,
      sum(coalesce(amount_cents, our_amount_cents))::bigint as "amountCents"
    from reconciliation_rows where run_id = ${runId} group by 1, 2 order by 1, 2`;
  return (await query.execute(tx)).rows;
}
