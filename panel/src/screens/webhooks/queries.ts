import type { Schema } from '../../api/client.ts';
import { type ListParams, listQuery } from '../../api/query.ts';

export type WebhookEvent = Schema<'WebhookEvent'>;

export const webhooksQuery = (search: ListParams<'/v1/admin/webhooks'>) => ({
  ...listQuery('/v1/admin/webhooks', search),
  refetchInterval: 20_000,
});
