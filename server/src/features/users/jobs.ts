import type { JobStep } from '../../kit/jobs/job.ts';
import { deleteExpiredTokens, liftSuspensions } from './sql.ts';

export const liftElapsedSuspensions: JobStep = {
  name: 'elapsed_suspensions',
  run: ({ database }) => database.transaction((tx, now) => liftSuspensions(tx, now, null)),
};

export const forgetTokens: JobStep = {
  name: 'ended_user_tokens',
  run: ({ database }) => database.transaction((tx, now) => deleteExpiredTokens(tx, now)),
};
