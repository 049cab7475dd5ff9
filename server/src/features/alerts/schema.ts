import { type Static, Type } from 'typebox';
import { Id, Int, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { allowedMoves } from '../../kit/workflow.ts';
import { alertMoves, kindNames, mayAcknowledge, severities, statuses, userKinds } from './rules.ts';
import type { AlertRow } from './sql.ts';

const Person = Type.Object({ id: Id, email: Type.String(), name: Type.String() });

const Figures = Type.Object(
  {},
  {
    title: 'AlertFigures',
    additionalProperties: nullable(Type.Number()),
    description:
      'By kind. mint_spike: `coins` in 24 hours, `usual` in a day (null: not known yet). admin_grants: `coins` today, `limit`. promo_burn: `coinsPerHour`, `leftCoins`, `budgetCoins`, `hoursLeft`, `hoursToEnd`. refund_rate: `refunds`, `payments` in 24 hours, `ratePercent`, `usualPercent`. schedule_lag: `schedules`, and `longestMinutes` of those that are late. zero_sum_breach: `events`. ledger_unproven: `eventsBehind`, `behindMinutes`, `ageMinutes`. broken_blocks: `blocks`, `firstBlock`. webhook_failures: `waiting`, `oldestMinutes`, `givenUp`. split_refunds: `purchases`, `usdCents` of the one that most was given back of, `limitUsdCents`. storage_low: `freeBytes`, `reserveBytes`, below which uploads are refused',
  },
);

const fields = {
  id: Id,
  kind: oneOf(kindNames),
  severity: oneOf(severities),
  status: oneOf(statuses),
  subject: Type.Object(
    {
      type: Type.String({
        description:
          'ledger_account, admin, promo, rail, schedules (`late` or `failed`), ledger, sealed_chain (`ledger` or `audit`), approval, webhook_source or storage',
      }),
      id: Type.String(),
      label: nullable(
        Type.String({ description: 'The name of an admin, the code of a promo, the kind of an approval' }),
      ),
    },
    { title: 'AlertSubject' },
  ),
  figures: Figures,
  windowFrom: nullable(Timestamp),
  windowTo: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  acknowledgedAt: nullable(Timestamp),
  acknowledgedBy: nullable(Person),
  note: nullable(Type.String()),
  resolvedAt: nullable(Timestamp),
  allowed: Type.Array(Type.String(), { description: 'What this caller may do with it now' }),
};

export const Alert = Type.Object(fields, { title: 'Alert' });

const rowTypes = [
  ...(['ledger_event', 'redemption', 'refund', 'schedule', 'webhook_event', 'approval', 'sealed_block'] as const),
] as const;

const EvidenceItem = Type.Object(
  {
    type: oneOf(['series', 'episode']),
    seriesId: Id,
    seriesTitle: Type.String(),
    episodeNumber: nullable(Int()),
    title: Type.String(),
  },
  { title: 'AlertEvidenceItem' },
);

const Row = Type.Object(
  {
    type: oneOf(rowTypes),
    id: Type.String(),
    at: nullable(Timestamp),
    userId: nullable(Id),
    label: nullable(
      Type.String({ description: 'The name of the user, as far as the caller may see it, or of the thing' }),
    ),
    userKind: nullable(
      oneOf(userKinds, { description: 'What the user is, as far as the caller may see it: two of these have no name' }),
    ),
    amount: nullable(Type.Integer({ description: 'Coins; where there is a `currency`, its minor units' })),
    currency: nullable(Type.String()),
    reason: nullable(Type.String()),
    item: nullable(EvidenceItem),
    requester: nullable(Type.String()),
    decider: nullable(Type.String()),
  },
  { title: 'AlertEvidenceRow' },
);
export type EvidenceRow = Static<typeof Row>;

export const emptyRow = (type: EvidenceRow['type'], id: string): EvidenceRow => ({
  type,
  id,
  at: null,
  userId: null,
  label: null,
  userKind: null,
  amount: null,
  currency: null,
  reason: null,
  item: null,
  requester: null,
  decider: null,
});

export const AlertDetail = Type.Object(
  {
    ...fields,
    evidence: Type.Object(
      {
        requires: Type.String({ description: 'The permission that shows the rows' }),
        shown: Type.Boolean({ description: 'false: the caller does not hold it, and `rows` is empty' }),
        hours: Type.Array(Type.Object({ hour: Timestamp, amount: Int() }), {
          description: 'The figure hour by hour, for two days before it was last looked at; empty where there is none',
        }),
        rows: Type.Array(Row, { description: 'What it was made of, at most 50' }),
      },
      { title: 'AlertEvidence' },
    ),
  },
  { title: 'AlertDetail' },
);

export const AcknowledgeBody = Type.Object({ note: Type.Optional(Type.String({ maxLength: 500, pattern: '\\S' })) });

export const alertQuery = {
  status: Type.Optional(Type.Array(oneOf(statuses), { minItems: 1, description: 'Any of these' })),
  kind: Type.Optional(oneOf(kindNames)),
  severity: Type.Optional(oneOf(severities)),
};

export function showAlert(
  { subjectType: type, subjectId: id, subjectLabel: label, ...row }: AlertRow,
  { permissions }: { readonly permissions: readonly string[] },
) {
  const allowed = allowedMoves(alertMoves, row.status, () => mayAcknowledge(permissions));
  return { ...row, subject: { type, id, label }, allowed };
}
