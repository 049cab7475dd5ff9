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

const bySource = byAccount('Coins by source account');
const bySink = byAccount('Coins by sink account; negative if more was returned than spent');
const held = {
  liabilityPaidCoins: coins('Paid coins held by users at the end'),
  liabilityBonusCoins: coins('Bonus coins held by users at the end'),
};

export const Economy = Type.Object(
  {
    period: Type.Object({ start: day, end: day }, { description: 'UTC days, both inclusive' }),
    mintedCoins: coins('Coins from all sources'),
    burnedCoins: coins('Coins to all sinks, less those returned'),
    ...held,
    zeroSumBreach: Type.Boolean({
      description: 'Whether the whole ledger, or one of its events, does not sum to zero',
    }),
    mintedBySource: bySource,
    burnedBySink: bySink,
    daily: Type.Array(Type.Object({ day, mintedCoins: Int(), burnedCoins: Int(), ...held }), {
      description: 'One entry per day of the period',
    }),
    dailyByAccount: Type.Array(Type.Object({ day, mintedBySource: bySource, burnedBySink: bySink }), {
      description: 'The same days, by account',
    }),
    asOf: Timestamp,
  },
  { title: 'Economy' },
);

const Account = Type.String({
  pattern: '^(source|sink|wallet)_[a-z0-9_]{1,100}$',
  description: 'Ledger account, such as `source_promo` or `sink_unlock`',
  ...messageFor('must be an account such as source_promo, sink_unlock or wallet_paid'),
});

export const eventsQuery = { day: Day, account: Account, ...of };

export const EconomyEvent = Type.Object(
  {
    eventId: Id,
    createdAt: Timestamp,
    account: Type.String(),
    coins: coins('Coins from a source, to a sink or to a wallet by this event; negative in the opposite direction'),
    reason: Type.String(),
    refType: Type.String(),
    refId: Type.String(),
    subject: Subject,
    ...causeNames,
    user: Type.Object({
      id: Id,
      displayName: nullable(Type.String({ description: 'Requires `users:read`' })),
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
