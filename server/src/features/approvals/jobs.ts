import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import * as audit from '../audit/public.ts';
import { expire } from './actions.ts';

export const expireApprovals: JobStep = {
  name: 'expired_approvals',
  run: (io) => inChunks(io, (tx, now, size) => expire(audit.asSystem(tx, now), size)),
};
