import { Type } from 'typebox';
import { Id, Int, nullable, oneOf, pageOf, Timestamp } from '../../kit/http/schema.ts';
import { type Job, nextSlot } from '../../kit/jobs/job.ts';
import type { JobRow } from '../../kit/jobs/sql.ts';
import type { OutboxRow } from '../../kit/outbox.sql.ts';
import { allowedMoves } from '../../kit/workflow.ts';
import { hasPermission } from '../access/public.ts';
import { messageMoves, messageStatuses } from './rules.ts';

const RunProgress = Type.Object({
  step: Type.String(),
  done: Int(),
  total: nullable(Int()),
  since: Timestamp,
});

export const JobRun = Type.Object(
  {
    id: Id,
    slot: nullable(Timestamp),
    attempt: Int(),
    outcome: oneOf(['running', 'succeeded', 'failed', 'abandoned']),
    counts: Type.Object({}, { additionalProperties: true, description: 'Results by step' }),
    error: nullable(Type.String()),
    startedAt: Timestamp,
    finishedAt: nullable(Timestamp),
    startedBy: nullable(
      Type.Object(
        { id: Id, email: Type.String(), name: Type.String() },
        { description: 'The admin who ran it by hand' },
      ),
    ),
    progress: nullable(RunProgress),
  },
  { title: 'JobRun' },
);

const Allowed = Type.Array(Type.String(), { description: 'Actions available to the caller now' });

export const CronJob = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    everyMinutes: Int(),
    enabled: Type.Boolean(),
    nextRunAt: nullable(Timestamp),
    steps: Type.Array(Type.String(), { description: 'Step names, in execution order' }),
    runs: Type.Array(JobRun, { description: 'Newest first' }),
    revision: Int(),
    allowed: Allowed,
  },
  { title: 'CronJob' },
);
export const CronPage = pageOf(CronJob);
export const CronBody = Type.Object({ enabled: Type.Boolean() });

interface Viewer {
  permissions: readonly string[];
}

export function showJob(job: Job, row: JobRow, now: Date, viewer: Viewer) {
  const { name, description, everyMinutes } = job;
  const { enabled, revision, runs } = row;
  const allowed = hasPermission(viewer.permissions, 'system:write') ? ['run', enabled ? 'pause' : 'resume'] : [];
  const nextRunAt = enabled ? nextSlot(job, now) : null;
  const steps = job.steps.map((step) => step.name);
  return { name, description, everyMinutes, enabled, nextRunAt, steps, runs, revision, allowed };
}

export const Message = Type.Object(
  {
    id: Id,
    topic: Type.String(),
    status: oneOf(messageStatuses),
    attempts: Int(),
    lastError: nullable(Type.String()),
    nextAttemptAt: Timestamp,
    createdAt: Timestamp,
    deliveredAt: nullable(Timestamp),
    allowed: Allowed,
  },
  { title: 'OutboxMessage' },
);

export const messageQuery = {
  status: Type.Optional(oneOf(messageStatuses)),
  topic: Type.Optional(Type.String({ maxLength: 100 })),
};

export function showMessage(row: OutboxRow, viewer: Viewer) {
  const allowed = allowedMoves(messageMoves, row.status, (permission) => hasPermission(viewer.permissions, permission));
  return { ...row, allowed };
}
