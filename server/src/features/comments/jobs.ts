import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { keepMs } from './rules.ts';
import { deleteChanges } from './sql.ts';

/** Long after the last preview that was read before it is gone. */
const ageMs = 20 * keepMs;

export const purgeCommentChanges: JobStep = {
  name: 'old_comment_changes',
  run: (io) => inChunks(io, (tx, now, size) => deleteChanges(tx, new Date(now.getTime() - ageMs), size)),
};
