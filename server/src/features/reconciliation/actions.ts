import { rateLimited, refuse, unavailable } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { parseDay } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { dayMs } from '../../kit/time.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import {
  addLines,
  deleteLines,
  keepDifferences,
  keepDuplicates,
  keepMissing,
  keepRefundDifferences,
  raiseLimits,
  sumBuckets,
  sumLines,
} from './compare.sql.ts';
import type { ProviderFile } from './provider-file.ts';
import { type Bucket, countIn, dailyLimits, matchedTotals } from './rules.ts';
import { countRunsSince, findRun, insertRun, type RunRow, updateCounts } from './sql.ts';

/** Compares a provider's file with our payments of that rail, and keeps what does not agree. */
export async function reconcile(
  ctx: Ctx<Admin>,
  { rail, fileName, file }: { readonly rail: string; readonly fileName: string; readonly file: ProviderFile },
): Promise<RunRow> {
  const { tx, now } = ctx;
  const { period, rows: fileRows } = file;
  const [from, last] = [parseDay(period.start), parseDay(period.end)];
  if (!from || !last) throw new Error('a file was read without its period');
  const runId = newId();
  await mustBeWithinLimits(ctx);
  await raiseLimits(tx);
  for await (const lines of file.lines()) await addLines(tx, runId, lines);
  await insertRun(tx, { id: runId, rail, period, fileName, fileRows, adminId: ctx.caller.id }, now);
  const compared = { runId, rail, from, before: new Date(last.getTime() + dayMs) };
  await keepDuplicates(tx, compared);
  await keepDifferences(tx, compared);
  await keepRefundDifferences(tx, compared);
  await keepMissing(tx, compared);
  const found = await sumBuckets(tx, runId);
  const totals = [...matchedTotals(await sumLines(tx, runId), found), ...found];
  await deleteLines(tx, runId);
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

/** Rows are kept for long, so one admin may not fill the database with them. */
async function mustBeWithinLimits({ tx, now, caller }: Ctx<Admin>): Promise<void> {
  const today = new Date(now.getTime() - (now.getTime() % dayMs));
  const { runs, rows } = await countRunsSince(tx, caller.id, today);
  if (runs < dailyLimits.runs && rows < dailyLimits.rows) return;
  refuse(rateLimited, { retryAfterS: Math.ceil((today.getTime() + dayMs - now.getTime()) / 1000) });
}
