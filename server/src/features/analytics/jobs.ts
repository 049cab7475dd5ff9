import { clock } from '../../kit/db/database.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobIo, JobStep } from '../../kit/jobs/job.ts';
import { listBytesOfDays } from '../events/public.ts';
import { deletePayerDays, deleteUserDays, findDueDays, forgetOutdated, rollUpPeriod } from './rollup.sql.ts';
import { asDay, type DueDay, daysLater, daysOf, partsOf, periodsOf } from './rules.ts';
import { findUnsummedWeeks, sumUpWeek } from './weeks.sql.ts';

/** Adds up the weeks whose days were rolled up since, but for those that end with a day that comes next or later. */
export async function sumUpWeeks(database: JobIo['database'], next = '9999-12-31'): Promise<void> {
  const weeks = await findUnsummedWeeks(database.db);
  for (const week of weeks.filter((monday) => daysLater(monday, 6) < next)) {
    await database.transaction((tx) => sumUpWeek(tx, week));
  }
}

/** Rolls days up in transactions of a day each, or of as many new ones as fit, and adds up each week when it is done. */
export async function rollUpEach(
  { database, signal, progress }: Pick<JobIo, 'database' | 'signal' | 'progress'>,
  days: readonly DueDay[],
): Promise<number> {
  let done = 0;
  const bytesOf = await listBytesOfDays(database.db);
  const periods = periodsOf(days, bytesOf);
  for (const [n, period] of periods.entries()) {
    if (signal.aborted) break;
    await database.transaction((tx, now) => rollUpPeriod(tx, period, now, partsOf(period, bytesOf)));
    await sumUpWeeks(database, periods[n + 1]?.start);
    done += daysOf(period).length;
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
