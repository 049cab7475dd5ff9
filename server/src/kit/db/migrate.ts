import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from './database.ts';
import { isRetryable } from './faults.ts';
import { type Applied, type ConcurrentIndex, compare, type Migration, readMigrations } from './migrations.ts';
import { appRole, idleSessionMs } from './pools.ts';

export interface MigrateOptions {
  readonly say?: (line: string) => void;
  /** How long a migration waits for a lock at a time; later statements on the same table wait as long. */
  readonly lockMs?: number;
  /** How long it retries to get its locks. */
  readonly giveUpAfterMs?: number;
  /** Timeout of idle sessions, which releases the locks of a frozen process. */
  readonly idleMs?: number;
}

/** The key of the advisory lock. */
const migrationLock = 7_220_514;
const pollMs = 100;

/**
 * Migrates the database, and returns the applied migrations. Concurrent processes wait for an advisory lock and then find
 * nothing to do. Each migration is a transaction of its own.
 */
export async function migrate(ownerUrl: string, folder: string, options: MigrateOptions = {}): Promise<string[]> {
  const { say = () => {}, lockMs = 2_000, giveUpAfterMs = 120_000, idleMs = idleSessionMs } = options;
  const migrations = await readMigrations(folder);
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'cliffhanger-migrate',
    options: `-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=${idleMs} -c idle_session_timeout=${idleMs}`,
  });
  // The current statement fails when the connection is lost; without a handler the process would crash.
  client.on('error', () => {});
  await client.connect();
  try {
    await acquireLock(client, say);
    await ensureMigrationsTable(client);
    const { missing, newer, renamed } = compare(await listApplied(client), migrations);
    for (const { from, to } of renamed) await rename(client, from, to);
    if (newer.length > 0)
      say(`the database was migrated by a newer version (${newer.join(', ')}) that is compatible with this one`);
    for (const migration of missing) {
      // A commit is flushed together with all earlier ones, so only the last one has to wait for the disk.
      await client.query(`set synchronous_commit = ${migration === missing.at(-1) ? 'on' : 'off'}`);
      await apply(client, migration, { say, lockMs, giveUpAfterMs });
    }
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Throws if the database lacks migrations; connects as the service, which may only read which ones it has. */
export async function requireMigrations(serviceUrl: string, folder: string): Promise<void> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString: serviceUrl, application_name: 'cliffhanger-migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`set role ${appRole}`);
    const { rowCount } = await client.query(`select where to_regclass('schema_migrations') is not null`);
    const applied = rowCount === 0 ? [] : await listApplied(client);
    const [first, ...others] = compare(applied, migrations).missing.map(({ name }) => name);
    if (first === undefined) return;
    const lacking = others.length === 0 ? `migration ${first}` : `migrations ${first} to ${others.at(-1)}`;
    throw new Error(`the database lacks the ${lacking}: run npm run migrate`);
  } finally {
    await client.end();
  }
}

/** The newest applied migration. */
export async function newestMigration(db: Db): Promise<string | null> {
  const newest = await db
    .selectFrom('schema_migrations')
    .select('name')
    .orderBy('name', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.name ?? null;
}

/** Polls, because a waiting statement would delay `create index concurrently`. */
async function acquireLock(client: pg.Client, say: (line: string) => void): Promise<void> {
  for (let waits = 0; ; waits++) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [migrationLock]);
    if (rows[0]?.mine) return;
    if (waits === 10) say('waiting for another process that is migrating the database');
    await sleep(pollMs);
  }
}

async function ensureMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    name text constraint schema_migrations_pk primary key,
    checksum text not null,
    applied_at timestamptz(3) not null default now(),
    compatible_with text);
    grant select on schema_migrations to ${appRole}`);
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'compatible_with'`,
  );
  if (rowCount === 0) await client.query('alter table schema_migrations add column compatible_with text');
}

async function listApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'select name, checksum, compatible_with as "compatibleWith" from schema_migrations order by name',
  );
  return rows;
}

/** Retries with a short lock timeout, so that requests do not queue behind a waiting migration. */
async function apply(
  client: pg.Client,
  migration: Migration,
  options: Required<Omit<MigrateOptions, 'idleMs'>>,
): Promise<void> {
  const { say, lockMs, giveUpAfterMs } = options;
  const { name, index } = migration;
  const until = performance.now() + giveUpAfterMs;
  for (let tries = 1; ; tries++) {
    try {
      return await (index
        ? createIndex(client, migration, index, giveUpAfterMs)
        : applyOnce(client, migration, lockMs));
    } catch (error) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      if (!isRetryable(error)) throw new Error(`migration ${name} failed: ${message}`, { cause: error });
      if (performance.now() >= until) {
        const seconds = Math.round(giveUpAfterMs / 1_000);
        throw new Error(`migration ${name} failed: its tables were locked for ${seconds} seconds; start again later`, {
          cause: error,
        });
      }
      if (tries === 1) say(`migration ${name} waits: its tables are locked`);
      await sleep(lockMs * (0.5 + Math.random()));
    }
  }
}

async function applyOnce(client: pg.Client, migration: Migration, lockMs: number): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = ${lockMs}`);
    await client.query(migration.text);
    await recordMigration(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** A failed attempt may have left an invalid index, or a valid one that was not recorded. */
async function createIndex(
  client: pg.Client,
  migration: Migration,
  { name, table }: ConcurrentIndex,
  lockMs: number,
): Promise<void> {
  await client.query(`set lock_timeout = ${lockMs}`);
  const { rows } = await client.query<{ index: string; isValid: boolean }>(
    `select indexrelid::regclass::text as index, indisvalid as "isValid"
      from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = to_regclass($1) and relname = $2`,
    [table, name],
  );
  const [found] = rows;
  if (found && !found.isValid) await client.query(`drop index concurrently ${found.index}`);
  if (!found?.isValid) await client.query(migration.text);
  await recordMigration(client, migration);
  await client.query('reset lock_timeout');
}

async function rename(client: pg.Client, from: string, to: string): Promise<void> {
  await client.query('update schema_migrations set name = $2 where name = $1', [from, to]);
}

async function recordMigration(client: pg.Client, { name, checksum, compatibleWith }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, checksum, compatible_with) values ($1, $2, $3)', [
    ...[name, checksum, compatibleWith],
  ]);
}
