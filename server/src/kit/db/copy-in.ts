import { CompiledQuery } from 'kysely';
import type { Tx } from './database.ts';

/** A row of COPY, with values in text format. */
export type CopyRow = readonly (string | null)[];

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const fieldOf = (value: string | null): string =>
  value === null ? '\\N' : value.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);

/** COPY FROM STDIN in a transaction, for hundreds of rows: faster than lists of parameters. */
export async function copyIn(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: readonly CopyRow[],
): Promise<void> {
  const text = rows.map((row) => `${row.map(fieldOf).join('\t')}\n`).join('');
  await tx.executeQuery(CompiledQuery.raw(`copy ${table} (${columns.join(', ')}) from stdin`, [text]));
}
