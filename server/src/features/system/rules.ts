import { dayMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';

/** Operators can pause and run scheduled jobs, and resend dead outbox messages. */

export const messageStatuses = ['waiting', 'delivered', 'dead'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export const messageMoves = {
  retry: { from: ['dead'], to: 'waiting', requires: 'system:write' },
} as const satisfies Workflow<MessageStatus>;

/** Runs shown per job. */
export const shownRuns = 20;

export const retentionMs = { idempotencyKeys: dayMs, jobRuns: 30 * dayMs, deliveredMessages: 7 * dayMs };
