import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isoTime } from '../../kit/db/fragments.ts';

/** Queues a user for the erasure job. */
export async function insertErasure(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.insertInto('user_erasures').values({ user_id: userId, requested_at: now }).execute();
}

/** Oldest request first, without failed users. */
export async function listErasures(db: Db, most: number, failed: readonly string[]): Promise<string[]> {
  const query = db
    .selectFrom('user_erasures')
    .select('user_id')
    .where(sql<boolean>`user_id <> all(${[...failed]}::uuid[])`)
    .orderBy('requested_at')
    .orderBy('user_id')
    .limit(most);
  return (await query.execute()).map(({ user_id: id }) => id);
}

export async function deleteErasure(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('user_erasures').where('user_id', '=', userId).execute();
}

/** A user as one JSON object of these expressions, which get the id as SQL. One statement, so that its parts agree. */
export async function readExport(
  db: Db,
  userId: string,
  parts: Readonly<Record<string, (userId: string) => string>>,
): Promise<string | undefined> {
  const fields = Object.entries(parts).map(([name, json]) => `'${name}', ${json('owner.id')}`);
  const query = sql<{ json: string }>`
    select json_build_object('exportedAt', ${sql.raw(isoTime('clock()'))}, ${sql.raw(fields.join(', '))})::text as json
    from user_profiles owner where owner.id = ${userId}`;
  return (await query.execute(db)).rows[0]?.json;
}
