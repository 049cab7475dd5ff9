import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { Refused, unavailable } from '../errors.ts';
import { settlesWithin } from '../time.ts';
import { isRetryable } from './faults.ts';
import { cancelStatements, openPool, type PoolLimits, type PoolName, poolLimits, uniqueName } from './pools.ts';
import { namedStatementPool } from './prepared.ts';
import { type ConnectionSource, withFallback } from './replica.ts';
import type { DB } from './schema.ts';

export { appRole } from './pools.ts';

/** For reads: the pool or a transaction. */
export type Db = Kysely<DB>;
/** For writes: only a transaction, so that no statement can be outside the one of its request. */
export type Tx = Transaction<DB>;

export interface DatabaseOptions {
  url: string;
  /** A replica for reads that may lag. */
  readUrl?: string | undefined;
  /** Connections for requests. */
  connections?: number;
  /** Limits that differ from the defaults. */
  limits?: Partial<Record<PoolName, Partial<PoolLimits>>>;
  onFault?: (error: Error) => void;
  /** Called when the replica becomes unreachable or reachable. */
  onReplica?: (isReachable: boolean, error?: unknown) => void;
  /** Called for every statement of a request, for tests; once for a batched read. */
  onStatement?: (text: string) => void;
}

export interface TransactionOptions {
  /** Whether a retry may succeed. */
  readonly retries?: (error: unknown) => boolean;
  /** Lock timeout, if not that of the connection. */
  readonly lockMs?: number | undefined;
  /**
   * No attempt begins after this time of `performance.now()`, and lock waits end soon after it. By default `waitMs` of
   * the connections from now.
   */
  readonly startBy?: number | undefined;
}

/** The transaction got no connection in time, so nothing was done. */
export class NotStarted extends Refused {
  constructor() {
    super(unavailable, {});
  }
}

/** Connections for one kind of work. */
export interface Connections {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** How long work may wait before it begins. */
  readonly waitMs: number;
  /**
   * The only way to open transactions. `now` is the time of the database at BEGIN. Transactions that failed for a
   * temporary reason are retried.
   */
  transaction<T>(work: (tx: Tx, now: Date) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

export interface JobConnections extends Connections {
  /** Cancels all running statements, for a process that has to stop. */
  cancel(): Promise<void>;
}

export interface Reports extends Omit<Connections, 'transaction'> {
  /** A connection to the replica, or to the primary while the replica cannot be reached. */
  connect(): Promise<pg.PoolClient>;
}

/** The connections for requests, and separate ones for work that must not delay requests. */
export interface Database extends Connections {
  /** The replica, or `db` without one. */
  readonly lagging: Db;
  /** For jobs and the outbox. */
  readonly jobs: JobConnections;
  /** For exports and reports: slow reads, from the replica if there is one. Read-only. */
  readonly reports: Reports;
  /**
   * Subscribes to the bus messages of this process, delivered when their connection is released; the transaction may have
   * been rolled back.
   */
  onSent(handler: (message: string) => void): void;
  /** Executes a named statement, which is parsed and planned once per connection. */
  named<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

const attempts = 4;
/** Lock waits end so long after the deadline to begin, so that responses take at most five seconds. */
const lockGraceMs = 1_500;
/** Connections that are not released by then end with the process. */
const longestCloseMs = 5_000;

function limitsOf(name: PoolName, { connections, limits }: DatabaseOptions): PoolLimits {
  const size = name === 'requests' && connections !== undefined ? { connections } : {};
  return { ...poolLimits[name], ...size, ...limits?.[name] };
}

export function openDatabase(options: DatabaseOptions): Database {
  const { url, readUrl, onFault = () => {}, onReplica = () => {}, onStatement } = options;
  const sentHandlers: ((message: string) => void)[] = [];
  const onSent = (message: string): void => {
    for (const handler of sentHandlers) handler(message);
  };
  const open = (kind: PoolName, name: string, from = url): pg.Pool =>
    openPool({ url: from, name, limits: limitsOf(kind, options), readOnly: kind === 'reports', onFault, onSent });
  const jobsName = uniqueName('cliffhanger jobs');
  const pool = open('requests', 'cliffhanger');
  const replicaPool = readUrl ? open('requests', 'cliffhanger', readUrl) : undefined;
  const jobsPool = open('jobs', jobsName);
  const reportsPool = open('reports', 'cliffhanger reports', readUrl);
  const primaryReportsPool = readUrl ? open('reports', 'cliffhanger reports') : undefined;
  const reports = withFallback(reportsPool, primaryReportsPool, onReplica);
  const log = onStatement && ((event: { query: { sql: string } }) => onStatement(event.query.sql));
  const uncounted = (over: ConnectionSource) => new Kysely<DB>({ dialect: new PostgresDialect({ pool: over }) });
  const counted = (over: ConnectionSource) =>
    new Kysely<DB>({ dialect: new PostgresDialect({ pool: namedStatementPool(over) }), ...(log && { log }) });
  const db = counted(pool);
  const jobsDb = uncounted(jobsPool);
  const requestLimits = limitsOf('requests', options);
  const jobLimits = limitsOf('jobs', options);

  return {
    db,
    lagging: replicaPool ? counted(withFallback(replicaPool, pool, onReplica)) : db,
    pool,
    waitMs: requestLimits.waitMs,
    transaction: (work, given) => transact({ db, pool, limits: requestLimits, onFault, onSent }, work, given),
    jobs: {
      db: jobsDb,
      pool: jobsPool,
      waitMs: jobLimits.waitMs,
      transaction: (work, given) =>
        transact({ db: jobsDb, pool: jobsPool, limits: jobLimits, onFault, onSent }, work, given),
      cancel: () => cancelStatements(url, jobsName),
    },
    reports: {
      db: uncounted(reports),
      pool: reportsPool,
      waitMs: limitsOf('reports', options).waitMs,
      connect: () => reports.connect(),
    },
    onSent: (handler) => void sentHandlers.push(handler),
    async named<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
      onStatement?.(text);
      return (await pool.query<Row>({ name, text, values })).rows;
    },
    async close() {
      const pools = [pool, jobsPool, reportsPool, replicaPool, primaryReportsPool];
      await settlesWithin(longestCloseMs, Promise.all(pools.map(async (one) => one?.end())));
    },
  };
}

/** `onSent` delivers a bus message to this process. */
type AfterCommit = (pool: pg.Pool, onSent: (message: string) => void) => void;

const afterCommits = new WeakMap<Tx, AfterCommit[]>();

/** Calls `work` after the commit, and not if the transaction is rolled back. It is not awaited. */
export function afterCommit(tx: Tx, work: AfterCommit): void {
  const calls = afterCommits.get(tx);
  if (!calls) throw new Error('afterCommit needs a transaction that was opened by transaction()');
  calls.push(work);
}

/** For a part of a transaction that may be rolled back: returns a function that discards its `afterCommit` calls. */
export function markAfterCommit(tx: Tx): () => void {
  const calls = afterCommits.get(tx) ?? [];
  const { length } = calls;
  return () => void calls.splice(length);
}

interface Transacting {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly limits: PoolLimits;
  readonly onFault: (error: Error) => void;
  readonly onSent: (message: string) => void;
}

async function transact<T>(
  { db, pool, limits, onFault, onSent }: Transacting,
  work: (tx: Tx, now: Date) => Promise<T>,
  {
    retries = isRetryable,
    lockMs = limits.lockMs,
    startBy = performance.now() + limits.waitMs,
  }: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const committed: AfterCommit[] = [];
    try {
      const result = await beginBy(startBy, (begin) =>
        db.transaction().execute(async (tx) => {
          begin();
          afterCommits.set(tx, committed);
          const longestLockMs = Math.min(lockMs, Math.ceil(startBy + lockGraceMs - performance.now()));
          const hasUsualLimit = longestLockMs === limits.lockMs;
          return work(tx, await (hasUsualLimit ? clock(tx) : clockAndLockTimeout(tx, longestLockMs)));
        }),
      );
      callAll(committed, { pool, onFault, onSent });
      return result;
    } catch (error) {
      if (!retries(error) || attempt === attempts) throw error;
      await sleep(Math.random() * 20 * attempt);
      if (performance.now() >= startBy) throw error;
    }
  }
}

/** Rejects once the deadline has passed and `begin` was not called; from then on `begin` throws. */
function beginBy<T>(deadline: number, work: (begin: () => void) => Promise<T>): Promise<T> {
  const remainingMs = deadline - performance.now();
  if (remainingMs <= 0) return Promise.reject(new NotStarted());
  return new Promise((resolve, reject) => {
    let isLate = false;
    const giveUp = (): void => {
      isLate = true;
      reject(new NotStarted());
    };
    const timer = setTimeout(giveUp, remainingMs);
    const begin = (): void => {
      if (isLate) throw new NotStarted();
      clearTimeout(timer);
    };
    work(begin)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** An error after the commit neither retries nor fails the transaction. */
function callAll(
  calls: readonly AfterCommit[],
  { pool, onFault, onSent }: Pick<Transacting, 'pool' | 'onFault' | 'onSent'>,
): void {
  for (const call of calls) {
    try {
      call(pool, onSent);
    } catch (error) {
      onFault(new Error('after-commit callback failed', { cause: error }));
    }
  }
}

/** The time of the database, which is the same for all processes. */
export async function clock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock() as now`.execute(db);
  return rows[0]?.now ?? new Date();
}

async function clockAndLockTimeout(tx: Tx, lockMs: number): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    select clock() as now, set_config('lock_timeout', ${sql.lit(`${lockMs}ms`)}, true)`.execute(tx);
  return rows[0]?.now ?? new Date();
}

/**
 * Executes a part of a transaction that may fail: if it throws, its changes are rolled back, and the transaction can
 * continue. Deferred constraints are checked here, so that only this part fails.
 */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const forgetAfterCommit = markAfterCommit(tx);
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`set constraints all immediate`.execute(tx);
    await sql`set constraints all deferred`.execute(tx);
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    forgetAfterCommit();
    await sql`rollback to savepoint part`.execute(tx);
    await sql`release savepoint part`.execute(tx);
    throw error;
  }
}
