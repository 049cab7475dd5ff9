import { afterCommit, type Db, type Tx } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { previewEffects } from '../../kit/http/preview-effects.ts';
import { replayedHeader } from '../../kit/http/response.ts';
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
  /** Why approval is required, or the reason given by the requester. */
  readonly reason: string;
  readonly payload?: object;
  /** Text about a user, if the payload contains it in another form. */
  readonly written?: { readonly text: string; readonly userId: string } | undefined;
}

export interface Pending {
  kind: 'approval_pending';
  approvalId: string;
  reason: string;
}

/**
 * Closes a pending request that can no longer be approved, so that it can be replaced. Called before the target is
 * locked, because deciders lock the approval first.
 */
export async function closeStale(ctx: Ctx<Admin>, kind: ApprovalKind, targetId: string): Promise<void> {
  const about = { kind: kind.kind, targetId, requesters: kind.requesters };
  await recordClosed(ctx, [kind], await closeUnapprovable(ctx.tx, about, ctx.now));
}

/** The caller has locked the target, after `closeStale` if the kind has `dedupeByTarget`. */
export async function request(ctx: Ctx<Admin>, kind: ApprovalKind, asked: Request): Promise<Pending> {
  const { targetId, reason, payload = {}, written } = asked;
  const repeated = await findRepeated(ctx, kind, targetId);
  if (repeated) return repeated;
  const effects = (await previewEffects(ctx, (inner) => kind.execute(inner, targetId, payload))).toJSON();
  const id = newId();
  await insertApproval(ctx.tx, {
    id,
    kind: kind.kind,
    reason,
    target_type: kind.targetType,
    target_id: targetId,
    payload: JSON.stringify(payload),
    effects: JSON.stringify(effects),
    required_permission: kind.deciders.permission,
    requested_by: ctx.caller.id,
    asked_once: kind.dedupeByTarget,
    // Identifies repetitions, if the target does not.
    cause_id: kind.dedupeByTarget ? null : ctx.causeId(),
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + lifetimeMs),
  });
  const after = { kind: kind.kind, targetType: kind.targetType, targetId };
  ctx.effects.add(approvalEffects, { ...after, id, reason, effects });
  await audit.record(ctx, {
    action: 'approval.request',
    target: { type: 'approval', id },
    reason,
    ...(written && { note: written.text, userId: written.userId }),
    after,
  });
  return { kind: 'approval_pending', approvalId: id, reason };
}

/**
 * The request that this one repeats: a pending one for the same target if the kind has `dedupeByTarget`, otherwise the
 * one with the same cause, in any state and after its Idempotency-Key has expired.
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

export const expire = async (ctx: audit.AuditCtx, kinds: readonly ApprovalKind[], most: number): Promise<number> =>
  recordClosed(ctx, kinds, await expireDue(ctx.tx, ctx.now, most));

/** Records closed requests, and notifies their kinds. */
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

/** Without waiting for a decider's lock, for callers who have locked the target. */
export const findStatus = async (db: Db, id: string) => (await findApproval(db, id))?.status;

/** Locks the approval, before its target is locked. */
export const lockStatus = async (tx: Tx, id: string): Promise<Status | undefined> =>
  (await lockApproval(tx, id))?.status;

const lock = async ({ tx }: Ctx<Admin>, id: string): Promise<ApprovalRow> =>
  (await lockApproval(tx, id)) ?? refuse(notFound);

const isOwn = ({ requestedBy }: ApprovalRow, { caller }: Ctx<Admin>): boolean => requestedBy.id === caller.id;

/** Refuses unless the caller may decide the locked approval and it is pending. */
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

/** Read before execution, which may erase the target. */
async function maskedNote(tx: Tx, { approval, kind }: Closable, given: string | null): Promise<DecisionNote> {
  if (given === null || !kind?.maskNote) return { note: given };
  const { kept, ...about } = await kind.maskNote(tx, approval.targetId, given);
  return { note: kept, about };
}

/**
 * Executes the action. The requester must still be eligible and is locked last, because admins are locked after
 * everything that an action is about.
 */
export async function execute(
  ctx: Ctx<Admin>,
  { approval, kind, accessGrants }: Decided,
  options: DecisionOptions,
): Promise<object> {
  // Admins do not decide actions about themselves.
  if (approval.targetType === 'admin' && approval.targetId === ctx.caller.id) refuse(selfApprovalForbidden);
  const { approverCooldownHours } = options;
  const relation = relationOf(accessGrants, ctx.caller.id, approval, ctx.now, approverCooldownHours);
  if (approverCooldownHours > 0 && isRelatedToRequester(relation)) refuse(approverTooNew);
  const result = await kind.execute(ctx, approval.targetId, approval.payload);
  const requester = await options.ports.lockActiveAdmin(ctx.tx, approval.requestedBy.id);
  return mayRequest(kind, requester) ? result : refuse(requesterNotEligible);
}

/** In one transaction. */
export async function approve(ctx: Ctx<Admin>, id: string, note: string | null, options: DecisionOptions) {
  const approval = await lock(ctx, id);
  if (isOwn(approval, ctx)) refuse(selfApprovalForbidden);
  const decided = await decisionOn(ctx, approval, options);
  const stored = await maskedNote(ctx.tx, decided, note);
  const result = await execute({ ...ctx, causeId: () => id, tags: { approval_id: id } }, decided, options);
  return decide(ctx, decided, { move: 'approve', ...stored, result }, options);
}

/** A request of the caller is cancelled, because only other admins decide. */
export async function reject(ctx: Ctx<Admin>, id: string, reason: string, options: DecisionOptions) {
  const approval = await lock(ctx, id);
  if (isOwn(approval, ctx)) return withdraw(ctx, approval, options.kinds, reason);
  const decided = await decisionOn(ctx, approval, options);
  const stored = await maskedNote(ctx.tx, decided, reason);
  return decide(ctx, decided, { move: 'reject', ...stored, result: null }, options);
}

/** Logs a warning if the decider and the requester may be the same person. */
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
  note: string | null;
  /** For the audit log, if it is about a user. */
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
  const { move, relation = { bound: false, related: false }, about, note, result } = closing;
  const status = approvalMoves[move].to;
  await closeApproval(ctx.tx, approval.id, {
    status,
    decided_by: ctx.caller.id,
    decision_note: note,
    result: result === null ? null : JSON.stringify(result),
    decided_at: ctx.now,
    decider_bound: relation.bound,
    decider_related: relation.related,
  });
  const flags = { kind: approval.kind, target_type: approval.targetType, target_id: approval.targetId };
  await audit.record(ctx, {
    action: `approval.${move}`,
    target: { type: 'approval', id: approval.id },
    reason: about?.written ?? note,
    ...(about && { userId: about.userId }),
    before: { status: 'pending' },
    after: { status },
    flags: { ...flags, ...relationFlags(relation) },
  });
  const { id, targetId, payload } = approval;
  if (status !== 'approved') await kind?.onClosed?.(ctx, [{ id, targetId, payload, status, note }]);
  return (await findApproval(ctx.tx, approval.id)) ?? refuse(notFound);
}

/** The reason of a request that exceeds what an admin may do alone in a UTC day. */
export const dailyLimitExceeded = 'daily_limit_exceeded';

/**
 * Adds an amount to the daily total of an admin, and returns the total; undefined if it would exceed the limit, in
 * which case nothing is added. `add` updates the row of the day, returns the total and leaves the row locked, so that
 * concurrent requests are checked one after the other.
 */
export async function addWithinDailyLimit(
  amount: number,
  limit: number | undefined,
  add: (amount: number) => Promise<number>,
): Promise<number | undefined> {
  const sum = amount + (await add(0));
  if (limit !== undefined && sum > limit) return undefined;
  await add(amount);
  return sum;
}
