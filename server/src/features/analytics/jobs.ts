import { clock } from '../../kit/db/database.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { findDueDays, rollUpDay } from './rollup.sql.ts';
import { asDay } from './rules.ts';

/** Rolls up the days that are due, each in a transaction of its own; where a run ends, the next one goes on. */
export const rollUpDays: JobStep = {
  name: 'rolled_up_days',
  async run({ database, signal, progress }) {
    const due = await findDueDays(database.db, asDay(await clock(database.db)));
    let done = 0;
    for (const day of due) {
      if (signal.aborted) break;
      await database.transaction((tx, now) => rollUpDay(tx, day, now));
      progress({ done: ++done, total: due.length });
    }
    return done;
  },
};
