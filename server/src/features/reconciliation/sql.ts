import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eq, filters } from '../../kit/db/filters.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { Bucket, Total } from './rules.ts';

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
}

const selectRuns = sql<RunRow>`
  select r.id, r.rail, r.period_start as "periodStart", r.period_end as "periodEnd", r.file_name as "fileName",
    r.file_rows as "fileRows", r.matched, r.missing_on_our_side as "missingOnOurSide",
    r.missing_on_provider_side as "missingOnProviderSide", r.amount_mismatch as "amountMismatch", r.duplicates, r.totals,
    r.admin_id as "adminId", a.name as "adminName", a.email as "adminEmail", r.created_at as "createdAt",
    r.rows_deleted_at as "rowsDeletedAt"
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
