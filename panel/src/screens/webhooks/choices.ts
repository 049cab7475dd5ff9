import type { Schema } from '../../api/client.ts';

export const outcomes = [
  ...(['received', 'applied', 'ignored', 'unmatched', 'malformed', 'failed'] as const),
] satisfies Schema<'WebhookEvent'>['outcome'][];

/** As they are filtered by: of those that were processed, the ones that bring news of a failure stand apart. */
export const shownOutcomes = ['received', 'applied', 'failure_reported', ...outcomes.slice(2)] as const;
export type ShownOutcome = (typeof shownOutcomes)[number];

/** Who sends messages: payments are all of their rails. */
export const sources = [
  'media',
  'payments',
  'payments:ios_store',
  'payments:android_store',
  'payments:card_web',
] as const;
