import { Type } from 'typebox';
import { Country, Day, Id, Int, messageFor, nullable, Timestamp } from '../../kit/http/schema.ts';
import { hasPermission } from '../access/public.ts';
import { Reference } from '../catalog/public.ts';
import { type AccountEventRow, causeNames, Subject } from '../ledger/public.ts';
import { coinsOf } from './rules.ts';

const of = {
  market: Type.Optional(Country),
  segmentId: Type.Optional(Reference),
};

export const economyQuery = { dateFrom: Type.Optional(Day), dateTo: Type.Optional(Day), ...of };

const day = Type.String({ format: 'date' });
const coins = (description: string) => Type.Integer({ description });
const byAccount = (description: string) =>
  Type.Unsafe<Record<string, number>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description,
  });

const bySource = byAccount('Coins by the account that they came from');
const bySink = byAccount('Coins by the account that they went to; below 0 where more came back than went in');
const held = {
  liabilityPaidCoins: coins('Bought coins that users hold at the end'),
  liabilityBonusCoins: coins('Coins that were given and that users hold at the end'),
};

export const Economy = Type.Object(
  {
    period: Type.Object({ start: day, end: day }, { description: 'UTC days, both included' }),
    mintedCoins: coins('What all sources gave'),
    burnedCoins: coins('What all sinks took, less what came back'),
    ...held,
    zeroSumBreach: Type.Boolean({
      description: 'Whether the rows of the whole ledger, or those of one of its events, do not add up to zero',
    }),
    mintedBySource: bySource,
    burnedBySink: bySink,
    daily: Type.Array(Type.Object({ day, mintedCoins: Int(), burnedCoins: Int(), ...held }), {
      description: 'Every day of the period',
    }),
    dailyByAccount: Type.Array(Type.Object({ day, mintedBySource: bySource, burnedBySink: bySink }), {
      description: 'The same days by account',
    }),
    asOf: Timestamp,
  },
  { title: 'Economy' },
);

const Account = Type.String({
  pattern: '^(source|sink|wallet)_[a-z0-9_]{1,100}$',
  description: 'An account of the ledger, such as `source_promo` or `sink_unlock`',
  ...messageFor('must be an account such as source_promo, sink_unlock or wallet_paid'),
});

export const eventsQuery = { day: Day, account: Account, ...of };

export const EconomyEvent = Type.Object(
  {
    eventId: Id,
    createdAt: Timestamp,
    account: Type.String(),
    coins: coins('What a source gave, a sink took or a wallet got by this event; below 0 for the other way round'),
    reason: Type.String(),
    refType: Type.String(),
    refId: Type.String(),
    subject: Subject,
    ...causeNames,
    user: Type.Object({
      id: Id,
      displayName: nullable(Type.String({ description: 'Only for who may see users' })),
      isGuest: Type.Boolean(),
    }),
  },
  { title: 'EconomyEvent' },
);

export function showEvent(
  { id, amount, account, userId, displayName, isGuest, ...row }: AccountEventRow,
  { permissions }: { readonly permissions: readonly string[] },
) {
  const name = hasPermission(permissions, 'users:read') ? displayName : null;
  return {
    ...row,
    eventId: id,
    account,
    coins: coinsOf(account, amount),
    user: { id: userId, displayName: name, isGuest },
  };
}
