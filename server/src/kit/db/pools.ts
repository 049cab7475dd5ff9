import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** What one kind of work may take of the database. */
export interface PoolLimits {
  /** Connections that this process may hold for it. */
  readonly connections: number;
  readonly statementMs: number;
  /** How long a statement waits for a lock that another transaction holds. */
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** How long work waits before it begins: for its turn and for a connection. After that it is refused. */
  readonly waitMs: number;
}

/** A caller waits for a request, so it is cut short; nobody waits for the others, and they may take their time. */
export const poolLimits = {
  requests: { connections: 16, statementMs: 5_000, lockMs: 2_000, idleInTransactionMs: 10_000, waitMs: 3_000 },
  /** One of its connections holds the locks of the jobs that are running. */
  jobs: { connections: 4, statementMs: 60_000, lockMs: 10_000, idleInTransactionMs: 20_000, waitMs: 60_000 },
  reports: { connections: 4, statementMs: 600_000, lockMs: 10_000, idleInTransactionMs: 60_000, waitMs: 10_000 },
} as const satisfies Record<string, PoolLimits>;

export type PoolName = keyof typeof poolLimits;

/**
 * The database ends a connection that is idle for so long. The pool closes its idle connections before that, so this
 * only happens to a process that does not run: then the locks that its connections hold go to other processes.
 */
export const idleSessionMs = 20_000;

export const appRole = 'cliffhanger_app';

/** 64-bit integers as numbers (ours stay far below 2^53) and days as the text they are. */
function typeParsers(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(20, Number);
  types.setTypeParser(1082, (day) => day);
  return types;
}

/** Settings travel with the connection: those of a role or a database are not copied by a template. */
function sessionSettings(limits: PoolLimits, readOnly: boolean, idleMs: number): string {
  return [
    `role=${appRole}`,
    `statement_timeout=${limits.statementMs}`,
    `lock_timeout=${limits.lockMs}`,
    `idle_in_transaction_session_timeout=${limits.idleInTransactionMs}`,
    `idle_session_timeout=${idleMs}`,
    'timezone=UTC',
    // A role's or a database's own setting must not make commits that a crash undoes.
    'synchronous_commit=on',
    'jit=off',
    ...(readOnly ? ['default_transaction_read_only=on'] : []),
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ');
}

export interface PoolOptions {
  readonly url: string;
  readonly name: string;
  readonly limits: PoolLimits;
  readonly readOnly?: boolean;
  readonly idleMs?: number;
  readonly onFault: (error: Error) => void;
  /** Given the messages of the bus that were sent on a connection, when it is released: committed or rolled back. */
  readonly onSent?: (message: string) => void;
}

/** The SQLSTATE under which `emit_message` tells the sender of a message what it sent. */
const sentCode = 'CH001';

function collectSent(pool: pg.Pool, onSent: (message: string) => void): void {
  const sent = new WeakMap<pg.PoolClient, Set<string>>();
  pool.on('connect', (client) => {
    const messages = new Set<string>();
    sent.set(client, messages);
    client.on('notice', ({ code, message }) => {
      if (code === sentCode && message !== undefined) messages.add(message);
    });
  });
  pool.on('release', (_error, client) => {
    const messages = sent.get(client);
    for (const message of messages ?? []) onSent(message);
    messages?.clear();
  });
}

export function openPool(options: PoolOptions): pg.Pool {
  const { url, name, limits, readOnly = false, idleMs = idleSessionMs, onFault, onSent } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.waitMs,
    idleTimeoutMillis: idleMs / 2,
    keepAlive: true,
    application_name: name,
    options: sessionSettings(limits, readOnly, idleMs),
    types: typeParsers(),
  });
  // Without both handlers a terminated backend takes the process down with it.
  pool.on('error', onFault);
  pool.on('connect', (client) => client.on('error', onFault));
  if (onSent) collectSent(pool, onSent);
  return pool;
}

/** Ends a connection at once; a polite end would wait behind the statement that is under way. */
export function destroySocket(client: pg.PoolClient): void {
  if (client instanceof pg.Client) client.connection.stream.destroy();
}

/** A name that no other process has, so that what this one runs can be found among all that the database does. */
export const uniqueName = (name: string): string => `${name} ${randomUUID().slice(0, 8)}`;

/** Cancels the statements that the connections of this name are at; those who sent them get the error 57014. */
export async function cancelStatements(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = $1 and state = 'active'`,
      [name],
    );
  } finally {
    await client.end();
  }
}
