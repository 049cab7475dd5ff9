import { clock } from '../../kit/db/database.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobIo, JobStep } from '../../kit/jobs/job.ts';
import { asDay } from '../../kit/period.ts';
import { deleteOldMarks, deletePayerDays, deleteUserDays, findDueDays, rollUpDay } from './rollup.sql.ts';

/** Rolls up days, one per transaction. */
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

/** Rolls up the days that are due; the next run continues where this one stops. */
export const rollUpDays: JobStep = {
  name: 'rolled_up_days',
  async run(io) {
    const { database } = io;
    const today = asDay(await clock(database.db));
    await database.transaction((tx) => deleteOldMarks(tx, today));
    return rollUpEach(io, await findDueDays(database.db, today));
  },
};

const deletedAtOnce = 10_000;

/** Deletes the activity of single users on days that no rollup reads any more; the counts are kept. */
export const purgeUserDays: JobStep = {
  name: 'deleted_user_days',
  run: async (io) =>
    (await inChunks(io, deleteUserDays, deletedAtOnce)) + (await inChunks(io, deletePayerDays, deletedAtOnce)),
};
