import { clock } from '../../kit/db/database.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { deletePayerDays, deleteUserDays, findDueDays, forgetOutdated, rollUpDay } from './rollup.sql.ts';
import { asDay } from './rules.ts';

/** Rolls up the days that are due, each in a transaction of its own; where a run ends, the next one goes on. */
export const rollUpDays: JobStep = {
  name: 'rolled_up_days',
  async run({ database, signal, progress }) {
    const today = asDay(await clock(database.db));
    await database.transaction((tx) => forgetOutdated(tx, today));
    const due = await findDueDays(database.db, today);
    let done = 0;
    for (const day of due) {
      if (signal.aborted) break;
      await database.transaction((tx, now) => rollUpDay(tx, day, now));
      progress({ done: ++done, total: due.length });
    }
    return done;
  },
};

const deletedAtOnce = 10_000;

/** Forgets what single users did and paid on days that no rollup looks back to any more; the counts of those days stay. */
export const purgeUserDays: JobStep = {
  name: 'deleted_user_days',
  run: async (io) =>
    (await inChunks(io, deleteUserDays, deletedAtOnce)) + (await inChunks(io, deletePayerDays, deletedAtOnce)),
};
