import { invalidTransition, notFound, refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { mustMatch } from '../../kit/revision.ts';
import { moveTo } from '../../kit/workflow.ts';
import { type Admin, permissionCheck } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { lockUser, maskUserContacts } from '../users/public.ts';
import { findReport, findReportStatus, reopenReportsOf, resolveReport, resolveReportsOf } from './reports.sql.ts';
import { type CommentMove, commentMoves, outcomeOf, reportMoves } from './rules.ts';
import { allowedWith } from './schema.ts';
import { countReports, findAuthor, lockComment, setStatus } from './sql.ts';
import { giveStrike, takeBackFor } from './strike.actions.ts';

export interface Decision {
  readonly reason: string;
  readonly strike?: boolean;
  readonly reopen?: boolean;
}

/** The comment and its author, locked in the order of all: the user first. */
async function lockWithAuthor(ctx: Ctx<Admin>, id: string) {
  const userId = (await findAuthor(ctx.tx, id)) ?? refuse(notFound);
  const user = (await lockUser(ctx.tx, userId)) ?? refuse(notFound);
  const comment = (await lockComment(ctx.tx, id)) ?? refuse(notFound);
  return { user, comment };
}

/**
 * Hides, restores or deletes a comment. Taking it away settles its reports and may earn a strike; restoring it takes
 * that strike back, and lets the reports wait again where that is asked for.
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
  if (move === 'restore' && !given.strike) await takeBackFor(ctx, user, id, reason);
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

/** Settles everything that was reported of a comment, which stays as it is. */
export async function resolveAll(ctx: Ctx<Admin>, id: string): Promise<void> {
  const comment = (await lockComment(ctx.tx, id)) ?? refuse(notFound);
  if (comment.openReports === 0) {
    refuse(invalidTransition, { currentState: 'resolved', allowed: allowedWith(comment, ctx.caller) });
  }
  const flags = await settle(ctx, id, outcomeOf(comment.status));
  const counts = { before: { openReports: comment.openReports }, after: { openReports: 0 } };
  await audit.record(ctx, { action: 'comment.resolve_reports', target: { type: 'comment', id }, ...counts, flags });
}

/** Settles one report. */
export async function resolve(ctx: Ctx<Admin>, id: string) {
  const { commentId } = (await findReport(ctx.tx, id)) ?? refuse(notFound);
  // The comment stands for its reports: whoever settles one of them, or all, locks it.
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
