import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { invalidTransition, notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import type { Job, JobStep } from '../../kit/jobs/job.ts';
import type { JobRunner } from '../../kit/jobs/runner.ts';
import { listJobs, type RunRow } from '../../kit/jobs/sql.ts';
import { findMessage, listMessages } from '../../kit/outbox.sql.ts';
import { byNewest } from '../../kit/page.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { enableJob, retryMessage } from './actions.ts';
import { shownRuns } from './rules.ts';
import { CronBody, CronJob, CronPage, JobRun, Message, messageQuery, showJob, showMessage } from './schema.ts';

const params = { job: Type.String({ description: 'Name of the job' }) };

async function showJobs(db: Db, jobs: readonly Job[], now: Date, caller: Admin) {
  const rows = await listJobs(db, shownRuns);
  return jobs.flatMap((job) => {
    const row = rows.find(({ name }) => name === job.name);
    return row ? [showJob(job, row, now, caller)] : [];
  });
}

const cronRoutes = (jobs: readonly Job[], runner: JobRunner): Endpoint[] => {
  const target = async (_db: Db, { job }: { job: string }) => jobs.find(({ name }) => name === job);
  return [
    adminEndpoint({
      method: 'GET',
      url: '/admin/cron',
      access: ['system:read'],
      summary: 'List jobs with their last runs',
      description: 'A single page; each job with its last 20 runs and their results.',
      reply: CronPage,
      run: async ({ db, now, caller }) => ({ items: await showJobs(db, jobs, now, caller), nextCursor: null }),
    }),
    adminEndpoint({
      method: 'PUT',
      url: '/admin/cron/:job',
      access: ['system:write'],
      summary: 'Pause or resume a job',
      description: 'A run in progress is completed. A paused job can still be run by hand.',
      params,
      body: CronBody,
      reply: CronJob,
      errors: [notFound],
      example: { params: { job: 'housekeeping' }, body: { enabled: false } },
      target,
      run: async (ctx, { target: job, body }) => {
        await enableJob(ctx, job.name, body.enabled);
        const [shown] = await showJobs(ctx.tx, [job], ctx.now, ctx.caller);
        return shown ?? refuse(notFound);
      },
    }),
    adminEndpoint({
      method: 'POST',
      url: '/admin/cron/:job/run',
      access: ['system:write'],
      dryRun: false,
      // Runs without changes are only in the history of runs.
      audited: false,
      summary: 'Run a job now',
      description: 'Waits for a run in progress, then runs the job and returns the result.',
      params,
      reply: JobRun,
      example: { params: { job: 'housekeeping' } },
      target,
      prepare: ({ params: { job }, caller: { id, email } }) => runner.runNow(job, { id, email }),
      run: async (ctx, { target: { steps }, params: { job }, prepared }) => {
        const { outcome, counts } = prepared;
        const after = { outcome, counts };
        if (mayHaveChanged(prepared, steps))
          await audit.record(ctx, { action: 'job.run', target: { type: 'job', id: job }, after });
        return prepared;
      },
    }),
  ];
};

/** Whether a run changed something, or may have because it was aborted. */
const mayHaveChanged = ({ outcome, counts }: Pick<RunRow, 'outcome' | 'counts'>, steps: readonly JobStep[]): boolean =>
  outcome !== 'succeeded' || steps.some(({ name, changesNothing }) => !changesNothing && (counts[name] ?? 0) > 0);

const outboxRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/outbox',
    access: ['system:read'],
    summary: 'List outgoing messages, newest first',
    description: 'A message that has exhausted its attempts is `dead` until an operator resends it.',
    query: messageQuery,
    item: Message,
    example: { query: { status: 'dead' } },
    sort: byNewest('createdAt'),
    list: listMessages,
    show: showMessage,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/outbox/:id',
    access: ['system:read'],
    summary: 'Read one outgoing message',
    description: 'Same fields as in the list. Delivered messages are deleted after a week.',
    params: { id: Id },
    reply: Message,
    errors: [notFound],
    example: { params: { id: '01930000-0000-7000-8000-0000000000c1' } },
    target: (db, { id }) => findMessage(db, id),
    run: async ({ caller }, { target }) => showMessage(target, caller),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/outbox/:id/retry',
    access: ['system:write'],
    summary: 'Resend a dead letter',
    description: 'It becomes `waiting` and is sent shortly after. Refused if it is not dead.',
    params: { id: Id },
    reply: Message,
    errors: [notFound, invalidTransition],
    example: { params: { id: '01930000-0000-7000-8000-0000000000c1' } },
    target: (db, { id }) => findMessage(db, id),
    run: async (ctx, { params: { id } }) => showMessage(await retryMessage(ctx, id), ctx.caller),
  }),
];

export const systemRoutes = (jobs: readonly Job[], runner: JobRunner): Endpoint[] => [
  ...cronRoutes(jobs, runner),
  ...outboxRoutes,
];
