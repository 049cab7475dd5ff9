import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { isWorthRetrying } from './faults.ts';
import type { DB } from './schema.ts';

/** For reading: the pool, or the transaction that one is in. */
export type Db = Kysely<DB>;
/** For writing: only a transaction fits, so that no statement can escape the one its request is in. */
export type Tx = Transaction<DB>;

export interface DatabaseOptions {
  url: string;
  /** A replica for reads that may lag behind. */
  readUrl?: string | undefined;
  /** Connections that this process may hold. */
  connections?: number;
  onFault?: (error: Error) => void;
  /** Told of every statement that Kysely sends, for the tests to count. Named ones are shared by many callers. */
  onStatement?: (text: string) => void;
}

export interface Statement<Values extends unknown[]> {
  readonly name: string;
  readonly text: string;
  /** Only there to carry the type of the values. */
  readonly takes?: (values: Values) => void;
}

export interface Database {
  readonly db: Db;
  /** The replica where there is one, else the same as `db`. */
  readonly lagging: Db;
  readonly pool: pg.Pool;
  /** The one place where transactions are opened. `now` is the database's clock at BEGIN. */
  transaction<T>(work: (tx: Tx, now: Date) => Promise<T>): Promise<T>;
  /** A hot read as a named statement: parsed and planned once for each connection. */
  named<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export const appRole = 'cliffhanger_app';

const attempts = 4;

/** 64-bit integers as numbers (ours stay far below 2^53) and days as the text they are. */
function typeParsers(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(20, Number);
  types.setTypeParser(1082, (day) => day);
  return types;
}

/** Settings travel with the connection: those of a role or a database are not copied by a template. */
const sessionSettings = [
  `role=${appRole}`,
  'statement_timeout=5000',
  'lock_timeout=2000',
  'idle_in_transaction_session_timeout=10000',
  'timezone=UTC',
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

function openPool(url: string, max: number, onFault: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'cliffhanger',
    options: sessionSettings,
    types: typeParsers(),
  });
  // Without both handlers a terminated backend takes the process down with it.
  pool.on('error', onFault);
  pool.on('connect', (client) => client.on('error', onFault));
  return pool;
}

export function openDatabase(options: DatabaseOptions): Database {
  const onFault = options.onFault ?? (() => {});
  const max = options.connections ?? 16;
  const pool = openPool(options.url, max, onFault);
  const replicaPool = options.readUrl ? openPool(options.readUrl, max, onFault) : undefined;
  const { onStatement } = options;
  const log = onStatement && ((event: { query: { sql: string } }) => onStatement(event.query.sql));
  const kysely = (over: pg.Pool) =>
    new Kysely<DB>({ dialect: new PostgresDialect({ pool: over }), ...(log && { log }) });
  const db = kysely(pool);

  return {
    db,
    lagging: replicaPool ? kysely(replicaPool) : db,
    pool,
    transaction: (work) => transact(db, work),
    async named<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
      return (await pool.query<Row>({ name, text, values })).rows;
    },
    async close() {
      await Promise.all([pool.end(), replicaPool?.end()]);
    },
  };
}

async function transact<T>(db: Db, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => work(tx, await clock(tx)));
    } catch (error) {
      if (!isWorthRetrying(error) || attempt === attempts) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/** The one clock: a function of the database, so that every process agrees on the time. */
export async function clock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock() as now`.execute(db);
  return rows[0]?.now ?? new Date();
}
