import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { newId } from '../../kit/id.ts';
import { throttle } from './rules.ts';

export interface NewSession {
  id: string;
  admin_id: string;
  ip: string;
  user_agent: string | null;
  second_factor_at: Date | null;
  created_at: Date;
  expires_at: Date;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.insertInto('admin_sessions').values(session).execute();
}

export interface SessionRow {
  id: string;
  ip: string | null;
  user_agent: string | null;
  created_at: Date;
  expires_at: Date;
}

/** The sign-ins of an admin that can still be used, newest first. */
export function listSessions(db: Db, adminId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('admin_sessions')
    .select(['id', 'ip', 'user_agent', 'created_at', 'expires_at'])
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
}

/** Revokes a session by its id, also one that has no row, whose token was signed elsewhere with our secret. */
export async function revokeSession(tx: Tx, id: string, adminId: string, expiresAt: Date, now: Date): Promise<void> {
  await sql`
    insert into admin_sessions (id, admin_id, created_at, expires_at, revoked_at)
    values (${id}, ${adminId}, ${now}, ${expiresAt}, ${now})
    on conflict on constraint admin_sessions_pk do update set revoked_at = ${now}
      where admin_sessions.admin_id = ${adminId}`.execute(tx);
}

/** All but the one that stays: a changed password ends the others, and the list of sessions says so. */
export async function revokeSessions(tx: Tx, adminId: string, now: Date): Promise<void> {
  await tx
    .updateTable('admin_sessions')
    .set({ revoked_at: now })
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function markSecondFactor(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('admin_sessions').set({ second_factor_at: now }).where('id', '=', sessionId).execute();
}

/** One email from one address. A hash, because what was typed as an email may have been a password. */
export const throttleKey = (email: string, ip: string): Buffer =>
  createHash('sha256').update(`${email.trim().toLowerCase()}\n${ip}`).digest();

/** Seconds until the next try is allowed, 0 when it is now. */
export async function throttledSeconds(db: Db, key: Buffer, now: Date): Promise<number> {
  const since = new Date(now.getTime() - throttle.windowMs);
  const failures = await db
    .selectFrom('sign_in_failures')
    .select('created_at')
    .where('throttle_key', '=', key)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(throttle.failures)
    .execute();
  const oldest = failures[throttle.failures - 1];
  if (!oldest) return 0;
  return Math.max(1, Math.ceil((oldest.created_at.getTime() + throttle.windowMs - now.getTime()) / 1000));
}

/** Lets the tries of one email from one address be counted one after the other, on whatever process they arrive. */
export async function lockThrottle(tx: Tx, key: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key.toString('hex')}, 15))`.execute(tx);
}

export async function insertFailure(tx: Tx, key: Buffer, now: Date): Promise<void> {
  await tx.insertInto('sign_in_failures').values({ id: newId(), throttle_key: key, created_at: now }).execute();
}

export interface SecondFactor {
  secret: string;
  recovery_codes: string[];
  last_step: number;
  confirmed_at: Date | null;
}

export function lockSecondFactor(tx: Tx, adminId: string): Promise<SecondFactor | undefined> {
  return tx
    .selectFrom('admin_second_factors')
    .select(['secret', 'recovery_codes', 'last_step', 'confirmed_at'])
    .where('admin_id', '=', adminId)
    .forUpdate()
    .executeTakeFirst();
}

export async function putSecondFactor(tx: Tx, adminId: string, secret: string, now: Date): Promise<void> {
  await tx
    .insertInto('admin_second_factors')
    .values({ admin_id: adminId, secret, created_at: now })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet({ secret, created_at: now }))
    .execute();
}

export interface SecondFactorChange {
  secret?: string;
  last_step?: number;
  recovery_codes?: string[];
  confirmed_at?: Date;
}

export async function updateSecondFactor(tx: Tx, adminId: string, change: SecondFactorChange): Promise<void> {
  await tx.updateTable('admin_second_factors').set(change).where('admin_id', '=', adminId).execute();
}

export async function deleteSecondFactor(tx: Tx, adminId: string): Promise<void> {
  await tx.deleteFrom('admin_second_factors').where('admin_id', '=', adminId).execute();
}

export async function deleteExpiredSessions(tx: Tx, now: Date, most: number): Promise<number> {
  const result = await tx
    .deleteFrom('admin_sessions')
    .where('id', 'in', (eb) =>
      eb.selectFrom('admin_sessions').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(most),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function deleteOldFailures(tx: Tx, before: Date, most: number): Promise<number> {
  const result = await tx
    .deleteFrom('sign_in_failures')
    .where('id', 'in', (eb) =>
      eb.selectFrom('sign_in_failures').select('id').where('created_at', '<', before).orderBy('created_at').limit(most),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
