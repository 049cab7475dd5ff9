import { refuse, unavailable } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import type { JobRunner } from '../../kit/jobs/runner.ts';
import { adminEndpoint } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { listRolledSince } from './rollup.sql.ts';
import { Rollup } from './schema.ts';

const job = 'rollups';

export const rollupRoutes = (runner: Pick<JobRunner, 'runNow'>): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/analytics/rollup',
    access: ['analytics:read', 'system:write'],
    dryRun: false,
    summary: 'Refresh the dashboard rollups now',
    description:
      'Runs the hourly rollup: today, yesterday while it still changes, and past days with late or reversed data. Waits for a run in progress. Idempotent. A failed run returns 503; the run history has the cause.',
    reply: Rollup,
    prepare: ({ caller: { id, email } }) => runner.runNow(job, { id, email }),
    run: async (ctx, { prepared: { startedAt, finishedAt, outcome, counts } }) => {
      if (outcome !== 'succeeded') return refuse(unavailable);
      await audit.record(ctx, { action: 'job.run', target: { type: 'job', id: job }, after: { outcome, counts } });
      const days = await listRolledSince(ctx.tx, startedAt);
      return { ranAt: startedAt, durationMs: (finishedAt ?? ctx.now).getTime() - startedAt.getTime(), days };
    },
  }),
];
