import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { Refused, refuse } from '../../kit/errors.ts';
import { type EffectList, type EffectRows, Effects, effectsSchema, showEffects } from '../../kit/http/effects.ts';
import type { Ctx, Endpoint, ReadCtx } from '../../kit/http/endpoint.ts';
import { Id, oneOf, wholeList } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { type Admin, adminEndpoint, hasPermission, insufficientPermissions } from '../access/public.ts';
import { approve, cancel, type Decided, execute, reject } from './actions.ts';
import { type DecisionOptions, eligibleOf, listAccessGrants } from './deciders.ts';
import {
  approvalNotPending,
  approverTooNew,
  notRequester,
  requesterNotEligible,
  selfApprovalForbidden,
} from './errors.ts';
import { type ApprovalKind, ApprovalKinds, mayRequest, type Target } from './kinds.ts';
import { type EffectLists, hasDrifted, isRelatedToRequester, relationOf } from './rules.ts';
import {
  ApproveBody,
  approvalDetailOf,
  approvalOf,
  approvalQueryOf,
  Deciders,
  type RegisteredKinds,
  RejectBody,
  type Rights,
  showApproval,
} from './schema.ts';
import { type ApprovalRow, findApproval, listApprovals } from './sql.ts';

const params = { id: Id };
const exampleApproval = { id: '01930000-0000-7000-8000-0000000000b1' };

/** The effects of approving it now, or the error. */
async function previewNow(ctx: ReadCtx<Admin>, row: ApprovalRow, accessGrants: Decided['accessGrants'], setup: Setup) {
  const { kinds, noEffects } = setup;
  const kind = kinds.find(row.kind);
  const nothing = { effectsNow: null, refusedNow: null, drift: false };
  if (!kind || row.status !== 'pending') return nothing;
  try {
    const decided = { approval: row, kind, accessGrants };
    const queueKey = await kinds.lockedBy(ctx.db, row);
    const preview = await ctx.previewEffects((inner) => execute(inner, decided, setup), queueKey);
    const all = { ...noEffects, ...preview.toJSON() };
    const drift = hasDrifted({ ...noEffects, ...row.effects }, all, row.targetId);
    const [effectsNow = null] = await readable(ctx.db, [all], ctx.caller, setup);
    return { effectsNow, refusedNow: null, drift };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { effectsNow: null, refusedNow: error.body, drift: true };
  }
}

const readable = (
  db: Db,
  all: readonly EffectLists[],
  { permissions }: Admin,
  { noEffects, effectLists }: Setup,
): Promise<EffectRows[]> =>
  showEffects(
    db,
    effectLists,
    all.map((effects) => ({ ...noEffects, ...effects })),
    permissions,
  );

/** Without what the viewer may not read. */
async function effectsReadable(db: Db, rows: readonly ApprovalRow[], caller: Admin, setup: Setup) {
  const effects = rows.map((row) => row.effects);
  const shown = await readable(db, effects, caller, setup);
  const byRow = new Map(rows.map(({ id }, index) => [id, shown[index] ?? setup.noEffects]));
  return (row: ApprovalRow, target: Target, rights: Rights) => {
    const reader = setup.kinds.find(row.kind)?.resultReader;
    const result = reader === undefined || hasPermission(caller.permissions, reader) ? row.result : null;
    const approval = showApproval({ ...row, result }, target, caller, rights);
    return { ...approval, effects: byRow.get(row.id) ?? setup.noEffects };
  };
}

const visibilityOf = (kinds: ApprovalKinds, caller: Admin) => ({
  adminId: caller.id,
  kinds: kinds.names.filter((name) => kinds.mayDecide(name, caller)),
});

/** With their targets, for this caller. */
async function showAll(
  { db, caller, now }: Pick<ReadCtx<Admin>, 'db' | 'caller' | 'now'>,
  setup: Setup,
  rows: readonly ApprovalRow[],
  accessGrants: Decided['accessGrants'],
) {
  const { kinds, ports, approverCooldownHours } = setup;
  const targetOf = await kinds.describe(db, rows, caller);
  const isEligible = await eligibleOf({ kinds, ports }, db, rows);
  const show = await effectsReadable(db, rows, caller, setup);
  return (row: ApprovalRow) => {
    const related = isRelatedToRequester(relationOf(accessGrants, caller.id, row, now, approverCooldownHours));
    const rights = { decide: kinds.mayDecide(row.kind, caller), related, eligible: isEligible(row) };
    return show(row, targetOf(row), rights);
  };
}

/** An approval that the caller requested or may decide; others are not found. */
async function findVisible({ kinds }: Setup, db: Db, id: string, caller: Admin): Promise<ApprovalRow | undefined> {
  const row = await findApproval(db, id);
  const { adminId, kinds: decidable } = visibilityOf(kinds, caller);
  return row && (row.requestedBy.id === adminId || decidable.includes(row.kind)) ? row : undefined;
}

/** An approval whose permission the caller has. If only the role is missing, the error names it. */
async function findDecidable({ kinds }: Setup, db: Db, id: string, caller: Admin): Promise<ApprovalRow | undefined> {
  const row = await findApproval(db, id);
  const kind = row && kinds.find(row.kind);
  const mayKnow = kind !== undefined && hasPermission(caller.permissions, kind.deciders.permission);
  return mayKnow || row?.requestedBy.id === caller.id ? row : undefined;
}

/** A stored response names people only by id, and so has no references. */
async function showDecision(
  { tx, caller }: Ctx<Admin>,
  setup: Setup,
  row: ApprovalRow,
  { isKept }: { isKept: boolean },
) {
  const { kinds } = setup;
  const isPerson = kinds.find(row.kind)?.maskNote !== undefined;
  const targetOf = isKept && isPerson ? undefined : await kinds.describe(tx, [row], caller);
  const target = targetOf?.(row) ?? ApprovalKinds.byId(row.targetId);
  const rights = { decide: kinds.mayDecide(row.kind, caller), related: false, eligible: true };
  const effectLists = isKept ? setup.effectLists.filter(({ derive }) => derive === undefined) : setup.effectLists;
  return (await effectsReadable(tx, [row], caller, { ...setup, effectLists }))(row, target, rights);
}

interface Setup extends DecisionOptions {
  readonly shapes: RegisteredKinds;
  /** Empty lists, because lists that are newer than an approval are missing in its stored effects. */
  readonly noEffects: EffectLists;
  readonly effectLists: readonly EffectList[];
}

export const approvalRoutes = (
  registered: readonly ApprovalKind[],
  effects: readonly EffectList[],
  options: Omit<DecisionOptions, 'kinds'>,
): Endpoint[] => {
  const kinds = new ApprovalKinds(registered);
  const shapes = { kinds: kinds.names, effects: effectsSchema(effects) };
  const setup = { ...options, kinds, shapes, effectLists: effects, noEffects: new Effects(effects).toJSON() };
  return [...readRoutes(setup), decidersRoute(setup), ...decisionRoutes(setup)];
};

const readRoutes = (setup: Setup): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/approvals',
    access: 'signed_in',
    summary: 'List own requests and requests to decide, newest first',
    description:
      'Holders of `*` see all requests. `effects` is what the action would have done at the time of the request; `target` names its object.',
    query: approvalQueryOf(setup.kinds.names, setup.kinds.targetTypes),
    item: approvalOf(setup.shapes),
    example: { query: { status: 'pending' } },
    sort: byNewest('createdAt', 'p'),
    cursorScope: ({ filters }) => ['approvals', filters],
    list: async (db, filters, keyset, { caller, now }) => {
      const rows = await listApprovals(db, visibilityOf(setup.kinds, caller), filters, keyset);
      const accessGrants = await listAccessGrants(setup, db, { caller, now }, rows);
      return rows.map(await showAll({ db, caller, now }, setup, rows, accessGrants));
    },
    show: (shown) => shown,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/approvals/:id',
    access: 'signed_in',
    // GET runs a preview, which HEAD would waste.
    head: false,
    summary: 'Read one approval, with its effects now',
    description:
      '`effectsNow` is a dry run made for this response; `refusedNow` is why the action would be refused, in which case `allowed` does not contain `approve`; `drift` is whether the effects differ from those at the request.',
    params,
    reply: approvalDetailOf(setup.shapes),
    example: { params: exampleApproval },
    target: (db, { id }, caller) => findVisible(setup, db, id, caller),
    run: async (ctx, { target }) => {
      const accessGrants = await listAccessGrants(setup, ctx.db, ctx, [target]);
      const now = await previewNow(ctx, target, accessGrants, setup);
      const shown = (await showAll(ctx, setup, [target], accessGrants))(target);
      const allowed = shown.allowed.filter((move) => move !== 'approve' || now.refusedNow === null);
      return { ...shown, ...now, allowed };
    },
  }),
];

const decisionRoutes = (setup: Setup): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/approvals/:id/approve',
    access: 'signed_in',
    stepUp: true,
    idempotent: true,
    summary: 'Approve and execute the action',
    description:
      'Besides the listed errors, the action itself can fail with its own error; the approval then stays pending. A `target` that is a person is named only by id, because the response may be stored.',
    params,
    body: ApproveBody,
    reply: approvalOf(setup.shapes),
    errors: [
      ...[selfApprovalForbidden, insufficientPermissions, approvalNotPending, approverTooNew, requesterNotEligible],
      ...setup.kinds.errors,
    ],
    example: { params: exampleApproval, body: { note: 'Checked with the team' } },
    target: (db, { id }, caller) => findDecidable(setup, db, id, caller),
    queueBy: async ({ id }, db) => {
      const approval = await findApproval(db, id);
      return approval && setup.kinds.lockedBy(db, approval);
    },
    run: async (ctx, { params: { id }, body }) =>
      showDecision(ctx, setup, await approve(ctx, id, body.note ?? null, setup), { isKept: true }),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/approvals/:id/reject',
    access: 'signed_in',
    stepUp: true,
    summary: 'Reject',
    description:
      'Requires the permission in `requiredPermission`. Nothing is executed, and the decision is final. If the requester rejects, the request is cancelled.',
    params,
    body: RejectBody,
    reply: approvalOf(setup.shapes),
    errors: [insufficientPermissions, approvalNotPending],
    example: { params: exampleApproval, body: { reason: 'Still in use by the night desk' } },
    target: (db, { id }, caller) => findDecidable(setup, db, id, caller),
    run: async (ctx, { params: { id }, body }) =>
      showDecision(ctx, setup, await reject(ctx, id, body.reason, setup), { isKept: false }),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/approvals/:id/cancel',
    access: 'signed_in',
    status: 204,
    summary: 'Withdraw one’s own request',
    description: 'Only by the requester, and only while pending. The same action can be requested again afterwards.',
    params,
    errors: [approvalNotPending, notRequester],
    example: { params: exampleApproval },
    target: (db, { id }, caller) => findVisible(setup, db, id, caller),
    run: (ctx, { params: { id } }) => cancel(ctx, id, setup.kinds),
  }),
];

const maxDeciders = 50;

const decidersRoute = ({ kinds, ports }: Setup): Endpoint =>
  adminEndpoint({
    method: 'GET',
    url: '/admin/approvals/deciders',
    access: 'signed_in',
    summary: 'List other admins who may decide a kind of request',
    description:
      'Active admins who may approve or reject, except the caller, because nobody decides their own request. With `targetId`, also except the admin whom the request is about. Available to those who may request or decide this kind.',
    query: {
      kind: oneOf(kinds.names),
      targetId: Type.Optional(Type.String({ maxLength: 200, description: 'Id of the target' })),
    },
    reply: Deciders,
    errors: [insufficientPermissions],
    example: { query: { kind: kinds.names[0] ?? '' } },
    run: async ({ db, caller }, { query }) => {
      const kind = kinds.find(query.kind);
      if (!kind || !(mayRequest(kind, caller) || kinds.mayDecide(kind.kind, caller))) {
        return refuse(insufficientPermissions, { required: [...(kind?.requesters ?? [])] });
      }
      const { permission, roles = null } = kind.deciders;
      const excluded = [caller.id, query.targetId?.toLowerCase()];
      const holders = await ports.listHolders(db, permission, maxDeciders + excluded.length, roles);
      return wholeList(holders.filter(({ id }) => !excluded.includes(id)).slice(0, maxDeciders));
    },
  });
