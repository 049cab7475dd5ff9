import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { addUpActivity, forgetActivity } from './pick.sql.ts';

/** Sums up viewer activity, so that a rule reads few rows per series however long its window is. */
export const addUpSeriesActivity: JobStep = {
  name: 'series_activity',
  async run(io) {
    const counted = await inChunks(io, (tx, _now, size) => addUpActivity(tx, size), 10_000);
    await io.database.transaction((tx, now) => forgetActivity(tx, now));
    return counted;
  },
};
