import type { JobStep } from '../../kit/jobs/job.ts';
import { daysAhead, keptDays } from './rules.ts';
import { dropDays, keepDays } from './sql.ts';

const droppedAtOnce = 5;

/** Makes room for the events of the days to come, and drops those that are kept long enough. */
export const rotateEventPartitions: JobStep = {
  name: 'dropped_event_days',
  async run({ database, signal, progress }) {
    const today = (now: Date): string => now.toISOString().slice(0, 10);
    await database.transaction((tx, now) => keepDays(tx, today(now), daysAhead));
    let done = 0;
    for (let dropped = droppedAtOnce; dropped === droppedAtOnce && !signal.aborted; done += dropped) {
      dropped = await database.transaction((tx, now) => dropDays(tx, today(now), keptDays, droppedAtOnce));
      progress({ done });
    }
    return done;
  },
};
