import type { Schema } from '../../api/client.ts';

export const outcomes = [
  ...(['received', 'applied', 'ignored', 'unmatched', 'malformed', 'failed'] as const),
] satisfies Schema<'WebhookEvent'>['outcome'][];

/** Who sends messages. */
export const sources = ['media'] as const;
