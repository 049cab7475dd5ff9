import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** The values that a column of a large table has, each found by one step in an index that begins with it. */
export async function distinctValues(db: Db, column: string, fromTable: RawBuilder<unknown>): Promise<string[]> {
  const value = sql.raw(column);
  const query = sql<{ value: string }>`
    with recursive used as (
      (select ${value} as value ${fromTable} order by ${value} limit 1)
      union all
      select (select ${value} ${fromTable} where ${value} > r.value order by ${value} limit 1)
      from used r where r.value is not null)
    select value from used where value is not null`;
  return (await query.execute(db)).rows.map((row) => row.value);
}
