import type { Db } from '../../kit/db/database.ts';
import { invalidCursor, Refused } from '../../kit/errors.ts';
import { type EffectList, Effects, effectsSchema } from '../../kit/http/effects.ts';
import type { Endpoint, ReadCtx } from '../../kit/http/endpoint.ts';
import { Id, pageOf } from '../../kit/http/schema.ts';
import { newestFirst, toPage } from '../../kit/page.ts';
import { type Admin, adminEndpoint, insufficientPermissions } from '../access/public.ts';
import { approve, cancel, reject } from './actions.ts';
import { approvalNotPending, notRequester, selfApprovalForbidden } from './errors.ts';
import { type ApprovalKind, ApprovalKinds } from './kinds.ts';
import { type EffectLists, hasDrifted } from './rules.ts';
import {
  ApproveBody,
  approvalDetailOf,
  approvalOf,
  approvalQueryOf,
  decidedApprovalOf,
  type Registered,
  RejectBody,
  showApproval,
  showDecided,
} from './schema.ts';
import { type ApprovalRow, findApproval, listApprovals } from './sql.ts';

const params = { id: Id };
const exampleApproval = { id: '01930000-0000-7000-8000-0000000000b1' };

/** What would happen if it were approved now, or why it would be refused. */
async function previewNow(ctx: ReadCtx<Admin>, row: ApprovalRow, { kinds, noEffects }: Setup) {
  const kind = kinds.find(row.kind);
  const nothing = { effectsNow: null, refusedNow: null, drift: false };
  if (!kind || row.status !== 'pending') return nothing;
  try {
    const preview = await ctx.previewEffects((inner) => kind.execute(inner, row.targetId, row.payload));
    const effectsNow = { ...noEffects, ...preview.toJSON() };
    const drift = hasDrifted({ ...noEffects, ...row.effects }, effectsNow, row.targetId);
    return { effectsNow, refusedNow: null, drift };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { effectsNow: null, refusedNow: error.body, drift: true };
  }
}

const sightOf = (kinds: ApprovalKinds, caller: Admin) => ({
  adminId: caller.id,
  kinds: kinds.names.filter((name) => kinds.mayDecide(name, caller)),
});

/** Approvals as a caller sees them, with what they are about. */
async function showAll(db: Db, { kinds, noEffects }: Setup, rows: readonly ApprovalRow[], caller: Admin) {
  const targetOf = await kinds.describe(db, rows, caller);
  return (row: ApprovalRow) => ({
    ...showApproval(row, targetOf(row), caller, kinds.mayDecide(row.kind, caller)),
    effects: { ...noEffects, ...row.effects },
  });
}

async function showOne(db: Db, setup: Setup, row: ApprovalRow, caller: Admin) {
  const show = await showAll(db, setup, [row], caller);
  return show(row);
}

const showDecision = ({ kinds, noEffects }: Setup, row: ApprovalRow, caller: Admin) => ({
  ...showDecided(row, caller, kinds.mayDecide(row.kind, caller)),
  effects: { ...noEffects, ...row.effects },
});

/** What the features and the app have registered. */
interface Setup {
  readonly kinds: ApprovalKinds;
  readonly shapes: Registered;
  /** The kinds that a list can be asked for. */
  readonly filterable: readonly string[];
  /** Every list with nothing in it: what was kept before a list came to be has none. */
  readonly noEffects: EffectLists;
}

/** `planned` names kinds that are not registered yet. */
export const approvalRoutes = (
  registered: readonly ApprovalKind[],
  effects: readonly EffectList[],
  planned: readonly string[] = [],
): Endpoint[] => {
  const kinds = new ApprovalKinds(registered);
  const filterable = [...new Set([...kinds.names, ...planned])];
  const shapes = { kinds: kinds.names, effects: effectsSchema(effects) };
  const setup = { kinds, shapes, filterable, noEffects: new Effects(effects).toJSON() };
  return [...readRoutes(setup), ...decisionRoutes(setup)];
};

const readRoutes = (setup: Setup): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/approvals',
    may: 'signed_in',
    summary: 'List what one asked for and what one could decide, newest first',
    query: approvalQueryOf(setup.filterable),
    reply: pageOf(approvalOf(setup.shapes)),
    errors: [invalidCursor],
    budget: 16,
    example: { query: { status: 'pending' } },
    run: async ({ db, caller }, { query: { cursor, limit = 50, ...filters } }) => {
      const boundTo = ['approvals', filters];
      const keyset = newestFirst({ cursor, limit, boundTo }, 'p');
      const rows = await listApprovals(db, sightOf(setup.kinds, caller), filters, keyset);
      return toPage(rows, keyset, (row) => row.createdAt, await showAll(db, setup, rows, caller));
    },
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/approvals/:id',
    may: 'signed_in',
    summary: 'Read one approval, with what it would do now',
    params,
    reply: approvalDetailOf(setup.shapes),
    budget: 20,
    example: { params: exampleApproval },
    target: async (db, { id }, caller) => {
      const row = await findApproval(db, id);
      const { adminId, kinds: decidable } = sightOf(setup.kinds, caller);
      return row && (row.requestedBy.id === adminId || decidable.includes(row.kind)) ? row : undefined;
    },
    run: async (ctx, { target }) => {
      const now = await previewNow(ctx, target, setup);
      return { ...(await showOne(ctx.db, setup, target, ctx.caller)), ...now };
    },
  }),
];

const decisionRoutes = (setup: Setup): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/approvals/:id/approve',
    may: 'signed_in',
    stepUp: true,
    idempotent: true,
    summary: 'Approve, and do the act',
    description:
      'Besides the errors listed, the act itself may be refused in its own words; the approval then stays pending.',
    params,
    body: ApproveBody,
    reply: decidedApprovalOf(setup.shapes),
    errors: [selfApprovalForbidden, insufficientPermissions, approvalNotPending, ...setup.kinds.errors],
    budget: 24,
    example: { params: exampleApproval, body: { note: 'Checked with the team' } },
    target: (db, { id }) => findApproval(db, id),
    run: async (ctx, { params: { id }, body }) =>
      showDecision(setup, await approve(ctx, id, body.note ?? null, setup.kinds), ctx.caller),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/approvals/:id/reject',
    may: 'signed_in',
    stepUp: true,
    summary: 'Reject',
    params,
    body: RejectBody,
    reply: decidedApprovalOf(setup.shapes),
    errors: [selfApprovalForbidden, insufficientPermissions, approvalNotPending],
    example: { params: exampleApproval, body: { reason: 'Still in use by the night desk' } },
    target: (db, { id }) => findApproval(db, id),
    run: async (ctx, { params: { id }, body }) =>
      showDecision(setup, await reject(ctx, id, body.reason, setup.kinds), ctx.caller),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/approvals/:id/cancel',
    may: 'signed_in',
    status: 204,
    summary: 'Take back what one asked for',
    params,
    errors: [approvalNotPending, notRequester],
    example: { params: exampleApproval },
    target: (db, { id }) => findApproval(db, id),
    run: (ctx, { params: { id } }) => cancel(ctx, id),
  }),
];
