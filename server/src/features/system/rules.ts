import { dayMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';

/**
 * The machinery as operators see it: jobs that run by the clock and can be paused or run at once, and messages to the
 * outside, of which the dead ones can be sent again.
 */

export const messageStatuses = ['waiting', 'delivered', 'dead'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export const messageMoves = {
  retry: { from: ['dead'], to: 'waiting', requires: 'system:write' },
} as const satisfies Workflow<MessageStatus>;

/** How much of its history a job shows. */
export const shownRuns = 20;

export const retentionMs = { idempotencyKeys: dayMs, jobRuns: 30 * dayMs, deliveredMessages: 7 * dayMs };
