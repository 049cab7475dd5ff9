import { afterCommit, type Db, type Tx } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import { replayedHeader } from '../../kit/http/answer.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { previewEffects } from '../../kit/http/preview-effects.ts';
import { newId } from '../../kit/id.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { type DecisionOptions, listAccessGrants, lockDecider, refuseDecider } from './deciders.ts';
import {
  approvalNotPending,
  approverTooNew,
  notRequester,
  requesterNotEligible,
  selfApprovalForbidden,
} from './errors.ts';
import { type ApprovalKind, type ApprovalKinds, mayDecide, mayRequest } from './kinds.ts';
import {
  type AccessGrant,
  approvalMoves,
  isRelatedToRequester,
  lifetimeMs,
  type Relation,
  relationFlags,
  relationOf,
  type Status,
} from './rules.ts';
import { approvalEffects } from './schema.ts';
import {
  type ApprovalRow,
  type ClosedApproval,
  closeApproval,
  closeUnapprovable,
  type ExistingApproval,
  expireDue,
  findApproval,
  findByCause,
  findPending,
  insertApproval,
  lockApproval,
} from './sql.ts';

export interface Request {
  readonly targetId: string;
  /** Why two people are needed, or what the requester gave as a reason. */
  readonly reason: string;
  readonly payload?: object;
  /** What the requester wrote about a user, where the payload has it in another form. */
  readonly written?: { readonly text: string; readonly userId: string } | undefined;
}

export interface Pending {
  kind: 'approval_pending';
  approvalId: string;
  reason: string;
}

/**
 * Ends the request for a target that cannot be approved any more, so that another takes its place. Called before the
 * target is locked: those who decide lock the approval first.
 */
export async function closeStale(ctx: Ctx<Admin>, kind: ApprovalKind, targetId: string): Promise<void> {
  const about = { kind: kind.kind, targetId, requesters: kind.requesters };
  await recordClosed(ctx, [kind], await closeUnapprovable(ctx.tx, about, ctx.now));
}

/** Requests approval of an act. The caller has locked the target, after `closeStale` where the kind is asked once. */
export async function request(ctx: Ctx<Admin>, kind: ApprovalKind, asked: Request): Promise<Pending> {
  const { targetId, reason, payload = {}, written } = asked;
  const repeated = await findRepeated(ctx, kind, targetId);
  if (repeated) return repeated;
  const effects = (await previewEffects(ctx, (inner) => kind.execute(inner, targetId, payload))).toJSON();
  const approval = {
    id: newId(),
    kind: kind.kind,
    reason,
    targetType: kind.targetType,
    targetId,
    payload,
    effects,
    requiredPermission: kind.deciders.permission,
    requestedBy: ctx.caller.id,
    dedupeByTarget: kind.dedupeByTarget,
    causeId: kind.dedupeByTarget ? null : ctx.causeId(),
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + lifetimeMs),
  };
  await insertApproval(ctx.tx, approval);
  ctx.effects.add(approvalEffects, {
    id: approval.id,
    kind: kind.kind,
    targetType: kind.targetType,
    targetId,
    reason,
    effects,
  });
  const after = { kind: kind.kind, targetType: kind.targetType, targetId };
  await audit.record(ctx, {
    action: 'approval.request',
    target: { type: 'approval', id: approval.id },
    reason,
    ...(written && { note: written.text, userId: written.userId }),
    after,
  });
  return { kind: 'approval_pending', approvalId: approval.id, reason };
}

/**
 * The request that this one repeats: one that waits for the same target, where asking again is the same request, else
 * the one with the same cause, whatever became of it and however long its Idempotency-Key is forgotten.
 */
export async function findRepeated(
  ctx: Ctx<Admin>,
  kind: ApprovalKind,
  targetId: string,
): Promise<Pending | undefined> {
  if (kind.dedupeByTarget) return pendingOf(await findPending(ctx.tx, kind.kind, targetId));
  const known = await findByCause(ctx.tx, ctx.causeId());
  if (known) ctx.header(...replayedHeader);
  return pendingOf(known);
}

const pendingOf = (known: ExistingApproval | undefined): Pending | undefined =>
  known && { kind: 'approval_pending', approvalId: known.id, reason: known.reason };

/** Ends requests whose time is over, at most so many, each with its entry. */
export const expire = async (ctx: audit.AuditCtx, kinds: readonly ApprovalKind[], most: number): Promise<number> =>
  recordClosed(ctx, kinds, await expireDue(ctx.tx, ctx.now, most));

/** Records requests that were closed because they could not be approved any more, and informs the kinds of them. */
async function recordClosed(
  ctx: audit.AuditCtx,
  kinds: readonly ApprovalKind[],
  closed: readonly ClosedApproval[],
): Promise<number> {
  if (closed.length === 0) return 0;
  const entries = closed.map(({ id, kind, status, targetType, targetId }) => ({
    action: status === 'expired' ? ('approval.expire' as const) : ('approval.cancel' as const),
    target: { type: 'approval', id },
    before: { status: 'pending' },
    after: { status },
    flags: {
      kind,
      target_type: targetType,
      target_id: targetId,
      ...(status === 'cancelled' && { requester_not_eligible: true }),
    },
  }));
  const bySystem = { ...ctx, caller: audit.system, ip: null };
  await audit.recordAll(bySystem, entries);
  for (const kind of kinds) {
    const ofKind = closed.filter(({ kind: name }) => name === kind.kind);
    const requests = ofKind.map(({ id, targetId, payload, status }) => ({ id, targetId, payload, status, note: null }));
    if (requests.length > 0) await kind.onClosed?.(bySystem, requests);
  }
  return closed.length;
}

/** How an approval stands, for those who hold what it is about and may not wait for who decides it. */
export const findStatus = async (db: Db, id: string) => (await findApproval(db, id))?.status;

/** Locks an approval before what it is about, and says how it stands. */
export const lockStatus = async (tx: Tx, id: string): Promise<Status | undefined> =>
  (await lockApproval(tx, id))?.status;

const lock = async ({ tx }: Ctx<Admin>, id: string): Promise<ApprovalRow> =>
  (await lockApproval(tx, id)) ?? refuse(notFound);

const isOwn = ({ requestedBy }: ApprovalRow, { caller }: Ctx<Admin>): boolean => requestedBy.id === caller.id;

/** What a decision of a locked approval needs. Refused unless the caller may decide it now, while it is pending. */
async function decisionOn(ctx: Ctx<Admin>, approval: ApprovalRow, options: DecisionOptions): Promise<Decided> {
  const kind = options.kinds.find(approval.kind);
  if (!kind || !mayDecide(kind.deciders, ctx.caller)) return refuseDecider(approval, kind);
  mustBePending(approval);
  return { approval, kind, accessGrants: await listAccessGrants(options, ctx.tx, ctx, [approval]) };
}

function mustBePending({ status }: ApprovalRow): void {
  if (status !== 'pending') refuse(approvalNotPending, { status });
}

export interface Decided {
  readonly approval: ApprovalRow;
  readonly kind: ApprovalKind;
  readonly accessGrants: readonly AccessGrant[];
}

/** What the decider wrote, in both forms; read before the act, which may erase who the target was. */
async function maskedNote(tx: Tx, { approval, kind }: Closable, given: string | null): Promise<DecisionNote> {
  if (given === null || !kind?.maskNote) return { note: given };
  const { kept, ...about } = await kind.maskNote(tx, approval.targetId, given);
  return { note: kept, about };
}

/**
 * Does the act for who decides it now. Who asked must still be one who may ask; they are held last, because admins are
 * locked after everything that an act may be about.
 */
export async function execute(
  ctx: Ctx<Admin>,
  { approval, kind, accessGrants }: Decided,
  options: DecisionOptions,
): Promise<object> {
  // Whom an act is about does not decide it, whoever asked for it.
  if (approval.targetType === 'admin' && approval.targetId === ctx.caller.id) refuse(selfApprovalForbidden);
  const { approverCooldownHours } = options;
  const relation = relationOf(accessGrants, ctx.caller.id, approval, ctx.now, approverCooldownHours);
  if (approverCooldownHours > 0 && isRelatedToRequester(relation)) refuse(approverTooNew);
  const result = await kind.execute(ctx, approval.targetId, approval.payload);
  const requester = await options.ports.lockActiveAdmin(ctx.tx, approval.requestedBy.id);
  return mayRequest(kind, requester) ? result : refuse(requesterNotEligible);
}

/** Approves and does the act, in one transaction: either both are there afterwards or neither. */
export async function approve(ctx: Ctx<Admin>, id: string, note: string | null, options: DecisionOptions) {
  const approval = await lock(ctx, id);
  if (isOwn(approval, ctx)) refuse(selfApprovalForbidden);
  const decided = await decisionOn(ctx, approval, options);
  const stored = await maskedNote(ctx.tx, decided, note);
  const result = await execute({ ...ctx, causeId: () => id, tags: { approval_id: id } }, decided, options);
  return decide(ctx, decided, { move: 'approve', ...stored, result }, options);
}

/** Rejects a request. The requester's own is cancelled, because only another admin decides. */
export async function reject(ctx: Ctx<Admin>, id: string, reason: string, options: DecisionOptions) {
  const approval = await lock(ctx, id);
  if (isOwn(approval, ctx)) return withdraw(ctx, approval, options.kinds, reason);
  const decided = await decisionOn(ctx, approval, options);
  const stored = await maskedNote(ctx.tx, decided, reason);
  return decide(ctx, decided, { move: 'reject', ...stored, result: null }, options);
}

/** Closes an approval, and logs a warning when the decider and the requester may be one person. */
async function decide(ctx: Ctx<Admin>, decided: Decided, closing: Closing, options: DecisionOptions) {
  const { approval, accessGrants } = decided;
  await lockDecider(ctx, decided, options);
  const relation = relationOf(accessGrants, ctx.caller.id, approval, ctx.now, options.approverCooldownHours);
  if (isRelatedToRequester(relation)) {
    const about = { approvalId: approval.id, kind: approval.kind, move: closing.move };
    const people = { requestedBy: approval.requestedBy.id, decidedBy: ctx.caller.id };
    afterCommit(ctx.tx, () =>
      options.log.warn(
        { ...about, ...people, ...relation },
        'an approval was decided by an admin who is related to the requester by recently given access',
      ),
    );
  }
  return close(ctx, decided, { ...closing, relation });
}

/** Cancels a request, where the caller is the requester. */
export async function cancel(ctx: Ctx<Admin>, id: string, kinds: ApprovalKinds): Promise<void> {
  const approval = await lock(ctx, id);
  if (!isOwn(approval, ctx)) refuse(notRequester);
  await withdraw(ctx, approval, kinds, null);
}

async function withdraw(
  ctx: Ctx<Admin>,
  approval: ApprovalRow,
  kinds: ApprovalKinds,
  note: string | null,
): Promise<ApprovalRow> {
  mustBePending(approval);
  const kind = kinds.find(approval.kind);
  const stored = await maskedNote(ctx.tx, { approval, kind }, note);
  return close(ctx, { approval, kind }, { move: 'cancel', ...stored, result: null });
}

interface DecisionNote {
  /** As the approval keeps it. */
  note: string | null;
  /** As the audit log has it, where it is about a user. */
  about?: { readonly written: string; readonly userId: string };
}

interface Closing extends DecisionNote {
  move: keyof typeof approvalMoves;
  result: object | null;
  relation?: Relation;
}

interface Closable {
  readonly approval: ApprovalRow;
  readonly kind: ApprovalKind | undefined;
}

async function close(ctx: Ctx<Admin>, { approval, kind }: Closable, closing: Closing): Promise<ApprovalRow> {
  const { move, relation = { bound: false, related: false }, about, ...rest } = closing;
  const status = approvalMoves[move].to;
  await closeApproval(ctx.tx, approval.id, { status, decidedBy: ctx.caller.id, ...rest, ...relation, at: ctx.now });
  const flags = { kind: approval.kind, target_type: approval.targetType, target_id: approval.targetId };
  await audit.record(ctx, {
    action: `approval.${move}`,
    target: { type: 'approval', id: approval.id },
    reason: about?.written ?? rest.note,
    ...(about && { userId: about.userId }),
    before: { status: 'pending' },
    after: { status },
    flags: { ...flags, ...relationFlags(relation) },
  });
  const { id, targetId, payload } = approval;
  if (status !== 'approved') await kind?.onClosed?.(ctx, [{ id, targetId, payload, status, note: rest.note }]);
  return (await findApproval(ctx.tx, approval.id)) ?? refuse(notFound);
}
