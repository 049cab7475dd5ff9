import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import * as audit from '../audit/public.ts';
import { expire } from './actions.ts';
import type { ApprovalKind } from './kinds.ts';

export const expireApprovals = (kinds: readonly ApprovalKind[]): JobStep => ({
  name: 'expired_approvals',
  run: (io) => inChunks(io, (tx, now, size) => expire(audit.systemCtx(tx, now), kinds, size)),
});
