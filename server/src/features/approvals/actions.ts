import type { Tx } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import { replayedHeader } from '../../kit/http/answer.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { previewEffects } from '../../kit/http/preview-effects.ts';
import { newId } from '../../kit/id.ts';
import { type Admin, insufficientPermissions } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { approvalNotPending, selfApprovalForbidden } from './errors.ts';
import { type ApprovalKind, type ApprovalKinds, mayDecide } from './kinds.ts';
import { approvalMoves, lifetimeMs } from './rules.ts';
import { approvalEffects } from './schema.ts';
import {
  type ApprovalRow,
  closeApproval,
  expireDue,
  findApproval,
  findByCause,
  findPending,
  insertApproval,
  type Known,
  lockApproval,
} from './sql.ts';

export interface Request {
  readonly targetId: string;
  /** Why two people are needed, or what the requester gave as a reason. */
  readonly reason: string;
  readonly payload?: object;
}

export interface Pending {
  kind: 'approval_pending';
  approvalId: string;
  reason: string;
}

/** Puts an act before a second person. Whoever calls has locked what it is about. */
export async function request(ctx: Ctx<Admin>, kind: ApprovalKind, asked: Request): Promise<Pending> {
  const { targetId, reason, payload = {} } = asked;
  const known = await findRepeated(ctx, kind, targetId);
  if (known) return { kind: 'approval_pending', approvalId: known.id, reason: known.reason };
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
    askedOnce: kind.askedOnce,
    causeId: kind.askedOnce ? null : ctx.causeId(),
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
  const after = { kind: kind.kind, target_type: kind.targetType, target_id: targetId };
  await audit.record(ctx, { action: 'approval.request', target: { type: 'approval', id: approval.id }, reason, after });
  return { kind: 'approval_pending', approvalId: approval.id, reason };
}

/**
 * The request that this one repeats: one that waits for the same target, where asking again is the same request, else
 * the one with the same cause, whatever became of it and however long its Idempotency-Key is forgotten.
 */
async function findRepeated(ctx: Ctx<Admin>, kind: ApprovalKind, targetId: string): Promise<Known | undefined> {
  if (kind.askedOnce) {
    await expire(ctx, 1, { kind: kind.kind, id: targetId });
    return findPending(ctx.tx, kind.kind, targetId);
  }
  const known = await findByCause(ctx.tx, ctx.causeId());
  if (known) ctx.header(...replayedHeader);
  return known;
}

/** Ends requests whose time is over, at most so many, each with its entry. */
export async function expire(
  ctx: Ctx<audit.Actor>,
  most: number,
  target?: { kind: string; id: string },
): Promise<number> {
  const expired = await expireDue(ctx.tx, ctx.now, most, target);
  const states = { before: { status: 'pending' }, after: { status: 'expired' } };
  const entries = expired.map(({ id, kind, targetType, targetId }) => ({
    ...{ action: 'approval.expire' as const, target: { type: 'approval', id }, ...states },
    flags: { kind, target_type: targetType, target_id: targetId },
  }));
  if (entries.length > 0) await audit.recordAll({ ...ctx, caller: audit.system }, entries);
  return entries.length;
}

/** Locks an approval for a decision by someone else than who asked, who may decide it now, while it is still open. */
async function lockForDecision(ctx: Ctx<Admin>, id: string, kinds: ApprovalKinds) {
  const approval = (await lockApproval(ctx.tx, id)) ?? refuse(notFound);
  if (approval.requestedBy.id === ctx.caller.id) refuse(selfApprovalForbidden);
  const kind = kinds.find(approval.kind);
  if (!kind || !mayDecide(kind.deciders, ctx.caller)) {
    return refuse(insufficientPermissions, { required: [approval.requiredPermission] });
  }
  mustBePending(approval);
  return { approval, kind };
}

function mustBePending({ status }: ApprovalRow): void {
  if (status !== 'pending') refuse(approvalNotPending, { status });
}

/** What the decider wrote, as it may be kept; judged before the act, which may take away who the target was. */
async function keptNote(tx: Tx, kind: ApprovalKind, targetId: string, note: string | null): Promise<string | null> {
  return note === null || !kind.maskNote ? note : kind.maskNote(tx, targetId, note);
}

/** Approves and does the act, in one transaction: either both are there afterwards or neither. */
export async function approve(ctx: Ctx<Admin>, id: string, note: string | null, kinds: ApprovalKinds) {
  const { approval, kind } = await lockForDecision(ctx, id, kinds);
  const kept = await keptNote(ctx.tx, kind, approval.targetId, note);
  const result = await kind.execute(
    { ...ctx, causeId: () => id, tags: { approval_id: id } },
    approval.targetId,
    approval.payload,
  );
  return close(ctx, approval, { move: 'approve', note: kept, result });
}

export async function reject(ctx: Ctx<Admin>, id: string, reason: string, kinds: ApprovalKinds) {
  const { approval, kind } = await lockForDecision(ctx, id, kinds);
  const kept = await keptNote(ctx.tx, kind, approval.targetId, reason);
  return close(ctx, approval, { move: 'reject', note: kept, result: null });
}

/** Takes a request back; only who asked may. */
export async function cancel(ctx: Ctx<Admin>, id: string): Promise<void> {
  const approval = (await lockApproval(ctx.tx, id)) ?? refuse(notFound);
  if (approval.requestedBy.id !== ctx.caller.id) refuse(insufficientPermissions, { required: [] });
  mustBePending(approval);
  await close(ctx, approval, { move: 'cancel', note: null, result: null });
}

interface Closing {
  move: keyof typeof approvalMoves;
  note: string | null;
  result: object | null;
}

async function close(ctx: Ctx<Admin>, approval: ApprovalRow, { move, note, result }: Closing): Promise<ApprovalRow> {
  const status = approvalMoves[move].to;
  await closeApproval(ctx.tx, approval.id, { status, decidedBy: ctx.caller.id, note, result, at: ctx.now });
  await audit.record(ctx, {
    action: `approval.${move}`,
    target: { type: 'approval', id: approval.id },
    reason: note,
    before: { status: 'pending' },
    after: { status },
    flags: { kind: approval.kind, target_type: approval.targetType, target_id: approval.targetId },
  });
  return (await findApproval(ctx.tx, approval.id)) ?? refuse(notFound);
}
