import { Type } from 'typebox';
import { Id, listQuery, nullable, oneOf, pageOf, Timestamp } from '../../kit/http/schema.ts';
import { allowedMoves } from '../../kit/workflow.ts';
import { approvalMoves, type Deciders, kinds, mayDecide, statuses } from './rules.ts';
import type { ApprovalRow } from './sql.ts';

const Person = Type.Object({ id: Id, email: Type.String() });
const Anything = Type.Object({}, { additionalProperties: true });

export const EffectsShown = Type.Object(
  {
    ledger: Type.Array(Anything),
    audit: Type.Array(Anything),
    approvals: Type.Array(Anything),
    changes: Type.Array(Anything),
  },
  { title: 'Effects' },
);

const fields = {
  id: Id,
  kind: oneOf(kinds),
  status: oneOf(statuses),
  reason: Type.String(),
  targetType: Type.String(),
  targetId: Type.String(),
  payload: Anything,
  effects: EffectsShown,
  requiredPermission: Type.String(),
  requestedBy: Person,
  decidedBy: nullable(Person),
  decisionNote: nullable(Type.String()),
  result: nullable(Anything),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  decidedAt: nullable(Timestamp),
  allowed: Type.Array(Type.String(), { description: 'What this caller may do with it now' }),
};

export const Approval = Type.Object(fields, { title: 'Approval' });
export const ApprovalPage = pageOf(Approval);
export const ApprovalDetail = Type.Object(
  {
    ...fields,
    effectsNow: nullable(EffectsShown),
    drift: Type.Boolean({ description: 'Approving would do something else now than when it was asked for' }),
    refusedNow: nullable(
      Type.Object(
        { statusCode: Type.Integer(), error: Type.String() },
        { additionalProperties: true, description: 'Why it would be refused now' },
      ),
    ),
  },
  { title: 'ApprovalDetail' },
);

export const ApprovalPending = Type.Object(
  { kind: oneOf(['approval_pending']), approvalId: Id, reason: Type.String() },
  { title: 'ApprovalPending' },
);

export const ApproveBody = Type.Object({ note: Type.Optional(Type.String({ maxLength: 500 })) });
export const RejectBody = Type.Object({ reason: Type.String({ minLength: 3, maxLength: 500, pattern: '\\S' }) });

export const approvalQuery = {
  ...listQuery,
  status: Type.Optional(oneOf(statuses)),
  kind: Type.Optional(oneOf(kinds)),
  mine: Type.Optional(Type.Boolean({ description: 'true: what I asked for; false: what others did' })),
};

interface Viewer {
  id: string;
  role: string;
  permissions: readonly string[];
}

export function showApproval(row: ApprovalRow, deciders: Deciders | undefined, viewer: Viewer) {
  const own = row.requestedBy.id === viewer.id;
  const may = { decide: !own && deciders !== undefined && mayDecide(deciders, viewer), withdraw: own };
  const allowed = allowedMoves(approvalMoves, row.status, (what) => (what === 'decide' ? may.decide : may.withdraw));
  return { ...row, allowed };
}
