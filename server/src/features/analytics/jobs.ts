import { clock } from '../../kit/db/database.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobIo, JobStep } from '../../kit/jobs/job.ts';
import { deletePayerDays, deleteUserDays, findDueDays, forgetOutdated, rollUpDay } from './rollup.sql.ts';
import { asDay } from './rules.ts';
import { findUnsummedWeeks, sumUpWeek } from './weeks.sql.ts';

type RollUpIo = Pick<JobIo, 'database' | 'signal' | 'progress'>;

/** Adds up the weeks that are over and whose days were rolled up since, up to the day that is rolled up next. */
export async function sumUpWeeks({ database, signal }: Omit<RollUpIo, 'progress'>, next?: string): Promise<void> {
  const until = next ?? asDay(await clock(database.db));
  for (const week of await findUnsummedWeeks(database.db, until)) {
    if (signal.aborted) return;
    await database.transaction((tx) => sumUpWeek(tx, week));
  }
}

/**
 * Rolls days up in transactions of a day each, and adds up each week when its days are done. A week that cannot be added
 * up holds up no day: it fails the run at its end, and is read by its days meanwhile.
 */
export async function rollUpEach(io: RollUpIo, days: readonly string[]): Promise<number> {
  const { database, signal, progress } = io;
  let done = 0;
  let failure: Error | undefined;
  for (const day of days) {
    if (signal.aborted) break;
    await database.transaction((tx, now) => rollUpDay(tx, day, now));
    done += 1;
    progress({ done, total: days.length });
    if (failure) continue;
    await sumUpWeeks(io, days[done]).catch((error: unknown) => {
      failure = new Error('a week could not be added up', { cause: error });
    });
  }
  if (failure) throw failure;
  return done;
}

/** Rolls up the days that are due; where a run ends, the next one goes on. */
export const rollUpDays: JobStep = {
  name: 'rolled_up_days',
  async run(io) {
    const { database } = io;
    const today = asDay(await clock(database.db));
    await database.transaction((tx) => forgetOutdated(tx, today));
    return rollUpEach(io, await findDueDays(database.db, today));
  },
};

const deletedAtOnce = 10_000;

/** Forgets what single users did and paid on days that no rollup looks back to any more; the counts of those days stay. */
export const purgeUserDays: JobStep = {
  name: 'deleted_user_days',
  run: async (io) =>
    (await inChunks(io, deleteUserDays, deletedAtOnce)) + (await inChunks(io, deletePayerDays, deletedAtOnce)),
};
