import type { Schema } from '../../api/client.ts';

export const messageStatuses = [
  ...(['waiting', 'delivered', 'dead'] as const),
] satisfies Schema<'OutboxMessage'>['status'][];
