import { type RawBuilder, sql } from 'kysely';
import { newId } from '../id.ts';
import type { Db } from './database.ts';

/**
 * A text in a language, else in English, else as it was written; without a language as it was written. Translations are
 * in the column's neighbour `…_i18n`; the column is written into the SQL as it stands, never taken from a caller.
 */
export function inLanguage(column: string, language: string | null): RawBuilder<string> {
  const words = sql.raw(`${column}_i18n`);
  const written = sql.raw(column);
  if (language === null) return sql<string>`${written}`;
  return sql<string>`coalesce(nullif(${words} ->> ${language}::text, ''), nullif(${words} ->> 'en', ''), ${written})`;
}

/**
 * A new id for each row of one statement, in SQL: all begin like one that is made here, so that they are written to one
 * end of each index, and go on by chance.
 */
export const idPerRow = (): RawBuilder<string> =>
  sql<string>`(${newId().slice(0, 15)} || substr(gen_random_uuid()::text, 16))::uuid`;

/** A moment in SQL as replies carry it: the database's own JSON writes moments in another way. */
export const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

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
