import pg from 'pg';
import { to } from 'pg-copy-streams';
import { crlfLines } from '../csv.ts';
import type { Reports } from './database.ts';
import { destroySocket } from './pools.ts';

/** COPY TO STDOUT, passed through: one statement and one snapshot, with little in memory. */

export interface CopyQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Detects disconnected clients during the execution. */
const settings = `set local client_connection_check_interval = '250ms'`;

export async function* copyOut(
  reports: Pick<Reports, 'connect'>,
  query: CopyQuery,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const client = await reports.connect();
  // A COPY cannot be cancelled over its own connection.
  const cut = (): void => destroySocket(client);
  let isWhole = false;
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', cut);
    await client.query(`begin read only; ${settings}`);
    const rows = client.query(to(`copy (${withLiterals(query)}) to stdout with (format csv, header)`));
    // It may fail again when the connection is closed.
    rows.on('error', () => {});
    const toCrlf = crlfLines();
    for await (const chunk of rows) if (Buffer.isBuffer(chunk)) yield toCrlf(chunk);
    await client.query('commit');
    isWhole = true;
  } finally {
    signal.removeEventListener('abort', cut);
    // Closes the connection of an incomplete COPY, and so ends the statement.
    client.release(!isWhole);
  }
}

/** COPY has no parameters, so they are inserted as literals of unknown type. */
export function withLiterals({ sql: text, parameters }: CopyQuery): string {
  return text.replace(/\$(\d+)/g, (_all, n: string) => literal(parameters[Number(n) - 1]));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  // ISO 8601 has a sign in later years, which PostgreSQL cannot read.
  if (value instanceof Date)
    return value.getUTCFullYear() > 9999 ? `'infinity'` : pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]`;
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
    return pg.escapeLiteral(String(value));
  }
  throw new Error(`COPY cannot be given ${typeof value}`);
}
