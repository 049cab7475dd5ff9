import type { Tx } from '../../kit/db/database.ts';
import { refuse } from '../../kit/errors.ts';
import * as audit from '../audit/public.ts';
import { userBanned, userDeleted, userSuspended } from './errors.ts';
import { type Status, type StatusFields, statusAt } from './rules.ts';
import { endSuspensions } from './sql.ts';

export const statusRefusals = [userSuspended, userBanned, userDeleted];

/** Returns the present status; refuses suspended, banned and deleted users. */
export function mustBeActive(user: StatusFields, now: Date): Status {
  const status = statusAt(user, now);
  if (status === 'suspended') refuse(userSuspended, { suspendedUntil: user.suspendedUntil });
  if (status === 'banned') refuse(userBanned);
  if (status === 'deleted') refuse(userDeleted);
  return status;
}

/** Ends elapsed suspensions, each with an audit entry. */
export const liftSuspensions = (tx: Tx, now: Date, most: number): Promise<number> =>
  lift(audit.systemCtx(tx, now), null, most);

/** For one user, in a request. */
export const liftSuspension = (tx: Tx, now: Date, userId: string, requestId: string): Promise<number> =>
  lift(audit.systemCtx(tx, now, requestId), userId, 1);

async function lift(ctx: audit.AuditCtx, userId: string | null, most: number): Promise<number> {
  const lifted = await endSuspensions(ctx.tx, ctx.now, userId, most);
  const entries = lifted.map(({ id, suspendedUntil }) => ({
    action: 'user.unsuspend' as const,
    target: { type: 'user', id },
    before: { status: 'suspended', suspendedUntil },
    after: { status: 'active', suspendedUntil: null },
  }));
  if (entries.length > 0) await audit.recordAll(ctx, entries);
  return entries.length;
}
