import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { bootstrap } from '../server/src/features/admins/public.ts';
import { refreshReadiness } from '../server/src/features/catalog/readiness.sql.ts';
import { sumNext } from '../server/src/features/economy/sql.ts';
import { findProofResult, proveNext } from '../server/src/features/ledger/proof.sql.ts';
import { type EmbeddedPostgres, openEmbedded } from '../server/src/gateways/postgres/embedded.ts';
import { openDatabase } from '../server/src/kit/db/database.ts';
import { migrate } from '../server/src/kit/db/migrate.ts';
import { seedAdmins } from './admins.ts';
import { seedCatalog } from './catalog.ts';
import { keepFeed } from './feed-catalog.ts';
import { root } from './processes.ts';
import { seed } from './seed.ts';
import { keepViewers } from './viewers.ts';

/** The seeded database, made once for each size and kept until the seed changes; newer migrations run on what is there. */

export type Size = 'usual' | 'full';
const userCounts: Record<Size, number> = { usual: 100_000, full: 1_000_000 };
/** Users with a history of 20,000 rows. */
export const deepUsers = 16;

export interface DatabaseCopy {
  readonly appUrl: string;
  readonly ownerUrl: string;
  drop(): Promise<void>;
}

export interface BenchDatabase {
  readonly server: EmbeddedPostgres;
  readonly name: string;
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly users: number;
  /** Copies the database as it was seeded, where copies were asked for. */
  copy(): Promise<DatabaseCopy>;
  close(): Promise<void>;
}

export const clusterFolder = join(root, '.data', 'bench');
export const migrations = join(root, 'server/migrations');
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** What a seeded database was made from. */
async function stampOf(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of ['bench/seed.ts', 'bench/catalog.ts', 'bench/admins.ts'])
    hash.update(await readFile(join(root, file)));
  return `seeded ${hash.digest('hex').slice(0, 16)}`;
}

async function stampIn(url: string): Promise<string | null | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ note: string | null }>(`select obj_description(to_regclass('users')) as note`);
  await client.end();
  return rows[0]?.note;
}

/** Recomputes every book from the amounts, as the proof by the clock does: figures of a broken ledger are worth nothing. */
async function mustHold(appUrl: string): Promise<void> {
  const database = openDatabase({ url: appUrl, connections: 1 });
  let more = true;
  while (more) {
    more = await database.transaction(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      return (await proveNext(tx, 50_000)).more;
    });
  }
  const result = await findProofResult(database.db);
  const { rows } = await database.pool.query('select user_id, event_id, what from ledger.breaks limit 3');
  await database.close();
  if (!result?.holds || result.eventsBehind > 0)
    throw new Error(`the seeded ledger does not hold: ${JSON.stringify({ result, breaks: rows })}`);
}

async function makeAnew(server: EmbeddedPostgres, name: string, users: number, stamp: string): Promise<void> {
  const began = performance.now();
  say(`seeding ${users.toLocaleString('en')} users and ${(users * 20).toLocaleString('en')} ledger rows, once`);
  await server.dropDatabase(name);
  await server.createDatabase(name);
  await migrate(server.url('owner', name), migrations);
  const database = openDatabase({ url: server.url('app', name), connections: 2 });
  await bootstrap(database, undefined);
  await database.close();
  await seed(server.url('superuser', name), { users, deepUsers }, say);
  await seedCatalog(server.url('owner', name));
  await seedAdmins(server.url('owner', name));
  await mustHold(server.url('app', name));
  const client = new pg.Client({ connectionString: server.url('owner', name) });
  await client.connect();
  await client.query(`comment on table users is '${stamp}'`);
  await client.end();
  say(`seeded and proved in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

/** The service under measurement runs no jobs: what the job keeps for lists is computed here. */
async function keepReadiness(appUrl: string, ownerUrl: string): Promise<void> {
  const database = openDatabase({ url: appUrl, connections: 1 });
  const refreshNext = () => database.transaction((tx, now) => refreshReadiness(tx, now, 100));
  let refreshed = 0;
  for (let count = await refreshNext(); count > 0; count = await refreshNext()) refreshed += count;
  await database.close();
  if (refreshed === 0) return;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('vacuum (analyze) series_readiness, series_readiness_outdated');
  await client.end();
}

/** The same for the sums of the economy. */
async function keepEconomy(appUrl: string, ownerUrl: string): Promise<void> {
  const database = openDatabase({ url: appUrl, connections: 1 });
  let summed = 0;
  for (let more = true; more; ) {
    const next = await database.jobs.transaction((tx) => sumNext(tx, 50_000));
    more = next.more;
    summed += next.rows;
  }
  await database.close();
  if (summed === 0) return;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('vacuum (analyze) economy_days, economy_progress');
  await client.end();
  say(`summed ${summed.toLocaleString('en')} ledger rows`);
}

/** Copies are made of one that is made now: a database is copied only while nobody is connected to it. */
export async function openBenchDatabase(size: Size, { withCopy }: { withCopy: boolean }): Promise<BenchDatabase> {
  const server = await openEmbedded({ folder: clusterFolder, log: say });
  const name = `bench_${size}`;
  const users = userCounts[size];
  const stamp = await stampOf();
  await server.createDatabase(name);
  const ownerUrl = server.url('owner', name);
  if ((await stampIn(ownerUrl)) === stamp) await migrate(ownerUrl, migrations);
  else await makeAnew(server, name, users, stamp);
  await keepFeed(ownerUrl);
  await keepReadiness(server.url('app', name), ownerUrl);
  await keepEconomy(server.url('app', name), ownerUrl);
  await keepViewers(server.url('superuser', name), users);
  const untouched = `${name}_untouched`;
  await server.dropDatabase(untouched);
  if (withCopy) await server.createDatabase(untouched, name);
  return {
    server,
    name,
    ownerUrl,
    appUrl: server.url('app', name),
    users,
    copy: () => copyOf(server, untouched, `${name}_copy`),
    async close() {
      if (withCopy) await server.dropDatabase(untouched);
      await server.close();
    },
  };
}

async function copyOf(server: EmbeddedPostgres, from: string, name: string): Promise<DatabaseCopy> {
  await server.dropDatabase(name);
  await server.createDatabase(name, from);
  return {
    appUrl: server.url('app', name),
    ownerUrl: server.url('owner', name),
    drop: () => server.dropDatabase(name),
  };
}

/** A database for one bench that writes, so that the kept one stays as it was seeded. */
export interface FreshDatabase {
  readonly appUrl: string;
  readonly ownerUrl: string;
  run(text: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

export async function freshDatabase(
  server: EmbeddedPostgres,
  name: string,
  world?: { users: number },
): Promise<FreshDatabase> {
  await server.dropDatabase(name);
  await server.createDatabase(name);
  const ownerUrl = server.url('owner', name);
  if (world) {
    await migrate(ownerUrl, migrations);
    await seed(server.url('superuser', name), { ...world, deepUsers: 0 }, () => {});
  }
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  return {
    appUrl: server.url('app', name),
    ownerUrl,
    run: async (text) => (await owner.query<Record<string, unknown>>(text)).rows,
    async drop() {
      await owner.end();
      await server.dropDatabase(name);
    },
  };
}
