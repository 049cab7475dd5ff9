import { Type } from 'typebox';
import { effectList } from '../../kit/http/effects.ts';
import { Id, Int, nullable, pageOf, Timestamp } from '../../kit/http/schema.ts';

const digits = Type.String({ description: 'Digits that only grow' });

export const LedgerEntry = Type.Object(
  {
    id: digits,
    eventId: Id,
    amount: Int(),
    reason: Type.String(),
    refType: Type.String(),
    refId: Type.String(),
    createdAt: Timestamp,
    accounts: Type.Array(Type.Object({ account: Type.String(), amount: Int() })),
  },
  { title: 'LedgerEntry' },
);

/** What an event refers to, as it is called. */
const named = {
  label: nullable(Type.String({ description: 'What it is called, where it has a name' })),
  pictureUrl: nullable(Type.String()),
};
export const LedgerPage = pageOf(
  Type.Object(
    { ...LedgerEntry.properties, cause: Type.Object({ type: Type.String(), id: Type.String(), ...named }) },
    { title: 'UserLedgerEntry' },
  ),
);

export const LedgerEvent = Type.Object(
  {
    eventId: Id,
    reason: Type.String(),
    refType: Type.String(),
    refId: Type.String(),
    createdAt: Timestamp,
    entries: Type.Array(Type.Object({ id: digits, account: Type.String(), userId: Id, amount: Int() })),
    cause: Type.Object(
      { type: Type.String(), id: Type.String(), ...named },
      { additionalProperties: true, description: 'What made the coins move' },
    ),
  },
  { title: 'LedgerEvent' },
);

export const LedgerProof = Type.Object(
  {
    holds: Type.Boolean(),
    balancePaid: Int(),
    balanceBonus: Int(),
    entries: Int(),
    checkedAt: Timestamp,
    breaks: Type.Array(Type.Object({ eventId: Type.String(), what: Type.String() })),
  },
  { title: 'LedgerProof' },
);

/** Both sides of a movement, as a dry run and an approval show it. */
export const ledgerEffects = effectList(
  'ledger',
  Type.Object({ eventId: Id, userId: nullable(Id), account: Type.String(), amount: Int() }, { title: 'LedgerEffect' }),
);
