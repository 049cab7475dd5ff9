import { type RawBuilder, sql } from 'kysely';
import { newId } from '../id.ts';
import type { Db } from './database.ts';

/**
 * A text in a language, else in English, else the original; without a language the original. Translations are in the
 * column `…_i18n`. The column is inserted into the SQL unchanged: never from a caller.
 */
export function inLanguage(column: string, language: string | null): RawBuilder<string> {
  const words = sql.raw(`${column}_i18n`);
  const written = sql.raw(column);
  if (language === null) return sql<string>`${written}`;
  return sql<string>`coalesce(nullif(${words} ->> ${language}::text, ''), nullif(${words} ->> 'en', ''), ${written})`;
}

/**
 * SQL of a new id for each row of a statement: a common time prefix, so that they are added at one end of each index, and
 * a random rest.
 */
export const idPerRow = (): RawBuilder<string> =>
  sql<string>`(${newId().slice(0, 15)} || substr(gen_random_uuid()::text, 16))::uuid`;

/** SQL of a timestamp as in replies; PostgreSQL formats timestamps differently in JSON. */
export const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL of the rows of a query as a JSON array. */
export const jsonArray = (query: string): string => `coalesce((select json_agg(r) from (${query}) r), '[]')`;

/** The distinct values of a column of a large table, by an index skip scan. */
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
