import pg from 'pg';
import { to } from 'pg-copy-streams';
import { crlfLines } from '../csv.ts';
import type { Reports } from './database.ts';
import { destroySocket } from './pools.ts';

/** COPY TO STDOUT passed through: one statement and so one snapshot, and no more in memory than is on its way. */

export interface CopyQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A caller who is gone is noticed while the database still computes. */
const settings = `set local client_connection_check_interval = '250ms'`;

export async function* copyOut(
  reports: Pick<Reports, 'connect'>,
  query: CopyQuery,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const client = await reports.connect();
  // A COPY cannot be taken back over its own connection.
  const cut = (): void => destroySocket(client);
  let isWhole = false;
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', cut);
    await client.query(`begin read only; ${settings}`);
    const rows = client.query(to(`copy (${withLiterals(query)}) to stdout with (format csv, header)`));
    // It may fail once more after nobody reads it, when the connection is cut.
    rows.on('error', () => {});
    const toCrlf = crlfLines();
    for await (const chunk of rows) if (Buffer.isBuffer(chunk)) yield toCrlf(chunk);
    await client.query('commit');
    isWhole = true;
  } finally {
    signal.removeEventListener('abort', cut);
    // One that is not whole is of no use to anyone else: releasing it so ends the connection, and the statement with it.
    client.release(!isWhole);
  }
}

/** COPY takes no parameters, so they are written into the statement, each as a quoted text of no certain type. */
export function withLiterals({ sql: text, parameters }: CopyQuery): string {
  return text.replace(/\$(\d+)/g, (_all, n: string) => literal(parameters[Number(n) - 1]));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  // ISO 8601 writes later years with a sign, which PostgreSQL does not read; no row is that late.
  if (value instanceof Date)
    return value.getUTCFullYear() > 9999 ? `'infinity'` : pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]`;
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
    return pg.escapeLiteral(String(value));
  }
  throw new Error(`COPY cannot be given ${typeof value}`);
}
