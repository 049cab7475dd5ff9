import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { expireSubscriptions } from './sql.ts';

export const expireElapsedSubscriptions: JobStep = {
  name: 'elapsed_subscriptions',
  run: (io) => inChunks(io, expireSubscriptions),
};
