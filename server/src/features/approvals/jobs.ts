import type { JobStep } from '../../kit/jobs/job.ts';
import { expireDue } from './sql.ts';

export const expireApprovals: JobStep = {
  name: 'expired_approvals',
  run: ({ database }) => database.transaction((tx, now) => expireDue(tx, now)),
};
