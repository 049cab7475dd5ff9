import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { appRole, type Db } from './database.ts';

/** A number of ours that no other use of advisory locks in this database takes. */
const migrationLock = 7_220_514;

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** The first difference between what was applied and what lies in the folder; landed migrations are never edited. */
function conflict(applied: { name: string; checksum: string }[], migrations: Migration[]): string | undefined {
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index];
    if (!migration) return `the database has ${row.name}, which this version does not know: start a newer version`;
    if (migration.name !== row.name) return `the database has ${row.name} where this version has ${migration.name}`;
    if (migration.checksum !== row.checksum) return `${row.name} was edited after it had been applied`;
  }
  return undefined;
}

/**
 * Brings the database up to date. Any number of processes may start at once: an advisory lock lets one through,
 * the others wait and find nothing to do. Each migration is a transaction of its own.
 */
export async function migrate(ownerUrl: string, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'cliffhanger-migrate' });
  // The statement that was under way tells of a lost connection; without this the process would die of it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(`create table if not exists schema_migrations (
      name text constraint schema_migrations_pk primary key,
      checksum text not null,
      applied_at timestamptz(3) not null default now());
      grant select on schema_migrations to ${appRole}`);
    const { rows: applied } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations order by name',
    );
    const difference = conflict(applied, migrations);
    if (difference) throw new Error(`migrations: ${difference}`);
    const missing = migrations.slice(applied.length);
    for (const migration of missing) await apply(client, migration);
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** The name of the last migration that ran, for those who want to know what a service stands on. */
export async function newestMigration(db: Db): Promise<string | null> {
  const newest = await db
    .selectFrom('schema_migrations')
    .select('name')
    .orderBy('name', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.name ?? null;
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
