import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { deleteExpiredTokens } from './sql.ts';
import { liftSuspensions } from './status.ts';

export const liftElapsedSuspensions: JobStep = {
  name: 'elapsed_suspensions',
  run: (io) => inChunks(io, liftSuspensions),
};

export const purgeTokens: JobStep = {
  name: 'ended_user_tokens',
  run: (io) => inChunks(io, deleteExpiredTokens),
};
