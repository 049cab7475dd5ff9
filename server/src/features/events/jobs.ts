import type { JobStep } from '../../kit/jobs/job.ts';
import { daysAhead, keptDays } from './rules.ts';
import { createDays, dropDays } from './sql.ts';

const droppedAtOnce = 5;

/** Creates the partitions of the next days, and drops expired ones. */
export const rotateEventPartitions: JobStep = {
  name: 'dropped_event_days',
  async run({ database, signal, progress }) {
    const today = (now: Date): string => now.toISOString().slice(0, 10);
    await database.transaction((tx, now) => createDays(tx, today(now), daysAhead));
    let done = 0;
    for (let dropped = droppedAtOnce; dropped === droppedAtOnce && !signal.aborted; done += dropped) {
      dropped = await database.transaction((tx, now) => dropDays(tx, today(now), keptDays, droppedAtOnce));
      progress({ done });
    }
    return done;
  },
};
