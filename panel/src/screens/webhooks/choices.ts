import type { Schema } from '../../api/client.ts';

export const outcomes = [
  ...(['received', 'applied', 'ignored', 'unmatched', 'malformed', 'failed'] as const),
] satisfies Schema<'WebhookEvent'>['outcome'][];

/** As they are filtered by: of those that were processed, the ones that bring news of a failure stand apart. */
export const shownOutcomes = ['received', 'applied', 'failure_reported', ...outcomes.slice(2)] as const;
export type ShownOutcome = (typeof shownOutcomes)[number];

/** Who sends messages. */
export const sources = ['media'] as const;
