import type { JobStep } from '../../kit/jobs/job.ts';
import { expireSubscriptions } from './sql.ts';

export const expireElapsedSubscriptions: JobStep = {
  name: 'elapsed_subscriptions',
  run: ({ database }) => database.transaction((tx, now) => expireSubscriptions(tx, now)),
};
