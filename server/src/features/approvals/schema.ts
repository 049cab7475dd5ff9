import { Type } from 'typebox';
import {
  type EffectList,
  type EffectRows,
  effectList,
  type effectsSchema,
  visibleRows,
} from '../../kit/http/effects.ts';
import { Id, nullable, oneOf, Timestamp, Translations, wholeListOf } from '../../kit/http/schema.ts';
import { allowedMoves } from '../../kit/workflow.ts';
import { PermissionSchema } from '../access/public.ts';
import type { Target, Viewer } from './kinds.ts';
import { approvalMoves, statuses } from './rules.ts';
import type { ApprovalRow } from './sql.ts';

const Person = Type.Object({ id: Id, email: Type.String(), name: Type.String() });
const Anything = Type.Object({}, { additionalProperties: true });

/** Requests for approval made by a change. */
export const approvalEffects = effectList('approvals', Anything);

/** With the effects of the action, by registered lists. */
export const approvalEffectsOf = (lists: readonly EffectList[]) =>
  effectList(
    approvalEffects.name,
    Type.Object(
      {
        id: Id,
        kind: Type.String(),
        targetType: Type.String(),
        targetId: Type.String(),
        reason: Type.String(),
        effects: Type.Object(
          Object.fromEntries([...lists, approvalEffects].map(({ name, row }) => [name, Type.Array(row)])),
          {
            title: 'EffectsOnceApproved',
            description: 'Effects of executing the action; an approval never requires another approval',
          },
        ),
      },
      { title: 'ApprovalEffect' },
    ),
    (row, permissions) => ({ ...row, effects: showKept(lists, row.effects, permissions) }),
  );

/** Stored effects are untyped JSON. */
function showKept(lists: readonly EffectList[], kept: unknown, permissions: readonly string[]): EffectRows {
  const entries = kept !== null && typeof kept === 'object' ? Object.entries(kept) : [];
  const rows = entries.flatMap(([name, list]): [string, unknown[]][] => (Array.isArray(list) ? [[name, list]] : []));
  return visibleRows(lists, Object.fromEntries(rows), permissions);
}

const ApprovalTarget = Type.Object(
  { label: Type.String(), labelI18n: Type.Optional(Translations), pictureUrl: nullable(Type.String()) },
  {
    title: 'ApprovalTarget',
    additionalProperties: true,
    description: 'The target; omitted if the caller may not see it',
  },
);

export interface RegisteredKinds {
  readonly kinds: readonly string[];
  readonly effects: ReturnType<typeof effectsSchema>;
}

const fieldsOf = ({ kinds, effects }: RegisteredKinds) => ({
  id: Id,
  kind: oneOf(kinds),
  status: oneOf(statuses),
  reason: Type.String(),
  targetType: Type.String(),
  targetId: Type.String(),
  target: ApprovalTarget,
  payload: Anything,
  effects,
  requiredPermission: PermissionSchema,
  requestedBy: Person,
  decidedBy: nullable(Person),
  decisionNote: nullable(Type.String()),
  result: nullable(Anything),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  decidedAt: nullable(Timestamp),
  deciderBoundToRequester: Type.Boolean({
    description:
      'Whether the decider (or the caller, while pending) is related to the requester: one gave the other access within 24 hours before the decision or after the request, or a third admin gave access to both within 24 hours. Access is given by creating, promoting, enabling or resetting an account, or by extending its role. If `APPROVER_COOLDOWN_HOURS` is set, it replaces the 24 hours and such approvals are refused',
  }),
  requesterEligible: Type.Boolean({
    description:
      'false: the request is pending, and the requester no longer has the permission to request it, so approving fails with `requester_not_eligible`',
  }),
  allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
});

export const approvalOf = (registered: RegisteredKinds) => Type.Object(fieldsOf(registered), { title: 'Approval' });
export const approvalDetailOf = (registered: RegisteredKinds) =>
  Type.Object(
    {
      ...fieldsOf(registered),
      effectsNow: nullable(registered.effects),
      drift: Type.Boolean({
        description: 'Whether approving now would have other effects than at the time of the request',
      }),
      refusedNow: nullable(
        Type.Object(
          { statusCode: Type.Integer(), error: Type.String() },
          { additionalProperties: true, description: 'The error with which approving would fail now' },
        ),
      ),
    },
    { title: 'ApprovalDetail' },
  );

export const ApprovalPending = Type.Object(
  { kind: oneOf(['approval_pending']), approvalId: Id, reason: Type.String() },
  { title: 'ApprovalPending' },
);

export const Deciders = wholeListOf(Type.Object({ id: Id, name: Type.String(), role: Type.String() }), {
  title: 'Deciders',
  description: 'By name, at most 50',
});

export const ApproveBody = Type.Object({ note: Type.Optional(Type.String({ maxLength: 500 })) });
export const RejectBody = Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) });

export const approvalQueryOf = (kinds: readonly string[], targetTypes: readonly string[]) => ({
  status: Type.Optional(Type.Array(oneOf(statuses), { minItems: 1, description: 'Any of these' })),
  kind: Type.Optional(oneOf(kinds)),
  targetType: Type.Optional(oneOf(targetTypes, { description: 'Type of the target' })),
  targetId: Type.Optional(Type.String({ maxLength: 200, description: 'Id of the target' })),
  deciderBoundToRequester: Type.Optional(
    Type.Boolean({
      description: 'true: only those decided by an admin related to the requester, as in the field of the same name',
    }),
  ),
  mine: Type.Optional(Type.Boolean({ description: 'true: the caller’s own requests; false: those of others' })),
});

export interface Rights {
  readonly decide: boolean;
  /** Whether the viewer is related to the requester; decided approvals have this in their row. */
  readonly related: boolean;
  readonly eligible: boolean;
}

export function showApproval(row: ApprovalRow, target: Target, viewer: Viewer, { decide, related, eligible }: Rights) {
  const isOwn = row.requestedBy.id === viewer.id;
  const can = { decide: !isOwn && decide, withdraw: isOwn };
  const requesterEligible = eligible || row.status !== 'pending';
  const moves = allowedMoves(approvalMoves, row.status, (what) => (what === 'decide' ? can.decide : can.withdraw));
  const allowed = moves.filter((move) => requesterEligible || move !== 'approve');
  return {
    ...row,
    target,
    requesterEligible,
    allowed,
    deciderBoundToRequester: row.deciderBoundToRequester || (related && can.decide && row.status === 'pending'),
  };
}
