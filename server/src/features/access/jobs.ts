import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { throttle } from './rules.ts';
import { deleteExpiredSessions, deleteOldFailures } from './sql.ts';

export const purgeSessions: JobStep = {
  name: 'ended_sessions',
  run: (io) => inChunks(io, deleteExpiredSessions),
};

export const purgeFailures: JobStep = {
  name: 'old_sign_in_failures',
  run: (io) =>
    inChunks(io, (tx, now, size) => deleteOldFailures(tx, new Date(now.getTime() - throttle.windowMs), size)),
};
