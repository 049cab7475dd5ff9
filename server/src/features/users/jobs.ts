import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { dayMs } from '../../kit/time.ts';
import { tokenSeconds } from './rules.ts';
import { deleteAccessChanges, deleteExpiredTokens } from './sql.ts';
import { liftSuspensions } from './status.ts';

export const liftElapsedSuspensions: JobStep = {
  name: 'elapsed_suspensions',
  run: (io) => inChunks(io, liftSuspensions),
};

export const purgeTokens: JobStep = {
  name: 'ended_user_tokens',
  run: (io) => inChunks(io, deleteExpiredTokens),
};

/** A day longer than the tokens that were issued before. */
const accessChangeMs = tokenSeconds * 1000 + dayMs;

export const purgeAccessChanges: JobStep = {
  name: 'old_access_changes',
  run: (io) => inChunks(io, (tx, now, size) => deleteAccessChanges(tx, new Date(now.getTime() - accessChangeMs), size)),
};
