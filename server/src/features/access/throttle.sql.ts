import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { newId } from '../../kit/id.ts';
import { networkOf } from '../../kit/network.ts';
import { throttle } from './rules.ts';

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
  const result = await tx
    .deleteFrom('sign_in_failures')
    .where('id', 'in', (eb) =>
      eb.selectFrom('sign_in_failures').select('id').where('created_at', '<', before).orderBy('created_at').limit(most),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
