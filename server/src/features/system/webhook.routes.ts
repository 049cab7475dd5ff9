import { invalidTransition, notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { adminEndpoint } from '../access/public.ts';
import { replay } from './apply.ts';
import { showWebhook, Webhook, webhookQuery } from './schema.ts';
import type { FaultLog, WebhookSource } from './webhook-source.ts';
import { findWebhook, listWebhooks } from './webhooks.sql.ts';

export const webhookInboxRoutes = (sources: readonly WebhookSource[], log: FaultLog): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/webhooks',
    may: ['system:read'],
    summary: 'List what providers told us, newest first',
    description:
      'Every event whose signature held, with what became of it. `outcome` finds those that were not applied.',
    query: webhookQuery,
    item: Webhook,
    example: { query: { outcome: 'unmatched' } },
    sort: { field: 'receivedAt', column: 'received_at', id: 'id', kind: 'time', order: 'desc' },
    list: listWebhooks,
    show: showWebhook,
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/webhooks/:id/replay',
    may: ['system:write'],
    summary: 'Apply an event again that matched nothing or failed',
    description: 'Where it fails again the answer says so, and it is tried by itself when it would have been.',
    params: { id: Id },
    reply: Webhook,
    errors: [notFound, invalidTransition],
    budget: 25,
    example: { params: { id: '01930000-0000-7000-8000-0000000000c2' } },
    target: (db, { id }) => findWebhook(db, id),
    run: async (ctx, { params: { id } }) => showWebhook(await replay(ctx, id, { sources, log }), ctx.caller),
  }),
];
