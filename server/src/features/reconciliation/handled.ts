import type { Db } from '../../kit/db/database.ts';
import { countHandled, type HandledCount } from './rows.sql.ts';
import { type Bucket, mostCounted } from './rules.ts';
import type { CountedRun } from './schema.ts';
import type { RunRow } from './sql.ts';

const differencesIn = ({ missingOnOurSide, missingOnProviderSide, amountMismatch }: RunRow): number =>
  missingOnOurSide + missingOnProviderSide + amountMismatch;

const isCounted = (run: RunRow): boolean => run.rowsDeletedAt === null && differencesIn(run) <= mostCounted;

/** Runs with how many of their differences were dealt with, where that can be told quickly. */
export async function withHandled(db: Db, runs: readonly RunRow[]): Promise<CountedRun[]> {
  const looked = runs.filter((run) => isCounted(run) && differencesIn(run) > 0);
  const counts = await countHandled(
    db,
    looked.map(({ id }) => id),
  );
  return runs.map((run) => ({ ...run, handled: isCounted(run) ? handledIn(run, counts) : null }));
}

function handledIn({ id }: RunRow, counts: readonly HandledCount[]) {
  const of = (wanted: Bucket): number =>
    counts.find(({ runId, bucket }) => runId === id && bucket === wanted)?.count ?? 0;
  return {
    missingOnOurSide: of('missing_on_our_side'),
    missingOnProviderSide: of('missing_on_provider_side'),
    amountMismatch: of('amount_mismatch'),
  };
}

export async function withHandledOne(db: Db, run: RunRow): Promise<CountedRun> {
  const [counted] = await withHandled(db, [run]);
  return counted ?? { ...run, handled: null };
}
