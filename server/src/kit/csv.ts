import { type RawBuilder, sql } from 'kysely';

/** CSV as in RFC 4180: commas, lines that end in CRLF, UTF-8. */

export type Cell = string | number | boolean | Date | null;

/** Spreadsheets read text that starts with these as a formula, so a quote is prepended. */
const looksLikeFormula = /^[=+\-@\t\r]/;

const guarded = (text: string): string => (looksLikeFormula.test(text) ? `'${text}` : text);

/** The same in SQL, for text columns sent by COPY. */
export function guardedText(column: string): RawBuilder<string> {
  const value = sql.raw<string>(column);
  return sql`case when left(${value}, 1) in ('=', '+', '-', '@', chr(9), chr(13)) then '''' || ${value} else ${value} end`;
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  // Numbers stay as they are: a negative one is no formula.
  return typeof cell === 'string' ? quoted(guarded(cell)) : String(cell);
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`;

/** The lines of a file, one for the names and one for each row. */
export async function* csvLines(
  names: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): AsyncGenerator<string> {
  yield csvLine(names);
  for await (const row of rows) yield csvLine(row);
}

/**
 * Converts line ends from LF to CRLF, except inside quotes. Chunks may be cut anywhere; Latin-1 preserves every byte.
 */
export function crlfLines(): (chunk: Buffer) => Buffer {
  let isQuoted = false;
  return (chunk) => {
    const parts = chunk.toString('latin1').split('"');
    const lines = parts.map((part, n) => ((n % 2 === 0) === isQuoted ? part : part.replaceAll('\n', '\r\n')));
    if (parts.length % 2 === 0) isQuoted = !isQuoted;
    return Buffer.from(lines.join('"'), 'latin1');
  };
}
