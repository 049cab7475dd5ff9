import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { addUpActivity, forgetActivity, sumActivity } from './activity.sql.ts';

/** Adds up what viewers did with series, and sums up the days of each market, so that rules read one row for each series. */
export const addUpSeriesActivity: JobStep = {
  name: 'series_activity',
  async run(io) {
    const counted = await inChunks(io, (tx, _now, size) => addUpActivity(tx, size), 10_000);
    await io.database.transaction((tx) => forgetActivity(tx));
    let isBehind = true;
    while (isBehind && !io.signal.aborted) isBehind = await io.database.transaction((tx) => sumActivity(tx));
    return counted;
  },
};
