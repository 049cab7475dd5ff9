import { type Static, Type } from 'typebox';
import { Country, Int, messageFor } from '../../kit/http/schema.ts';
import { maxFlags } from './rules.ts';

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

const Key = Type.String({
  pattern: '^[a-z][a-z0-9_.-]{0,99}$',
  ...messageFor('must begin with a small letter and go on with small letters, digits, dots, hyphens or underscores'),
});
const markets = Type.Optional(Type.Array(Country, { minItems: 1, maxItems: 300 }));
export const FlagsBody = Type.Object({
  flags: Type.Record(Key, Type.Union([Type.Boolean(), Type.Object({ ...scoped, markets }), Type.Null()]), {
    additionalProperties: false,
    maxProperties: maxFlags,
    description: 'What is left out stays as it is; `null` deletes',
  }),
});
export type FlagsGiven = Static<typeof FlagsBody>['flags'];
