import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { addUpActivity, forgetActivity } from './pick.sql.ts';

/** Adds up what viewers did with series, so that rules read a few rows for each of them. */
export const addUpSeriesActivity: JobStep = {
  name: 'series_activity',
  async run(io) {
    const counted = await inChunks(io, (tx, _now, size) => addUpActivity(tx, size), 10_000);
    await io.database.transaction((tx) => forgetActivity(tx));
    return counted;
  },
};
