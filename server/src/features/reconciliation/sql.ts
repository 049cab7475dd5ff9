import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eq, filters } from '../../kit/db/filters.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import { type Bucket, type ComparedSum, type ProductSum, suggestion, type Total } from './rules.ts';

export interface RunRow {
  id: string;
  rail: string;
  periodStart: string;
  periodEnd: string;
  fileName: string;
  fileRows: number;
  matched: number;
  missingOnOurSide: number;
  missingOnProviderSide: number;
  amountMismatch: number;
  duplicates: number;
  totals: Total[];
  adminId: string;
  adminName: string;
  adminEmail: string;
  createdAt: Date;
  rowsDeletedAt: Date | null;
  kind: 'payments' | 'sums';
}

const selectRuns = sql<RunRow>`
  select r.id, r.rail, r.period_start as "periodStart", r.period_end as "periodEnd", r.file_name as "fileName",
    r.file_rows as "fileRows", r.matched, r.missing_on_our_side as "missingOnOurSide",
    r.missing_on_provider_side as "missingOnProviderSide", r.amount_mismatch as "amountMismatch", r.duplicates, r.totals,
    r.admin_id as "adminId", a.name as "adminName", a.email as "adminEmail", r.created_at as "createdAt",
    r.rows_deleted_at as "rowsDeletedAt", case when r.sums is null then 'payments' else 'sums' end as kind
  from reconciliation_runs r join admin_names a on a.id = r.admin_id`;

export async function findRun(db: Db, id: string): Promise<RunRow | undefined> {
  return (await sql<RunRow>`${selectRuns} where r.id = ${id}`.execute(db)).rows[0];
}

const conditionsOf = filters<{ readonly rail?: string | undefined }>({ rail: eq('r.rail') });

export const listRuns = (db: Db, given: { readonly rail?: string | undefined }, keyset: Keyset): Promise<RunRow[]> =>
  pageRows(db, keyset, selectRuns, conditionsOf(given));

/** Runs of an admin since a moment, and their stored rows. */
export async function countRunsSince(tx: Tx, adminId: string, since: Date): Promise<{ runs: number; rows: number }> {
  const query = sql<{ runs: number; rows: number }>`
    select count(*) as runs, coalesce(sum(missing_on_our_side + missing_on_provider_side + amount_mismatch + duplicates), 0)
      as rows
    from reconciliation_runs where admin_id = ${adminId} and created_at >= ${since}`;
  return (await query.execute(tx)).rows[0] ?? { runs: 0, rows: 0 };
}

export async function insertRun(
  tx: Tx,
  {
    period,
    ...run
  }: Pick<RunRow, 'id' | 'rail' | 'fileName' | 'fileRows' | 'adminId'> & {
    readonly period: { readonly start: string; readonly end: string };
  },
  now: Date,
) {
  await sql`
    insert into reconciliation_runs (id, rail, period_start, period_end, file_name, file_rows, admin_id, created_at)
    values (${run.id}, ${run.rail}, ${period.start}, ${period.end}, ${run.fileName}, ${run.fileRows}, ${run.adminId}, ${now})`.execute(
    tx,
  );
}

type Counts = Pick<RunRow, 'matched' | 'missingOnOurSide' | 'missingOnProviderSide' | 'amountMismatch' | 'duplicates'>;

export async function updateCounts(tx: Tx, id: string, counts: Counts, totals: readonly Total[]): Promise<void> {
  await tx
    .updateTable('reconciliation_runs')
    .set({
      matched: counts.matched,
      missing_on_our_side: counts.missingOnOurSide,
      missing_on_provider_side: counts.missingOnProviderSide,
      amount_mismatch: counts.amountMismatch,
      duplicates: counts.duplicates,
      totals: JSON.stringify(totals),
    })
    .where('id', '=', id)
    .execute();
}

export interface DifferenceRow {
  number: number;
  transactionId: string;
  amountCents: number | null;
  currency: string | null;
  createdAt: Date;
  firstLine: number | null;
  purchaseId: string | null;
  ourAmountCents: number | null;
  ourCurrency: string | null;
}

/** The rows of a bucket after a number, in order. */
export async function listAfter(
  db: Db,
  runId: string,
  bucket: Bucket,
  after: number,
  limit: number,
): Promise<DifferenceRow[]> {
  const query = sql<DifferenceRow>`
    select number, transaction_id as "transactionId", amount_cents as "amountCents", currency, created_at as "createdAt",
      first_line as "firstLine", purchase_id as "purchaseId", our_amount_cents as "ourAmountCents",
      our_currency as "ourCurrency"
    from reconciliation_rows
    where run_id = ${runId} and bucket = ${bucket} and number > ${after} order by number limit ${limit}`;
  return (await query.execute(db)).rows;
}

export interface OpenRow {
  runId: string;
  rail: string;
  line: number;
  transactionId: string;
  amountCents: number;
  currency: string;
  createdAt: Date;
  creditedPurchaseId: string | null;
  approvalId: string | null;
}

const selectMissing = (runId: string, line: number) => sql<OpenRow>`
  select r.run_id as "runId", n.rail, r.number as line, r.transaction_id as "transactionId",
    r.amount_cents as "amountCents", r.currency, r.created_at as "createdAt",
    r.credited_purchase_id as "creditedPurchaseId", r.approval_id as "approvalId"
  from reconciliation_rows r join reconciliation_runs n on n.id = r.run_id
  where r.run_id = ${runId} and r.bucket = 'missing_on_our_side' and r.number = ${line}`;

/** A line without a payment of ours. */
export async function findMissing(db: Db, runId: string, line: number): Promise<OpenRow | undefined> {
  return (await selectMissing(runId, line).execute(db)).rows[0];
}

export async function lockMissing(tx: Tx, runId: string, line: number): Promise<OpenRow | undefined> {
  return (await sql<OpenRow>`${selectMissing(runId, line)} for no key update of r`.execute(tx)).rows[0];
}

/** Records the resolution of a line without a payment of ours. */
export async function recordResolution(
  tx: Tx,
  { runId, line }: Pick<OpenRow, 'runId' | 'line'>,
  {
    adminId,
    creditedPurchaseId,
    approvalId,
  }: { readonly adminId: string; readonly creditedPurchaseId?: string; readonly approvalId?: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('reconciliation_rows')
    .set({
      ...(creditedPurchaseId !== undefined && { credited_purchase_id: creditedPurchaseId }),
      ...(approvalId !== undefined && { approval_id: approvalId }),
      acted_by: adminId,
      acted_at: now,
    })
    .where('run_id', '=', runId)
    .where('bucket', '=', 'missing_on_our_side')
    .where('number', '=', line)
    .execute();
}

/** Releases the line of a request, unless it has a newer request. */
export async function releaseRow(
  tx: Tx,
  { runId, line }: Pick<OpenRow, 'runId' | 'line'>,
  approvalId: string,
): Promise<void> {
  await tx
    .updateTable('reconciliation_rows')
    .set({ approval_id: null, acted_by: null, acted_at: null })
    .where('run_id', '=', runId)
    .where('bucket', '=', 'missing_on_our_side')
    .where('number', '=', line)
    .where('approval_id', '=', approvalId)
    .where('credited_purchase_id', 'is', null)
    .execute();
}

/** The oldest run before a moment whose rows are not deleted yet. */
export async function findOldRun(tx: Tx, before: Date): Promise<string | undefined> {
  const query = sql<{ id: string }>`
    select id from reconciliation_runs where created_at < ${before} and rows_deleted_at is null
    order by created_at limit 1`;
  return (await query.execute(tx)).rows[0]?.id;
}

/** Deletes at most `most` rows of a run, and returns their number. */
export async function deleteRows(tx: Tx, runId: string, most: number): Promise<number> {
  const { rows } = await sql`
    delete from reconciliation_rows r using (
      select bucket, number from reconciliation_rows where run_id = ${runId} limit ${most}) d
    where r.run_id = ${runId} and r.bucket = d.bucket and r.number = d.number returning r.number`.execute(tx);
  return rows.length;
}

export async function markRowsDeleted(tx: Tx, runId: string, now: Date): Promise<void> {
  await tx.updateTable('reconciliation_runs').set({ rows_deleted_at: now }).where('id', '=', runId).execute();
}

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

/** What we sold and refunded on these days, by product and currency, in their order. Refunds count if the provider reported them. */
export async function sumOurs(
  tx: Tx,
  rail: string,
  { start, end }: { readonly start: string; readonly end: string },
  timeZone: string,
): Promise<ProductSum[]> {
  const [from, before] = [
    sql`(${start}::date::timestamp at time zone ${timeZone})`,
    sql`((${end}::date + 1)::timestamp at time zone ${timeZone})`,
  ];
  const query = sql<ProductSum>`
    select product_id as "productId", currency, sum(units)::integer as units, sum(sold)::bigint as "soldCents",
      sum(refunded)::bigint as "refundedCents"
    from (
      select product_id, currency, quantity as units, amount_cents as sold, 0 as refunded
      from (${paymentsBetween(rail, from, before)}) p where status <> 'pending'
      union all
      select p.product_id, r.currency, 0, 0, r.returned_cents
      from purchase_refunds r join rail_payments p on p.user_id = r.user_id and p.id = r.purchase_id
      where p.platform = ${rail} and r.returned_at >= ${from} and r.returned_at < ${before} and r.returned_cents > 0
        and r.reversed_at is null) s
    group by product_id, currency`;
  return (await query.execute(tx)).rows;
}

export async function storeSums(tx: Tx, id: string, sums: readonly ComparedSum[]): Promise<void> {
  await tx
    .updateTable('reconciliation_runs')
    .set({ sums: JSON.stringify(sums) })
    .where('id', '=', id)
    .execute();
}

export async function findSums(db: Db, id: string): Promise<ComparedSum[]> {
  const query = sql<{ sums: ComparedSum[] }>`
    select coalesce(sums, '[]') as sums from reconciliation_runs where id = ${id}`;
  return (await query.execute(db)).rows[0]?.sums ?? [];
}

/** Payments of a period, by the provider's clock: those reported within a day of it, and the few reported on another day. */
const paymentsBetween = (rail: string, from: Date | RawBuilder<unknown>, before: Date | RawBuilder<unknown>) => sql`
  select * from rail_payments
  where platform = ${rail} and ${isReportedAround(from, before)}
    and coalesce(paid_at, created_at) >= ${from} and coalesce(paid_at, created_at) < ${before}
  union all
  select * from rail_payments
  where platform = ${rail} and paid_at >= ${from} and paid_at < ${before}
    and (paid_at at time zone 'UTC')::date <> (created_at at time zone 'UTC')::date
    and not (${isReportedAround(from, before)})`;

/** Days of a report may begin at any time of the UTC day. */
const isReportedAround = (from: Date | RawBuilder<unknown>, before: Date | RawBuilder<unknown>) => sql`
  created_at >= ${from}::timestamptz - interval '1 day' and created_at < ${before}::timestamptz + interval '1 day'`;

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
