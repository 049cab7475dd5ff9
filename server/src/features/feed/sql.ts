import { sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';

/** Forgets at most so many changes from before a moment, and answers how many there were. */
export async function deleteChanges(tx: Tx, before: Date, most: number): Promise<number> {
  const query = sql`delete from feed_changes where id in (
    select id from feed_changes where created_at < ${before} limit ${most}) returning id`;
  return (await query.execute(tx)).rows.length;
}
