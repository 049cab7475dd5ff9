import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer } from '../../../test/harness/postgres.ts';
import type { EmbeddedPostgres } from '../../gateways/postgres/embedded.ts';
import { migrate } from './migrate.ts';

let server: EmbeddedPostgres;
let folder: string;
let url: string;
let made = 0;
const databases: string[] = [];

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  for (const name of databases) await server.dropDatabase(name);
  await server.close();
});

/** An empty database and a folder of two migrations for every test. */
beforeEach(async () => {
  const name = `world_${process.pid}_migrate_${++made}`;
  databases.push(name);
  await server.createDatabase(name);
  url = server.url('owner', name);
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await write('0001_first.sql', 'create table first (n integer); select pg_sleep(0.05)');
  await write('0002_second.sql', 'create table second (n integer); insert into second values (1)');
  return () => rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);

async function ask(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>({ text })).rows;
  } finally {
    await client.end();
  }
}
const applied = async () =>
  (await ask('select name from schema_migrations order by name')).map((row) => Object.assign({ name: '' }, row).name);
const tables = async () =>
  ask(
    `select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );

describe('migrating', () => {
  it('applies what is missing, in order, and nothing twice', async () => {
    expect(await migrate(url, folder)).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await migrate(url, folder)).toEqual([]);
    await write('0003_third.sql', 'alter table second add column m integer default 7');
    expect(await migrate(url, folder)).toEqual(['0003_third.sql']);
    expect(await ask('select * from second')).toEqual([{ n: 1, m: 7 }]);
  });

  it('is done once by three who start at the same time', async () => {
    const done = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);
    expect(done.filter((names) => names.length === 0)).toHaveLength(2);
    expect(done.flat()).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await ask('select * from second')).toEqual([{ n: 1 }]);
  });

  it('reads migrations alone: notes and drafts in the folder are passed over', async () => {
    await write('README.md', 'not SQL');
    await write('0003_draft.sql.off', 'not SQL');
    await write('3_short.sql', 'not SQL');
    expect(await migrate(url, folder)).toHaveLength(2);
  });

  it('lets whoever serves look at what was applied, and change nothing of it', async () => {
    await migrate(url, folder);
    const rights = await ask(
      `select privilege_type as right from information_schema.table_privileges
        where grantee = 'cliffhanger_app' and table_name = 'schema_migrations'`,
    );
    expect(rights).toEqual([{ right: 'SELECT' }]);
  });
});

describe('a database is not touched', () => {
  it('when a migration was edited after it had been applied', async () => {
    await migrate(url, folder);
    await write('0001_first.sql', 'create table first (n bigint)');
    await write('0003_third.sql', 'create table third ()');
    await expect(migrate(url, folder)).rejects.toThrow(
      'migrations: 0001_first.sql was edited after it had been applied',
    );
    expect(await applied()).toHaveLength(2);
  });

  it('when it was migrated by a newer version', async () => {
    await migrate(url, folder);
    await rm(join(folder, '0002_second.sql'));
    await expect(migrate(url, folder)).rejects.toThrow(
      'migrations: the database has 0002_second.sql, which this version does not know: start a newer version',
    );
  });

  it('when a migration was put in between others that were applied', async () => {
    await migrate(url, folder);
    await write('0001_before.sql', 'create table before ()');
    await expect(migrate(url, folder)).rejects.toThrow('has 0001_first.sql where this version has 0001_before.sql');
  });

  it('when a migration was renamed', async () => {
    await migrate(url, folder);
    await rename(join(folder, '0002_second.sql'), join(folder, '0002_renamed.sql'));
    await expect(migrate(url, folder)).rejects.toThrow('has 0002_second.sql where this version has 0002_renamed.sql');
  });
});

describe('a migration that fails', () => {
  it('leaves nothing of itself, keeps those before it, and is told by name', async () => {
    await write('0002_second.sql', 'create table second (n integer); select 1 / 0; create table never ()');
    await write('0003_third.sql', 'create table third ()');
    await expect(migrate(url, folder)).rejects.toThrow('migration 0002_second.sql failed: division by zero');
    expect(await applied()).toEqual(['0001_first.sql']);
    expect(await tables()).toEqual([{ name: 'first' }, { name: 'schema_migrations' }]);
  });

  it('only in that it cannot be noted down leaves nothing either', async () => {
    const itself = `insert into schema_migrations values ('0002_second.sql', 'noted by itself')`;
    await write('0002_second.sql', `create table second (n integer); ${itself}`);
    await expect(migrate(url, folder)).rejects.toThrow('migration 0002_second.sql failed: duplicate key');
    expect(await applied()).toEqual(['0001_first.sql']);
    expect(await tables()).toEqual([{ name: 'first' }, { name: 'schema_migrations' }]);
  });

  it('is applied by the next start once it is mended, and holds nobody up until then', async () => {
    await write('0002_second.sql', 'nonsense');
    const both = await Promise.allSettled([migrate(url, folder), migrate(url, folder)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await write('0002_second.sql', 'create table second ()');
    expect(await migrate(url, folder)).toEqual(['0002_second.sql']);
  });

  it('is told by name even when it takes its own connection down', async () => {
    await write('0002_second.sql', 'select pg_terminate_backend(pg_backend_pid())');
    await expect(migrate(url, folder)).rejects.toThrow('migration 0002_second.sql failed');
    expect(await applied()).toEqual(['0001_first.sql']);
  });
});
