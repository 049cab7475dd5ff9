import { type Static, Type } from 'typebox';
import { Id, Int, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { allowedMoves } from '../../kit/workflow.ts';
import { alertMoves, type Evaluation, kindNames, mayAcknowledge, severities, statuses, userKinds } from './rules.ts';

const Person = Type.Object({ id: Id, email: Type.String(), name: Type.String() });

const Figures = Type.Object(
  {},
  {
    title: 'AlertFigures',
    additionalProperties: nullable(Type.Number()),
    description:
      'Figures by kind. mint_spike: `coins` in 24 hours, `usual` per day (null: not known yet). admin_grants: `coins` today, `limit`. promo_burn: `coinsPerHour`, `leftCoins`, `budgetCoins`, `hoursLeft`, `hoursToEnd`. refund_rate: `refunds`, `payments` in 24 hours, `ratePercent`, `usualPercent`. schedule_lag: `schedules`, and `longestMinutes` of late ones. zero_sum_breach: `events`. ledger_unproven: `eventsBehind`, `behindMinutes`, `ageMinutes`. broken_blocks: `blocks`, `firstBlock`. webhook_failures: `waiting`, `oldestMinutes`, `givenUp`. verification_failures: `failures` in 24 hours. rail_quiet: `usual` payments per day. disputes: `open`. money_stuck: `failed`, `pending` for a week. split_refunds: `purchases`, `usdCents` of the one with the largest refunds, `limitUsdCents`. storage_low: `freeBytes`, `reserveBytes`, below which uploads are refused',
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
          'ledger_account, admin, promo, rail, schedules (`late` or `failed`), ledger, sealed_chain (`ledger` or `audit`), approval, webhook_source, refunds (`money`) or storage',
      }),
      id: Type.String(),
      label: nullable(Type.String({ description: 'Name of the admin, code of the promo or kind of the approval' })),
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
  allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
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
    label: nullable(Type.String({ description: 'Name of the user or object; null if the caller may not see it' })),
    userKind: nullable(
      oneOf(userKinds, {
        description: 'Kind of user, if visible to the caller; guests and anonymized users have no name',
      }),
    ),
    amount: nullable(Type.Integer({ description: 'Coins, or minor units of `currency` if there is one' })),
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
        requires: Type.String({ description: 'Permission required to see the rows' }),
        shown: Type.Boolean({ description: 'false: the caller lacks the permission and `rows` is empty' }),
        hours: Type.Array(Type.Object({ hour: Timestamp, amount: Int() }), {
          description: 'Hourly figures of the two days before the last check; empty if there are none',
        }),
        rows: Type.Array(Row, { description: 'Rows behind the alert, at most 50' }),
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

export interface AlertRow extends Omit<Static<typeof Alert>, 'subject' | 'figures' | 'allowed'> {
  subjectType: string;
  subjectId: string;
  subjectLabel: string | null;
  figures: Evaluation['figures'];
}
