import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Limits of one kind of work. */
export interface PoolLimits {
  /** Connections of this process. */
  readonly connections: number;
  readonly statementMs: number;
  /** Lock timeout. */
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** How long work waits in queues and for a connection before it is refused. */
  readonly waitMs: number;
}

/** Clients wait for requests, so these have short timeouts. */
export const poolLimits = {
  requests: { connections: 16, statementMs: 5_000, lockMs: 2_000, idleInTransactionMs: 10_000, waitMs: 3_000 },
  /** One connection holds the locks of running jobs. */
  jobs: { connections: 4, statementMs: 60_000, lockMs: 10_000, idleInTransactionMs: 20_000, waitMs: 60_000 },
  reports: { connections: 4, statementMs: 600_000, lockMs: 10_000, idleInTransactionMs: 60_000, waitMs: 10_000 },
} as const satisfies Record<string, PoolLimits>;

export type PoolName = keyof typeof poolLimits;

/**
 * The database closes connections that are idle for so long. The pool closes idle connections earlier, so this only
 * happens to a frozen process, whose locks are then released.
 */
export const idleSessionMs = 20_000;

export const appRole = 'cliffhanger_app';

/** 64-bit integers as numbers (ours stay far below 2^53), and days as text. */
function typeParsers(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(20, Number);
  types.setTypeParser(1082, (day) => day);
  return types;
}

/** Settings of the connection, because those of a role or database are not copied from a template. */
function sessionSettings(limits: PoolLimits, readOnly: boolean, idleMs: number): string {
  return [
    `role=${appRole}`,
    `statement_timeout=${limits.statementMs}`,
    `lock_timeout=${limits.lockMs}`,
    `idle_in_transaction_session_timeout=${limits.idleInTransactionMs}`,
    `idle_session_timeout=${idleMs}`,
    'timezone=UTC',
    // Overrides settings of the role or database that would lose commits in a crash.
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
  /** Called with the bus messages of a connection when it is released, whether committed or rolled back. */
  readonly onSent?: (message: string) => void;
}

/** The SQLSTATE of the notice with which `emit_message` reports a message to its sender. */
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
  // Without both handlers a terminated backend would crash the process.
  pool.on('error', onFault);
  pool.on('connect', (client) => client.on('error', onFault));
  if (onSent) collectSent(pool, onSent);
  return pool;
}

/** Closes a connection immediately; `end` would wait for the running statement. */
export function destroySocket(client: pg.PoolClient): void {
  if (client instanceof pg.Client) client.connection.stream.destroy();
}

/** An application name that identifies this process in `pg_stat_activity`. */
export const uniqueName = (name: string): string => `${name} ${randomUUID().slice(0, 8)}`;

/** Cancels the running statements of connections with this name, which fail with 57014. */
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
