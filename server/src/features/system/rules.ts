import { dayMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';

/**
 * The machinery as operators see it: jobs that run by the clock and can be paused or run at once, messages to the
 * outside, of which the dead ones can be sent again, and events that providers sent, of which some can be replayed.
 */

export const messageStatuses = ['waiting', 'delivered', 'dead'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export const messageMoves = {
  retry: { from: ['dead'], to: 'waiting', may: 'system:write' },
} as const satisfies Workflow<MessageStatus>;

/** What became of an event that a provider sent. */
export const webhookOutcomes = ['applied', 'ignored', 'unmatched', 'malformed'] as const;
export type WebhookOutcome = (typeof webhookOutcomes)[number];
/** Only what matched nothing can be tried again: the thing that it is about may be there by now. */
export const replayable: readonly WebhookOutcome[] = ['unmatched'];

/** How much of its history a job shows. */
export const shownRuns = 20;

export const keepMs = { idempotencyKeys: dayMs, jobRuns: 30 * dayMs, deliveredMessages: 7 * dayMs };
