import { Type } from 'typebox';
import { Id, Int, nullable, oneOf, pageOf, Timestamp } from '../../kit/http/schema.ts';
import { type Job, nextSlot } from '../../kit/jobs/job.ts';
import type { JobRow } from '../../kit/jobs/sql.ts';
import type { OutboxRow } from '../../kit/outbox.sql.ts';
import { allowedMoves } from '../../kit/workflow.ts';
import { hasPermission } from '../access/public.ts';
import {
  eventDetailCodes,
  failureCodes,
  isReplayable,
  messageMoves,
  messageStatuses,
  showDetail,
  webhookOutcomes,
} from './rules.ts';
import type { Subject } from './webhook-source.ts';
import type { WebhookRow } from './webhooks.sql.ts';

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
    counts: Type.Object({}, { additionalProperties: true, description: 'What each step did' }),
    error: nullable(Type.String()),
    startedAt: Timestamp,
    finishedAt: nullable(Timestamp),
    startedBy: nullable(
      Type.Object({ id: Id, email: Type.String(), name: Type.String() }, { description: 'Who ran it by hand' }),
    ),
    progress: nullable(RunProgress),
  },
  { title: 'JobRun' },
);

const Allowed = Type.Array(Type.String(), { description: 'What this caller may do with it now' });

export const CronJob = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    everyMinutes: Int(),
    enabled: Type.Boolean(),
    nextRunAt: nullable(Timestamp),
    steps: Type.Array(Type.String(), { description: 'Their names, in the order in which they run' }),
    runs: Type.Array(JobRun, { description: 'The newest first' }),
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

export const EventDetailFields = {
  detail: nullable(Type.String({ description: 'What became of it, in words' })),
  detailCode: nullable(
    oneOf(eventDetailCodes, { description: 'What became of it, unless it failed or could not be read' }),
  ),
};

export const Webhook = Type.Object(
  {
    id: Id,
    source: Type.String({ description: 'Who sent it: media, payments:ios_store, …' }),
    eventId: Type.String({ description: 'The webhook-id' }),
    outcome: oneOf(webhookOutcomes),
    ...EventDetailFields,
    attempts: Int(),
    nextAttemptAt: nullable(Timestamp),
    lastError: nullable(oneOf(failureCodes, { description: 'Why the last attempt that failed did' })),
    payload: nullable(Type.Object({}, { additionalProperties: true })),
    subject: nullable(
      Type.Object(
        {
          type: Type.String(),
          id: Type.String(),
          label: nullable(
            Type.String({ description: 'What it is called: a user, a series or a file; null where it has no name' }),
          ),
          isGuest: Type.Optional(Type.Boolean({ description: 'Of a user: whether they are a guest, who has no name' })),
          episodeNumber: Type.Optional(Type.Integer({ description: 'Of a video: the episode of the series' })),
          productId: Type.Optional(Type.String({ description: 'What a payment is for, as the provider calls it' })),
          purchase: Type.Optional(
            Type.Object(
              { id: Id, status: Type.String(), coins: Type.Integer({ description: 'With the bonus' }) },
              { description: 'Our payment that it is about, for callers with `payments:read`' },
            ),
          ),
        },
        { description: 'What it is about, as far as the caller may see it' },
      ),
    ),
    replays: Int(),
    occurredAt: nullable(Timestamp),
    receivedAt: Timestamp,
    replayedAt: nullable(Timestamp),
    allowed: Allowed,
  },
  { title: 'WebhookEvent' },
);

export const webhookQuery = {
  source: Type.Optional(
    Type.String({
      maxLength: 100,
      description: '`media`, `payments` for every rail, or one such as `payments:ios_store`',
    }),
  ),
  transactionId: Type.Optional(
    Type.String({ maxLength: 255, description: 'Of payments: the transaction as the rail names it' }),
  ),
  outcome: Type.Optional(oneOf(webhookOutcomes)),
  reportsFailure: Type.Optional(
    Type.Boolean({ description: 'Whether the event itself tells of a failure, such as a video that cannot be played' }),
  ),
};

export function showWebhook(row: WebhookRow & { subject: Subject | null }, viewer: Viewer) {
  const mayReplay = isReplayable(row) && hasPermission(viewer.permissions, 'system:write');
  const payload = row.payload !== null && typeof row.payload === 'object' ? { ...row.payload } : null;
  const { faults: _faults, ...shown } = row;
  return { ...shown, ...showDetail(row.detail), payload, allowed: mayReplay ? ['replay'] : [] };
}
