import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { bootstrap } from '../../src/features/admins/public.ts';
import { builtInRoles } from '../../src/features/admins/rules.ts';
import type { EmbeddedPostgres } from '../../src/gateways/postgres/embedded.ts';
import { openPushService } from '../../src/gateways/push/push-service.ts';
import { jobsOf } from '../../src/jobs.ts';
import { openDatabase } from '../../src/kit/db/database.ts';
import { migrate } from '../../src/kit/db/migrate.ts';
import { createServiceUrls } from '../../src/kit/http/service-urls.ts';
import { createJobRows } from '../../src/kit/jobs/runner.ts';
import { openTestMedia } from './media.ts';

/** Nothing is asked of the world outside: only the names of the jobs count here. */
const push = openPushService({ isLogged: true });
const jobs = jobsOf(openTestMedia('', createServiceUrls()), push);

export const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

/** The tests' own clock: as far from the real one as a test wants, or standing still. */
const movableClock = `
  create table test_clock (shift interval not null default '0', stopped_at timestamptz);
  insert into test_clock default values;
  grant select, update on test_clock to cliffhanger_app;
  create or replace function clock() returns timestamptz(3) stable language sql
    return (select date_trunc('milliseconds', coalesce(stopped_at, now() + shift)) from test_clock);`;

async function fingerprint(): Promise<string> {
  const seeded = JSON.stringify([builtInRoles, jobs.map(({ name }) => name)]);
  const hash = createHash('sha256').update(movableClock).update(seeded);
  for (const name of (await readdir(migrations)).sort())
    hash.update(name).update(await readFile(join(migrations, name)));
  return hash.digest('hex').slice(0, 12);
}

/** A migrated database with the built-in roles, made once for each state of the migrations; every test file gets a copy. */
export async function makeTemplate(server: EmbeddedPostgres): Promise<string> {
  const name = `template_${await fingerprint()}`;
  const admin = new pg.Client({ connectionString: server.url('superuser', 'postgres') });
  await admin.connect();
  try {
    const { rows } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rows.length > 0) return name;
    const draft = `draft_${process.pid}`;
    await server.dropDatabase(draft);
    await server.createDatabase(draft);
    await migrate(server.url('owner', draft), migrations);
    await runAsOwner(server.url('owner', draft), movableClock);
    const database = openDatabase({ url: server.url('app', draft), connections: 2 });
    await bootstrap(database, undefined);
    await createJobRows(database, jobs);
    await database.close();
    await runAsOwner(server.url('owner', draft), 'analyze');
    await admin.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await admin.end();
  }
}

async function runAsOwner(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** Databases of runs that are over, however they ended. */
export async function dropLeftovers(server: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('superuser', 'postgres') });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^(world|draft|generate)_\\d+'`,
  );
  await client.end();
  for (const { name } of rows) {
    const pid = Number(/\d+/.exec(name)?.[0]);
    if (!isAlive(pid)) await server.dropDatabase(name);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
