import { type Static, Type } from 'typebox';
import { effectList } from '../../kit/http/effects.ts';
import { Id, Int, nullable, oneOf, pageOf, Timestamp, Translations } from '../../kit/http/schema.ts';
import { hasPermission } from '../access/public.ts';
import { Bought, chainState } from '../audit/public.ts';
import { subjectTypes } from './rules.ts';

const digits = Type.String({ description: 'Decimal digits; increasing' });

const entryFields = {
  id: digits,
  eventId: Id,
  amount: Int(),
  reason: Type.String(),
  refType: Type.String(),
  refId: Type.String(),
  createdAt: Timestamp,
  accounts: Type.Array(Type.Object({ account: Type.String(), amount: Int() })),
};

export const Subject = nullable(
  Type.Object(
    {
      type: oneOf(subjectTypes),
      id: Id,
      seriesId: Id,
      seriesTitle: Type.String(),
      seriesTitleI18n: Translations,
      episodeNumber: nullable(Int()),
      title: Type.String(),
      titleI18n: Translations,
      pictureAssetId: nullable(Id),
    },
    { description: 'The episode or series that the coins were for, also if removed' },
  ),
);

export const causeNames = {
  causeLabel: nullable(Type.String({ description: 'Other subjects: the code of a promo, the product of a purchase' })),
  bought: nullable(Type.Object(Bought.properties, { description: 'What was bought, for a purchase' })),
};

export const LedgerEntry = Type.Object(entryFields, { title: 'LedgerEntry' });
const NamedEntry = Type.Object({ ...entryFields, subject: Subject, ...causeNames }, { title: 'NamedLedgerEntry' });
export const LedgerPage = pageOf(NamedEntry);
export type EntryRow = Static<typeof NamedEntry>;
export type CauseNames = Pick<EntryRow, 'subject' | 'causeLabel' | 'bought'>;

export const LedgerEvent = Type.Object(
  {
    eventId: Id,
    reason: Type.String(),
    refType: Type.String(),
    refId: Type.String(),
    createdAt: Timestamp,
    entries: Type.Array(Type.Object({ id: digits, account: Type.String(), userId: Id, amount: Int() })),
    cause: Type.Object(
      { type: Type.String(), id: Type.String() },
      { additionalProperties: true, description: 'The cause of the movement' },
    ),
    subject: Subject,
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

/** Both sides of a movement in dry runs and approvals, for holders of `wallet:read`. */
export const ledgerEffects = effectList(
  'ledger',
  Type.Object({ eventId: Id, userId: nullable(Id), account: Type.String(), amount: Int() }, { title: 'LedgerEffect' }),
  (row, permissions) => (hasPermission(permissions, 'wallet:read') ? row : undefined),
);

export const WholeLedgerProof = Type.Object(
  {
    holds: Type.Boolean({ description: 'Whether no account and no block is known to be broken' }),
    books: nullable(
      Type.Object(
        {
          holds: Type.Boolean(),
          upToNo: Type.Integer({ description: 'Number of the last proven event' }),
          eventsBehind: Int(),
          checkedAt: Timestamp,
          concern: nullable(oneOf(['broken', 'late', 'behind'])),
          breaks: Type.Array(Type.Object({ userId: Id, eventId: Id, what: Type.String() })),
        },
        { description: 'Result of the last scheduled proof; null before the first one' },
      ),
    ),
    ...chainState,
  },
  { title: 'WholeLedgerProof' },
);
