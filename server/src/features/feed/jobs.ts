import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { keepMs } from './rules.ts';
import { deleteChanges } from './sql.ts';

/** Long after the last feed that was composed before it is gone. */
const ageMs = 20 * keepMs;

export const purgeFeedChanges: JobStep = {
  name: 'old_feed_changes',
  run: (io) => inChunks(io, (tx, now, size) => deleteChanges(tx, new Date(now.getTime() - ageMs), size)),
};
