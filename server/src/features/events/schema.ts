import { Type } from 'typebox';
import { Int, messageFor, nullable, oneOf } from '../../kit/http/schema.ts';
import { eventFaults, maxEvents } from './rules.ts';

const Event = Type.Object({
  id: Type.String({
    description: 'The app’s own, best a UUID, at most 1,000 characters; told again it counts once',
  }),
  name: Type.String({
    description:
      '`preview_view`, `ep1_start`, `paywall_hit`, or a name of the app’s own in snake_case; not `unlock` and `repeat_unlock`, which the service records itself',
  }),
  at: Type.String({ description: 'When it happened, by the phone: ISO 8601 with an offset' }),
  seriesId: Type.Optional(nullable(Type.String())),
  episodeId: Type.Optional(nullable(Type.String())),
  props: Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Anything else, at most 4 KiB; nothing that tells who someone is',
    }),
  ),
});

/** Any value is let through: an event that is wrong is listed in `rejected`, and the others are kept. */
const AnyEvent = Type.Unsafe<unknown>({ anyOf: [Event, { description: 'Anything else is listed in `rejected`' }] });

export const EventsBody = Type.Object({
  events: Type.Array(AnyEvent, { maxItems: maxEvents, ...messageFor(`must be at most ${maxEvents} events at a time`) }),
});

export const EventsReply = Type.Object(
  {
    accepted: Int(),
    duplicates: Type.Integer({ description: 'Told before, or twice in this call' }),
    rejected: Type.Array(
      Type.Object({
        id: Type.String({ description: 'As it was sent; empty where it was not a text' }),
        error: oneOf(eventFaults),
      }),
      { description: 'Those that cannot be right; the others are kept' },
    ),
  },
  { title: 'EventsReceipt' },
);
