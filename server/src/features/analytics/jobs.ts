import { clock } from '../../kit/db/database.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobIo, JobStep } from '../../kit/jobs/job.ts';
import { deletePayerDays, deleteUserDays, findDueDays, forgetOutdated, rollUpDay } from './rollup.sql.ts';
import { asDay } from './rules.ts';

/** Rolls days up in transactions of a day each. */
export async function rollUpEach(
  { database, signal, progress }: Pick<JobIo, 'database' | 'signal' | 'progress'>,
  days: readonly string[],
): Promise<number> {
  let done = 0;
  for (const day of days) {
    if (signal.aborted) break;
    await database.transaction((tx, now) => rollUpDay(tx, day, now));
    done += 1;
    progress({ done, total: days.length });
  }
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
