import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Kysely, PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult, RawBuilder } from 'kysely';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import type { ConnectionSource } from './replica.ts';
import type { DB } from './schema.ts';

/**
 * Statements that are parsed and planned once per connection, which for pages with many joins takes longer than the
 * execution. Not for searches, whose best plan depends on the parameters.
 */

/** Prepared statements take memory for the lifetime of a connection. */
const maxPrepared = 200;
/** Lists have a text for each combination of filters and order, so they have a limit of their own. */
const maxDynamic = 100;
const names = new Map<string, string>();
let dynamicCount = 0;

function registerStatement(text: string, isDynamic: boolean): void {
  if (names.has(text) || names.size >= maxPrepared || (isDynamic && dynamicCount >= maxDynamic)) return;
  if (isDynamic) dynamicCount++;
  names.set(text, `p_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
}

/**
 * Executes a query as a prepared statement. `isDynamic` means that its text depends on the request.
 */
export async function executePrepared<Row>(
  db: Kysely<DB>,
  query: RawBuilder<Row>,
  { isDynamic = false } = {},
): Promise<Row[]> {
  const compiled = query.compile(db);
  registerStatement(compiled.sql, isDynamic);
  return (await db.executeQuery(compiled)).rows;
}

const changing = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'] as const;

function resultOf<R>({ command, rowCount, rows }: pg.QueryResult<R & pg.QueryResultRow>): PostgresQueryResult<R> {
  return { command: changing.find((one) => one === command) ?? 'SELECT', rowCount: rowCount ?? 0, rows };
}

class NamedStatementClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  /** BEGIN is sent with the first statement, to save a round trip. */
  #begins = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): PostgresCursor<R> | Promise<PostgresQueryResult<R>> {
    if (typeof text !== 'string') throw new Error('cursors are not supported');
    if (text === 'begin') {
      this.#begins = true;
      return Promise.resolve({ command: 'SELECT', rowCount: 0, rows: [] });
    }
    return this.#send<R>(text, values);
  }

  async #send<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const begins = this.#begins;
    this.#begins = false;
    if (begins && values.length === 0) return this.#beginWith<R>(text);
    if (begins) await this.#client.query('begin');
    const [rows] = values;
    if (text.startsWith('copy ') && typeof rows === 'string') return this.#copyIn(text, rows);
    const name = names.get(text);
    const statement = { text, values: [...values], ...(name !== undefined && { name }) };
    return resultOf(await this.#client.query<R & pg.QueryResultRow>(statement));
  }

  async #copyIn<R>(text: string, rows: string): Promise<PostgresQueryResult<R>> {
    const stream = this.#client.query(from(text));
    await pipeline([rows], stream);
    return { command: 'INSERT', rowCount: stream.rowCount, rows: [] };
  }

  /** Several statements in one message have no parameters, and a result each. */
  async #beginWith<R>(text: string): Promise<PostgresQueryResult<R>> {
    // The types of the driver have only one result.
    const results = [await this.#client.query<R & pg.QueryResultRow>(`begin; ${text}`)].flat();
    return resultOf<R>(results.at(-1) ?? { command: '', rowCount: 0, oid: 0, fields: [], rows: [] });
  }

  release(): void {
    this.#begins = false;
    this.#client.release();
  }
}

/** A pool that sends registered statements by name. */
export function namedStatementPool(pool: ConnectionSource): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? new NamedStatementClient(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}
