import type { Tx } from '../../kit/db/database.ts';
import { rateLimited, refuse, unavailable } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { parseDay } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { dayMs } from '../../kit/time.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import type { ProviderFile } from './provider-file.ts';
import { type Bucket, countIn, dailyLimits, matchedTotals, type Total, totalsOfSums } from './rules.ts';
import {
  countRunsSince,
  deleteLines,
  findRun,
  insertLines,
  insertRun,
  type RunRow,
  raiseTimeouts,
  storeDifferences,
  storeDuplicates,
  storeMissing,
  storeRefundDifferences,
  storeSums,
  sumBuckets,
  sumLines,
  sumOurs,
  updateCounts,
} from './sql.ts';

/** Compares a provider's file with our payments of that rail, and stores the differences. */
export async function reconcile(
  ctx: Ctx<Admin>,
  { rail, fileName, file }: { readonly rail: string; readonly fileName: string; readonly file: ProviderFile },
): Promise<RunRow> {
  const { tx, now } = ctx;
  const { period, rows: fileRows } = file;
  const runId = newId();
  await mustBeWithinLimits(ctx);
  await raiseTimeouts(tx);
  if (!file.sums) for await (const lines of file.lines()) await insertLines(tx, runId, lines);
  await insertRun(tx, { id: runId, rail, period, fileName, fileRows, adminId: ctx.caller.id }, now);
  const totals = file.sums ? await compareSums(tx, runId, rail, file) : await compareLines(tx, runId, rail, file);
  const count = (bucket: Bucket | 'matched') => countIn(totals, bucket);
  const counts = {
    matched: count('matched'),
    missingOnOurSide: count('missing_on_our_side'),
    missingOnProviderSide: count('missing_on_provider_side'),
    amountMismatch: count('amount_mismatch'),
    duplicates: count('duplicates'),
  };
  await updateCounts(tx, runId, counts, totals);
  await audit.record(ctx, {
    action: 'reconciliation.run',
    target: { type: 'reconciliation', id: runId },
    after: { rail, period, fileRows, ...counts },
  });
  return (await findRun(tx, runId)) ?? refuse(unavailable);
}

async function compareLines(tx: Tx, runId: string, rail: string, { period }: ProviderFile): Promise<Total[]> {
  const [from, last] = [parseDay(period.start), parseDay(period.end)];
  if (!from || !last) throw new Error('the file has no period');
  const comparison = { runId, rail, from, before: new Date(last.getTime() + dayMs) };
  await storeDuplicates(tx, comparison);
  await storeDifferences(tx, comparison);
  await storeRefundDifferences(tx, comparison);
  await storeMissing(tx, comparison);
  const found = await sumBuckets(tx, runId);
  const totals = [...matchedTotals(await sumLines(tx, runId), found), ...found];
  await deleteLines(tx, runId);
  return totals;
}

async function compareSums(tx: Tx, runId: string, rail: string, { sums, period }: ProviderFile): Promise<Total[]> {
  if (!sums) return [];
  const compared = sums.of.compare(await sumOurs(tx, rail, period, sums.timeZone));
  await storeSums(tx, runId, compared);
  return totalsOfSums(compared);
}

/** Keeps one admin from filling the database with rows. */
async function mustBeWithinLimits({ tx, now, caller }: Ctx<Admin>): Promise<void> {
  const today = new Date(now.getTime() - (now.getTime() % dayMs));
  const { runs, rows } = await countRunsSince(tx, caller.id, today);
  if (runs < dailyLimits.runs && rows < dailyLimits.rows) return;
  refuse(rateLimited, { retryAfterS: Math.ceil((today.getTime() + dayMs - now.getTime()) / 1000) });
}
