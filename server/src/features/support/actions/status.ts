import { notFound, refuse, refuseField } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { parseMoment } from '../../../kit/http/schema.ts';
import { moveTo } from '../../../kit/workflow.ts';
import { type Admin, permissionCheck } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { lockUser, maskUserContacts, statusAt, updateUser, userMoves } from '../../users/public.ts';

type Move = keyof typeof userMoves;

/** Locks the user, and returns the present and next status. `words` is the masked reason. */
async function lockForMove(ctx: Ctx<Admin>, userId: string, move: Move, reason: string) {
  const user = (await lockUser(ctx.tx, userId)) ?? refuse(notFound);
  const from = statusAt(user, ctx.now);
  return {
    from,
    to: moveTo(userMoves, move, from, permissionCheck(ctx.caller)),
    words: maskUserContacts(reason, user),
    user,
  };
}

async function record(ctx: Ctx<Admin>, userId: string, move: Move, from: string, after: object, reason: string) {
  const target = { type: 'user', id: userId };
  await audit.record(ctx, { action: `user.${move}`, target, reason, before: { status: from }, after: { ...after } });
}

export async function suspend(ctx: Ctx<Admin>, userId: string, reason: string, until: string | null): Promise<void> {
  const { from, to, words } = await lockForMove(ctx, userId, 'suspend', reason);
  const suspendedUntil = until === null ? null : (parseMoment(until) ?? null);
  if (suspendedUntil && suspendedUntil <= ctx.now) refuseField('until', 'must lie in the future', 'in_the_past');
  const change = { status: to, suspended_until: suspendedUntil, suspend_reason: words };
  await updateUser(ctx.tx, userId, change, ctx.now);
  await record(ctx, userId, 'suspend', from, { status: to, suspendedUntil }, words);
}

export async function ban(ctx: Ctx<Admin>, userId: string, reason: string): Promise<void> {
  const { from, to, words } = await lockForMove(ctx, userId, 'ban', reason);
  await updateUser(
    ctx.tx,
    userId,
    { status: to, ban_reason: words, suspended_until: null, suspend_reason: null },
    ctx.now,
  );
  await record(ctx, userId, 'ban', from, { status: to }, words);
}

export async function reactivate(ctx: Ctx<Admin>, userId: string, note: string): Promise<void> {
  const { from, to, words } = await lockForMove(ctx, userId, 'reactivate', note);
  const cleared = { suspended_until: null, suspend_reason: null, ban_reason: null };
  await updateUser(ctx.tx, userId, { status: to, ...cleared }, ctx.now);
  await record(ctx, userId, 'reactivate', from, { status: to }, words);
}

/** Device secrets are kept, because they are the only way for guests to keep their coins. */
export async function logoutAll(ctx: Ctx<Admin>, userId: string): Promise<{ tokenVersion: number }> {
  const user = (await lockUser(ctx.tx, userId)) ?? refuse(notFound);
  await updateUser(ctx.tx, userId, {}, ctx.now, true);
  const tokenVersion = user.tokenVersion + 1;
  const versions = { before: { tokenVersion: user.tokenVersion }, after: { tokenVersion } };
  await audit.record(ctx, { action: 'user.logout_all', target: { type: 'user', id: userId }, ...versions });
  return { tokenVersion };
}
