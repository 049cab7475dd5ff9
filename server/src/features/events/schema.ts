import { Type } from 'typebox';
import { Int, messageFor, nullable, oneOf } from '../../kit/http/schema.ts';
import { eventFaults, maxEvents } from './rules.ts';

const Event = Type.Object({
  id: Type.String({
    description:
      'Chosen by the app, preferably a UUID, at most 1,000 characters; an event with a known id is a duplicate',
  }),
  name: Type.String({
    description:
      '`preview_view`, `ep1_start`, `paywall_hit`, or a custom name in snake_case; not `unlock` and `repeat_unlock`, which the service records itself',
  }),
  at: Type.String({ description: 'Client time of the event: ISO 8601 with an offset' }),
  seriesId: Type.Optional(nullable(Type.String())),
  episodeId: Type.Optional(nullable(Type.String())),
  props: Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Custom properties, at most 4 KiB; no personal data',
    }),
  ),
});

/** Accepts any value, because invalid events are listed in `rejected`. */
const AnyEvent = Type.Unsafe<unknown>({ anyOf: [Event, { description: 'Anything else is returned in `rejected`' }] });

export const EventsBody = Type.Object({
  events: Type.Array(AnyEvent, { maxItems: maxEvents, ...messageFor(`must be at most ${maxEvents} events at a time`) }),
});

export const EventsReply = Type.Object(
  {
    accepted: Int(),
    duplicates: Type.Integer({ description: 'Number of events received before, or twice in this request' }),
    rejected: Type.Array(
      Type.Object({
        id: Type.String({ description: 'As sent; empty if it was not a string' }),
        error: oneOf(eventFaults),
      }),
      { description: 'Invalid events; the others are accepted' },
    ),
  },
  { title: 'EventsReceipt' },
);
