import { refuse, unavailable } from '../../kit/errors.ts';
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
  sumBuckets,
  sumLines,
  takeTime,
} from './compare.sql.ts';
import type { ProviderFile } from './provider-file.ts';
import { type Bucket, countIn, matchedTotals } from './rules.ts';
import { findRun, insertRun, type RunRow, updateCounts } from './sql.ts';

/** Lays a provider's file beside our payments of that rail, and keeps what does not agree. */
export async function reconcile(
  ctx: Ctx<Admin>,
  { rail, fileName, file }: { readonly rail: string; readonly fileName: string; readonly file: ProviderFile },
): Promise<RunRow> {
  const { tx, now } = ctx;
  const { period, rows: fileRows } = file;
  const [from, last] = [parseDay(period.start), parseDay(period.end)];
  if (!from || !last) throw new Error('a file was read without its period');
  const runId = newId();
  await takeTime(tx);
  for await (const lines of file.lines()) await addLines(tx, runId, lines);
  await insertRun(tx, { id: runId, rail, period, fileName, fileRows, adminId: ctx.caller.id }, now);
  const compared = { runId, rail, from, before: new Date(last.getTime() + dayMs) };
  await keepDuplicates(tx, compared);
  await keepDifferences(tx, compared);
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
