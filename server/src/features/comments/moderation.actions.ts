import type { Static } from 'typebox';
import { declareError, invalidTransition, notFound, refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { isId } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { mustMatch } from '../../kit/revision.ts';
import { moveTo } from '../../kit/workflow.ts';
import { type Admin, permissionCheck } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { lockUser, maskUser, maskUserContacts, type UserRow, updateUser } from '../users/public.ts';
import {
  countStrikes,
  findReport,
  findReportStatus,
  findStrike,
  findStrikeFor,
  insertStrike,
  isOf,
  markRemoved,
  reopenReportsOf,
  resolveReport,
  resolveReportsOf,
} from './moderation.sql.ts';
import { type CommentMove, commentMoves, isSuspendedBy, outcomeOf, reportMoves } from './rules.ts';
import { allowedWith, type RestoreBody, type StrikeBody, type StrikeRow } from './schema.ts';
import { countReports, findAuthor, lockComment, setStatus } from './sql.ts';

type Decision = Static<typeof RestoreBody>;
type NewStrike = Static<typeof StrikeBody>;

/** In the lock order: the user before the comment. */
async function lockWithAuthor(ctx: Ctx<Admin>, id: string) {
  const userId = (await findAuthor(ctx.tx, id)) ?? refuse(notFound);
  const user = (await lockUser(ctx.tx, userId)) ?? refuse(notFound);
  const comment = (await lockComment(ctx.tx, id)) ?? refuse(notFound);
  return { user, comment };
}

/**
 * Hides, restores or deletes a comment. Hiding or deleting resolves its reports and can give a strike; restoring removes
 * that strike, and reopens the reports if requested.
 */
export async function moderate(ctx: Ctx<Admin>, id: string, move: CommentMove, given: Decision): Promise<void> {
  const { user, comment } = await lockWithAuthor(ctx, id);
  mustMatch(ctx.ifMatch, comment.revision);
  const status = moveTo(commentMoves, move, comment.status, permissionCheck(ctx.caller));
  const reason = maskUserContacts(given.reason, user);
  await setStatus(ctx.tx, id, status, ctx.now);
  const flags = await (move === 'restore' ? reopen(ctx, id, given) : settle(ctx, id, outcomeOf(status)));
  await audit.record(ctx, {
    action: `comment.${move}`,
    target: { type: 'comment', id },
    reason,
    userId: user.id,
    before: { status: comment.status },
    after: { status },
    flags,
  });
  if (move !== 'restore' && given.strike) await giveStrike(ctx, user, { type: 'comment', refId: id, reason });
  if (move === 'restore' && !given.strike) await removeStrikeFor(ctx, user, id, reason);
}

async function settle(ctx: Ctx<Admin>, id: string, outcome: 'kept' | 'hidden' | 'deleted') {
  const count = await resolveReportsOf(ctx.tx, id, { by: ctx.caller.id, outcome, now: ctx.now });
  if (count > 0) await countReports(ctx.tx, id);
  return count > 0 ? { resolved_reports: count } : {};
}

async function reopen(ctx: Ctx<Admin>, id: string, given: Decision) {
  const count = given.reopen ? await reopenReportsOf(ctx.tx, id) : 0;
  if (count > 0) await countReports(ctx.tx, id);
  return count > 0 ? { reopened_reports: count } : {};
}

/** Resolves all open reports of a comment, without changing it. */
export async function resolveAll(ctx: Ctx<Admin>, id: string): Promise<void> {
  const comment = (await lockComment(ctx.tx, id)) ?? refuse(notFound);
  if (comment.openReports === 0) {
    refuse(invalidTransition, { currentState: 'resolved', allowed: allowedWith(comment, ctx.caller) });
  }
  const flags = await settle(ctx, id, outcomeOf(comment.status));
  const counts = { before: { openReports: comment.openReports }, after: { openReports: 0 } };
  await audit.record(ctx, { action: 'comment.resolve_reports', target: { type: 'comment', id }, ...counts, flags });
}

export async function resolve(ctx: Ctx<Admin>, id: string) {
  const { commentId } = (await findReport(ctx.tx, id)) ?? refuse(notFound);
  // The lock of the comment covers its reports.
  const comment = (await lockComment(ctx.tx, commentId)) ?? refuse(notFound);
  const before = (await findReportStatus(ctx.tx, id)) ?? refuse(notFound);
  const status = moveTo(reportMoves, 'resolve', before, permissionCheck(ctx.caller));
  const outcome = outcomeOf(comment.status);
  await resolveReport(ctx.tx, id, { by: ctx.caller.id, outcome, now: ctx.now });
  await countReports(ctx.tx, commentId);
  const target = { type: 'comment_report', id };
  await audit.record(ctx, {
    action: 'comment_report.resolve',
    target,
    before: { status: before },
    after: { status, outcome },
  });
  return (await findReport(ctx.tx, id)) ?? refuse(notFound);
}

/** A comment or a report earns one strike. */
export const strikeExists = declareError(409, 'strike_exists', {}, ['strikes_once']);

/**
 * Records a change of the strikes of a locked user. Their number decides whether new comments are hidden, which is
 * recorded as an action of the service.
 */
async function recordStrikes(
  ctx: Ctx<Admin>,
  user: UserRow,
  entry: Pick<audit.AuditEntry, 'action' | 'reason' | 'flags'>,
  by: 1 | -1,
) {
  const strikes = await countStrikes(ctx.tx, user.id);
  const target = { type: 'user', id: user.id };
  await audit.record(ctx, { ...entry, target, before: { strikes: strikes - by }, after: { strikes } });
  const commentingSuspended = isSuspendedBy(strikes);
  if (commentingSuspended === user.commentingSuspended) return;
  await updateUser(ctx.tx, user.id, { commenting_suspended: commentingSuspended }, ctx.now);
  await audit.record(
    { ...ctx, caller: audit.system },
    {
      action: commentingSuspended ? 'user.suspend_commenting' : 'user.allow_commenting',
      target,
      before: { commentingSuspended: !commentingSuspended },
      after: { commentingSuspended },
    },
  );
}

/** Undefined if the comment or report already has a strike. The user is locked. */
async function giveStrike(ctx: Ctx<Admin>, user: UserRow, given: NewStrike): Promise<StrikeRow | undefined> {
  const { type, refId } = given;
  if (await findStrikeFor(ctx.tx, type, refId)) return undefined;
  const row = { id: newId(), userId: user.id, type, refId, reason: maskUser(given.reason, user), by: ctx.caller.id };
  const strike = await insertStrike(ctx.tx, row, ctx.now);
  const reason = maskUserContacts(given.reason, user);
  await recordStrikes(ctx, user, { action: 'user.strike', reason, flags: { strike_type: type, ref_id: refId } }, 1);
  return strike;
}

async function revoke(ctx: Ctx<Admin>, user: UserRow, { id, type, refId }: StrikeRow, reason?: string): Promise<void> {
  await markRemoved(ctx.tx, user.id, id, ctx.caller.id, ctx.now);
  const flags = { strike_type: type, ref_id: refId };
  await recordStrikes(ctx, user, { action: 'user.remove_strike', reason: reason ?? null, flags }, -1);
}

/** Removes the strike for a comment, if there is one. The user is locked. */
async function removeStrikeFor(ctx: Ctx<Admin>, user: UserRow, commentId: string, reason: string): Promise<void> {
  const strike = await findStrikeFor(ctx.tx, 'comment', commentId);
  if (strike) await revoke(ctx, user, strike, maskUserContacts(reason, user));
}

export async function addStrike(ctx: Ctx<Admin>, userId: string, given: NewStrike): Promise<StrikeRow> {
  const user = (await lockUser(ctx.tx, userId)) ?? refuse(notFound);
  const refId = given.refId.toLowerCase();
  if (!isId(refId) || !(await isOf(ctx.tx, userId, given.type, refId))) refuse(notFound, { field: 'refId' });
  return (await giveStrike(ctx, user, { ...given, refId })) ?? refuse(strikeExists);
}

export async function removeStrike(ctx: Ctx<Admin>, userId: string, id: string): Promise<void> {
  const user = (await lockUser(ctx.tx, userId)) ?? refuse(notFound);
  const strike = (await findStrike(ctx.tx, userId, id)) ?? refuse(notFound);
  await revoke(ctx, user, strike);
}
