import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';

/** Up to when the list of a rail was read; undefined if it never was. */
export async function findReadUntil(db: Db, rail: string): Promise<Date | undefined> {
  const query = db.selectFrom('provider_lists').select('read_until').where('rail', '=', rail);
  return (await query.executeTakeFirst())?.read_until;
}

export async function storeReadUntil(tx: Tx, rail: string, until: Date): Promise<void> {
  await sql`
    insert into provider_lists as l (rail, read_until) values (${rail}, ${until})
    on conflict on constraint provider_lists_pk do update set read_until = greatest(l.read_until, excluded.read_until)`.execute(
    tx,
  );
}
