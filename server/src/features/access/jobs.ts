import type { JobStep } from '../../kit/jobs/job.ts';
import { throttle } from './rules.ts';
import { deleteExpiredSessions } from './session.sql.ts';
import { deleteOldFailures } from './throttle.sql.ts';

export const forgetSessions: JobStep = {
  name: 'ended_sessions',
  run: ({ database }) => database.transaction((tx, now) => deleteExpiredSessions(tx, now)),
};

export const forgetFailures: JobStep = {
  name: 'old_sign_in_failures',
  run: ({ database }) =>
    database.transaction((tx, now) => deleteOldFailures(tx, new Date(now.getTime() - throttle.windowMs))),
};
