import type { Schema } from '../../api/client.ts';

export const outcomes = [
  ...(['applied', 'ignored', 'unmatched', 'malformed'] as const),
] satisfies Schema<'WebhookEvent'>['outcome'][];
