import { declareError, notFound, refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { isId } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { lockUser, maskUser, maskUserContacts, type UserRow, updateUser } from '../users/public.ts';
import { isSuspendedBy, type StrikeType } from './rules.ts';
import {
  countStrikes,
  findStrike,
  findStrikeFor,
  insertStrike,
  isOf,
  markRemoved,
  type StrikeRow,
} from './strikes.sql.ts';

/** A comment or a report earns one strike. */
export const strikeExists = declareError(409, 'strike_exists', {}, ['strikes_once']);

interface Given {
  readonly type: StrikeType;
  readonly refId: string;
  readonly reason: string;
}

/**
 * Counts the strikes of a locked user after one came or went, and lets that decide whether what they write is hidden.
 * Nobody decides that: the record says that the service did.
 */
async function settle(
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

/** Gives a locked user a strike, unless what it is for has earned one. */
export async function giveStrike(ctx: Ctx<Admin>, user: UserRow, given: Given): Promise<StrikeRow | undefined> {
  const { type, refId } = given;
  if (await findStrikeFor(ctx.tx, type, refId)) return undefined;
  const row = { id: newId(), userId: user.id, type, refId, reason: maskUser(given.reason, user), by: ctx.caller.id };
  const strike = await insertStrike(ctx.tx, row, ctx.now);
  const reason = maskUserContacts(given.reason, user);
  await settle(ctx, user, { action: 'user.strike', reason, flags: { strike_type: type, ref_id: refId } }, 1);
  return strike;
}

async function takeBack(
  ctx: Ctx<Admin>,
  user: UserRow,
  { id, type, refId }: StrikeRow,
  reason?: string,
): Promise<void> {
  await markRemoved(ctx.tx, user.id, id, ctx.caller.id, ctx.now);
  const flags = { strike_type: type, ref_id: refId };
  await settle(ctx, user, { action: 'user.remove_strike', reason: reason ?? null, flags }, -1);
}

/** Takes back the strike that a comment of a locked user earned, if it did. */
export async function takeBackFor(ctx: Ctx<Admin>, user: UserRow, commentId: string, reason: string): Promise<void> {
  const strike = await findStrikeFor(ctx.tx, 'comment', commentId);
  if (strike) await takeBack(ctx, user, strike, maskUserContacts(reason, user));
}

export async function addStrike(ctx: Ctx<Admin>, userId: string, given: Given): Promise<StrikeRow> {
  const user = (await lockUser(ctx.tx, userId)) ?? refuse(notFound);
  const refId = given.refId.toLowerCase();
  if (!isId(refId) || !(await isOf(ctx.tx, userId, given.type, refId))) refuse(notFound, { field: 'refId' });
  return (await giveStrike(ctx, user, { ...given, refId })) ?? refuse(strikeExists);
}

export async function removeStrike(ctx: Ctx<Admin>, userId: string, id: string): Promise<void> {
  const user = (await lockUser(ctx.tx, userId)) ?? refuse(notFound);
  const strike = (await findStrike(ctx.tx, userId, id)) ?? refuse(notFound);
  await takeBack(ctx, user, strike);
}
