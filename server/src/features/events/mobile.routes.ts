import type { Endpoint } from '../../kit/http/endpoint.ts';
import { userEndpoint } from '../users/public.ts';
import { ingestEvents } from './actions.ts';
import { createContentCache } from './content.ts';
import { maxEventsBytes } from './rules.ts';
import { EventsBody, EventsReply } from './schema.ts';

export function eventRoutes(): Endpoint[] {
  const content = createContentCache();
  return [
    userEndpoint.batchedWrite({
      method: 'POST',
      url: '/events',
      access: 'signed_in',
      summary: 'Ingest app events',
      description:
        'At most 500 events per request, not older than 30 days and at most 5 minutes ahead of the server’s clock. Events are deduplicated by `id`, whatever else they contain. Invalid events, and events of an unknown episode or series, are listed in `rejected`; the others are accepted.',
      body: EventsBody,
      reply: EventsReply,
      bodyLimit: maxEventsBytes,
      checksOwnBody: true,
      example: {
        body: {
          events: [
            {
              id: '0193a000-0000-7000-8000-0000000000e1',
              name: 'paywall_hit',
              at: '2026-11-01T19:00:00Z',
              episodeId: '01930000-0000-7000-8000-000000000055',
            },
          ],
        },
      },
      // At most two of the largest requests share a batch, so that several processors have work.
      batchBytes: 131_072,
      batchesAtOnce: 3,
      run: (ctx, requests) => ingestEvents(content, ctx, requests),
    }),
  ];
}
