import type { Endpoint } from '../../kit/http/endpoint.ts';
import { userEndpoint } from '../users/public.ts';
import { takeEvents } from './actions.ts';
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
      summary: 'Tell what happened in the app',
      description:
        'At most 500 events at a time, of the last 30 days; the clock of the phone may be 5 minutes ahead. An event is known by its `id`: sent again, it is counted as a duplicate, whatever else it says. One that cannot be right, or is about an episode or a series that does not exist, is named in `rejected`, and the others are kept.',
      body: EventsBody,
      reply: EventsReply,
      bodyLimit: maxEventsBytes,
      checksOwnBody: true,
      // Nine with BEGIN and COMMIT; who finds someone else telling of the same viewer has four more before.
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
      // Two of the largest wait for one commit together; not more, so that several processors have work.
      batchBytes: 131_072,
      batchesAtOnce: 3,
      run: (ctx, requests) => takeEvents(content, ctx, requests),
    }),
  ];
}
