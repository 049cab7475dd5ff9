import { type Static, Type } from 'typebox';
import { Country, Id, Int, messageFor, nullable, oneOf } from '../../kit/http/schema.ts';
import { flagReasons, maxFlags } from './rules.ts';

const Percentage = Int({ minimum: 0, maximum: 100 });
const scoped = { enabled: Type.Boolean(), percentage: Percentage };

const FlagValue = Type.Union([
  Type.Boolean(),
  Type.Object({ ...scoped, markets: Type.Optional(Type.Array(Type.String())) }),
]);
const PublicValue = Type.Union([Type.Boolean(), Type.Object(scoped)]);

export const Flags = Type.Object(
  { flags: Type.Record(Type.String(), FlagValue), revision: Int(), allowed: Type.Array(Type.String()) },
  { title: 'Flags' },
);
export const PublicFlags = Type.Object({ flags: Type.Record(Type.String(), PublicValue) }, { title: 'PublicFlags' });

export const FlagDecision = Type.Object(
  {
    on: Type.Boolean(),
    reason: oneOf(flagReasons),
    bucket: Type.Integer({ description: 'From 0 to 99; the flag is on if this is below the percentage' }),
    isKnown: Type.Boolean({
      description: 'Whether the id is that of a user, or of a device on which a user was signed in',
    }),
    market: nullable(Type.String({ description: 'The given market, else the user’s' })),
    user: nullable(
      Type.Object(
        { id: Id, displayName: nullable(Type.String({ description: 'Requires `users:read`' })) },
        { description: 'Null if the id is not that of a user' },
      ),
    ),
  },
  { title: 'FlagDecision' },
);
export const decisionQuery = {
  id: Type.String({ minLength: 1, maxLength: 200, description: 'Id of a user, or of a device as sent by the app' }),
  market: Type.Optional(Country),
};

const Key = Type.String({
  pattern: '^[a-z][a-z0-9_.-]{0,99}$',
  ...messageFor(
    'must begin with a lower-case letter, followed by lower-case letters, digits, dots, hyphens or underscores',
  ),
});
const markets = Type.Optional(Type.Array(Country, { minItems: 1, maxItems: 300 }));
export const FlagsBody = Type.Object({
  flags: Type.Record(Key, Type.Union([Type.Boolean(), Type.Object({ ...scoped, markets }), Type.Null()]), {
    additionalProperties: false,
    maxProperties: maxFlags,
    description: 'Omitted flags are unchanged; `null` deletes a flag',
  }),
});
export type FlagsGiven = Static<typeof FlagsBody>['flags'];
