import type { OwnerConnection } from '../parts.ts';

/** Rows by the thousand: each statement takes many, and every trigger and constraint sees them. */

export type Value = string | number | boolean | Date | null;
/** The type of each column, in their order. */
export type Columns = Readonly<Record<string, string>>;

export const rowsAtATime = 3_000;

export const date = (moment: number): Date => new Date(moment);

/** Rows as arrays, one for each column, from the parameter after `used` on. */
export function listOf(columns: Columns, rows: readonly (readonly Value[])[], used = 0) {
  const names = Object.keys(columns);
  const arrays = Object.values(columns).map((type, n) => `$${used + n + 1}::${type}[]`);
  return { names, sql: `unnest(${arrays.join()})`, values: names.map((_, n) => rows.map((row) => row[n] ?? null)) };
}

export async function insert(
  client: OwnerConnection,
  table: string,
  columns: Columns,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtATime) {
    const list = listOf(columns, rows.slice(from, from + rowsAtATime));
    await client.query(`insert into ${table} (${list.names.join()}) select * from ${list.sql}`, list.values);
  }
}
