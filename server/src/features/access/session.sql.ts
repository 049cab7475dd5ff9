import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { AdminSessions } from '../../kit/db/schema.ts';

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
  const result = await tx
    .deleteFrom('admin_sessions')
    .where('id', 'in', (eb) =>
      eb.selectFrom('admin_sessions').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(most),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
