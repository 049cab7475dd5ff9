import { createHash } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import QuickLRU from 'quick-lru';
import { arrayLiteral, type CallerValue, type NumberedRow, withCallerValue } from '../../kit/db/batched-read.ts';
import type { Database, Db, Tx } from '../../kit/db/database.ts';
import type { AdminSessions } from '../../kit/db/schema.ts';
import { newId } from '../../kit/id.ts';
import { networkOf } from '../../kit/network.ts';
import type { Claims } from '../../kit/tokens.ts';
import { sessionIdOf, throttle } from './rules.ts';

export async function insertSession(tx: Tx, session: Insertable<AdminSessions>): Promise<void> {
  await tx.insertInto('admin_sessions').values(session).execute();
}

export interface SessionRow {
  id: string;
  ip: string | null;
  user_agent: string | null;
  created_at: Date;
  expires_at: Date;
}

/** Active sessions, newest first. */
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

/** Also revokes a session without a row, whose token another system signed with our secret. */
export async function revokeSession(tx: Tx, id: string, adminId: string, expiresAt: Date, now: Date): Promise<void> {
  await sql`
    insert into admin_sessions (id, admin_id, created_at, expires_at, revoked_at)
    values (${id}, ${adminId}, ${now}, ${expiresAt}, ${now})
    on conflict on constraint admin_sessions_pk do update set revoked_at = ${now}
      where admin_sessions.admin_id = ${adminId}`.execute(tx);
}

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

export async function deleteExpiredSessions(tx: Tx, now: Date, most: number): Promise<number> {
  const query = sql`delete from admin_sessions where id in (
    select id from admin_sessions where expires_at <= ${now} order by expires_at limit ${most})`;
  return Number((await query.execute(tx)).numAffectedRows ?? 0);
}

/** Hashed, because a password may have been entered as the email. */
export const throttleKey = (email: string, ip: string): Buffer =>
  createHash('sha256')
    .update(`${email.trim().toLowerCase()}\n${networkOf(ip)}`)
    .digest();

/** Seconds until the next attempt is allowed; 0 if allowed now. */
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

/** Serializes attempts with the same key across processes. */
export async function lockThrottle(tx: Tx, key: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key.toString('hex')}, 15))`.execute(tx);
}

export async function insertFailure(tx: Tx, key: Buffer, now: Date): Promise<void> {
  await tx.insertInto('sign_in_failures').values({ id: newId(), throttle_key: key, created_at: now }).execute();
}

export async function deleteOldFailures(tx: Tx, before: Date, most: number): Promise<number> {
  const query = sql`delete from sign_in_failures where id in (
    select id from sign_in_failures where created_at < ${before} order by created_at limit ${most})`;
  return Number((await query.execute(tx)).numAffectedRows ?? 0);
}

interface Row extends NumberedRow {
  email: string;
  role: string;
  is_active: boolean;
  token_version: number;
  must_reset_password: boolean;
  has_second_factor: boolean;
  is_revoked: boolean;
  second_factor_at: Date | null;
  value: unknown;
  /** Space-separated, and milliseconds: arrays and timestamps would take the driver longest to parse. */
  permission_words: string;
  now_ms: number;
}

export interface FoundCaller {
  readonly row: Row;
  readonly permissions: readonly string[];
  readonly now: Date;
}

/** Parsed permission lists, as many as there are roles. */
const permissionLists = new QuickLRU<string, readonly string[]>({ maxSize: 500 });

function permissionsIn(words: string): readonly string[] {
  const known = permissionLists.get(words);
  if (known) return known;
  const list = words === '' ? [] : words.split(' ');
  permissionLists.set(words, list);
  return list;
}

const readCaller = withCallerValue<Row, Claims>({
  name: 'admin_caller',
  values: (claims) => [arrayLiteral(claims.map(({ sub }) => sub)), arrayLiteral(claims.map(sessionIdOf))],
  text: (value) => `
  select q.n, a.email, a.role, array_to_string(a.permissions, ' ') as permission_words, a.is_active, a.token_version,
         a.must_reset_password, f.admin_id is not null as has_second_factor, s.revoked_at is not null as is_revoked,
         s.second_factor_at, (extract(epoch from clock()) * 1000)::float8 as now_ms,
         ${value('q.admin_id')} as value
  from unnest($1::uuid[], $2::uuid[]) with ordinality as q (admin_id, session_id, n)
  join admin_callers a on a.id = q.admin_id
  left join admin_sessions s on s.id = q.session_id and s.admin_id = a.id
  left join confirmed_second_factors f on f.admin_id = a.id`,
});

/** The current state of an admin and of the session of the token. */
export async function findCaller(
  database: Database,
  claims: Claims,
  callerValue: CallerValue<unknown> | undefined,
): Promise<FoundCaller | undefined> {
  const row = await readCaller(callerValue)(database, claims);
  return row && { row, permissions: permissionsIn(row.permission_words), now: new Date(row.now_ms) };
}

export interface LockedCaller {
  /** Null if deleted. */
  readonly is_active: boolean | null;
  readonly token_version: number | null;
  readonly is_revoked: boolean;
  /** Whether this transaction changed the account or the session. */
  readonly is_own: boolean;
  readonly permissions: readonly string[];
}

/** Waits for concurrent changes of the admin, and locks the admin until the transaction ends. */
export async function lockCallerForShare(tx: Tx, claims: Claims): Promise<LockedCaller | undefined> {
  const { rows } = await sql<Omit<LockedCaller, 'permissions'> & { permission_words: string | null }>`
    select * from hold_admin_caller(${claims.sub}, ${sessionIdOf(claims)})`.execute(tx);
  return rows[0] && { ...rows[0], permissions: permissionsIn(rows[0].permission_words ?? '') };
}
