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

describe('an older version', () => {
  const said: string[] = [];
  const start = () => migrate(url, folder, { say: (line) => void said.push(line) });
  /** Migrates with a newer version that has these besides, and goes back to the older one. */
  async function migratedByNewer(newer: Record<string, string>): Promise<void> {
    said.length = 0;
    for (const [name, text] of Object.entries(newer)) await write(name, text);
    await migrate(url, folder);
    for (const name of Object.keys(newer)) await rm(join(folder, name));
  }

  it('starts on a database whose newer migrations let it, and says so', async () => {
    await migratedByNewer({
      '0003_third.sql':
        '-- compatible with 0002\n-- A column that nobody has to know.\nalter table second add column m integer',
      '0004_fourth.sql': '-- compatible with 0001\ncreate table fourth ()',
    });
    expect(await start()).toEqual([]);
    expect(said).toEqual([
      'the database was migrated by a newer version (0003_third.sql, 0004_fourth.sql), which lets this run',
    ]);
  });

  it('does not start when one of them wants a version between', async () => {
    const newer = {
      '0003_third.sql': '-- compatible with 0002\nalter table second add column m integer',
      '0004_fourth.sql': '-- compatible with 0003\nalter table second drop column n',
    };
    await migratedByNewer(newer);
    await expect(start()).rejects.toThrow(
      'migrations: the database has 0004_fourth.sql, which this version does not know: start a newer version',
    );
    await write('0003_third.sql', newer['0003_third.sql']);
    expect(await start()).toEqual([]);
  });

  it('does not start when one of them says nothing, be it between others, or says it further down', async () => {
    await migratedByNewer({
      '0003_third.sql': 'create table third ();\n-- compatible with 0002\n',
      '0004_fourth.sql': '-- compatible with 0002\ncreate table fourth ()',
    });
    await expect(start()).rejects.toThrow('the database has 0003_third.sql, which this version does not know');
  });

  it('is not promised by a migration that it would have to know itself', async () => {
    await write('0003_third.sql', '-- compatible with 0003\ncreate table third ()');
    await expect(start()).rejects.toThrow(
      '0003_third.sql says that it is compatible with 0003, which is not before it',
    );
  });

  it('of the service may have made the table of migrations without a place for that', async () => {
    await ask(`create table schema_migrations (name text constraint schema_migrations_pk primary key,
      checksum text not null, applied_at timestamptz(3) not null default now())`);
    expect(await start()).toHaveLength(2);
    expect(await start()).toEqual([]);
  });
});

describe('a migration of what is in use', () => {
  const hurried = { lockMs: 100, patienceMs: 60_000 };

  /** Someone who reads a table and does not end the transaction. */
  async function reader(): Promise<{ leave: () => Promise<void> }> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('begin; select from second');
    return { leave: () => client.end() };
  }

  beforeEach(async () => {
    await migrate(url, folder);
    await write('0003_third.sql', 'create table third (); alter table second add column m integer default 7');
  });

  it('is tried again until it is free, and holds nobody up meanwhile', async () => {
    const { leave } = await reader();
    const said: string[] = [];
    const migrating = migrate(url, folder, { ...hurried, say: (line) => void said.push(line) });
    await expect
      .poll(() => said, { timeout: 10_000 })
      .toEqual(['migration 0003_third.sql waits: what it changes is in use']);
    for (let n = 0; n < 5; n++) expect(await ask('select n from second')).toEqual([{ n: 1 }]);
    expect(await applied(), 'nothing of it is left by an attempt').toHaveLength(2);
    await leave();
    expect(await migrating).toEqual(['0003_third.sql']);
    expect(await ask('select * from second')).toEqual([{ n: 1, m: 7 }]);
  });

  it('is given up after a while with a plain word, and applied by the next start', async () => {
    const { leave } = await reader();
    await expect(migrate(url, folder, { lockMs: 50, patienceMs: 200 })).rejects.toThrow(
      /^migration 0003_third.sql gave up: what it changes was in use for 0 seconds; start again when that is over$/,
    );
    expect(await tables()).toEqual([{ name: 'first' }, { name: 'schema_migrations' }, { name: 'second' }]);
    await leave();
    expect(await migrate(url, folder, hurried)).toEqual(['0003_third.sql']);
  });
});

describe('an index that is made while its table is in use', () => {
  const index = (rest = '') =>
    `-- compatible with 0002\n-- outside a transaction\n-- For the search.\ncreate unique index concurrently second_n on second (n)${rest};\n`;
  const indexes = async () =>
    ask(`select indexrelid::regclass::text as name, indisvalid as valid from pg_index
      where indrelid = 'second'::regclass order by 1`);
  const made = [{ name: 'second_n', valid: true }];

  it('is made outside a transaction, once, by however many start at the same time', async () => {
    await write('0003_third.sql', index());
    const done = await Promise.all(Array.from({ length: 4 }, () => migrate(url, folder)));
    expect(done.flat()).toEqual(['0001_first.sql', '0002_second.sql', '0003_third.sql']);
    expect(await indexes()).toEqual(made);
  });

  it('is begun anew where an attempt failed halfway', async () => {
    await migrate(url, folder);
    await ask('insert into second values (1)');
    await write('0003_third.sql', index());
    await expect(migrate(url, folder)).rejects.toThrow(
      'migration 0003_third.sql failed: could not create unique index "second_n"',
    );
    expect(await indexes()).toEqual([{ name: 'second_n', valid: false }]);
    await ask('delete from second');
    expect(await migrate(url, folder)).toEqual(['0003_third.sql']);
    expect(await indexes()).toEqual(made);
  });

  it('is only noted down where the process died right after it was made', async () => {
    await write('0003_third.sql', index());
    await migrate(url, folder);
    await ask(`delete from schema_migrations where name = '0003_third.sql'`);
    expect(await migrate(url, folder)).toEqual(['0003_third.sql']);
    expect(await indexes()).toEqual(made);
  });

  it.each([
    ['two statements', index('; create table third ()')],
    ['something else', '-- outside a transaction\nvacuum second'],
    ['one that may be there', index().replace('concurrently', 'concurrently if not exists')],
    ['one that holds up writers', index().replace('concurrently ', '')],
  ])('is the only thing that may run outside a transaction: not %s', async (_, text) => {
    await write('0003_third.sql', text);
    await expect(migrate(url, folder)).rejects.toThrow(
      'migrations: 0003_third.sql runs outside a transaction, so it must be one "create index concurrently"',
    );
    expect(await tables()).toEqual([]);
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
