import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { type MigrateOptions, migrate as migrateFrom } from './migrate.ts';
import { migrating } from './migration-world.fixture.ts';

/** Migrations while the service is running, in the previous release and in this one. */

const world = migrating();
const { write, ask, applied, tables } = world;
const migrate = (options?: MigrateOptions) => migrateFrom(world.url, world.folder, options);

describe('an older version', () => {
  const lines: string[] = [];
  const start = () => migrate({ say: (line) => void lines.push(line) });
  /** Migrates with a newer version that has these besides, and goes back to the older one. */
  async function migratedByNewer(newer: Record<string, string>): Promise<void> {
    lines.length = 0;
    for (const [name, text] of Object.entries(newer)) await write(name, text);
    await migrate();
    for (const name of Object.keys(newer)) await rm(join(world.folder, name));
  }

  it('starts on a database whose newer migrations let it, and says so', async () => {
    await migratedByNewer({
      '0003_third.sql':
        '-- compatible with 0002\n-- A column that nobody has to know.\nalter table second add column m integer',
      '0004_fourth.sql': '-- compatible with 0001\ncreate table fourth ()',
    });
    expect(await start()).toEqual([]);
    expect(lines).toEqual([
      'the database was migrated by a newer version (0003_third.sql, 0004_fourth.sql) that is compatible with this one',
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
  const hurried = { lockMs: 100, giveUpAfterMs: 60_000 };

  /** Someone who reads a table and does not end the transaction. */
  async function reader(): Promise<{ leave: () => Promise<void> }> {
    const client = new pg.Client({ connectionString: world.url });
    await client.connect();
    await client.query('begin; select from second');
    return { leave: () => client.end() };
  }

  beforeEach(async () => {
    await migrate();
    await write('0003_third.sql', 'create table third (); alter table second add column m integer default 7');
  });

  it('is tried again until it is free, and holds nobody up meanwhile', async () => {
    const { leave } = await reader();
    const lines: string[] = [];
    const migrating = migrate({ ...hurried, say: (line) => void lines.push(line) });
    await expect.poll(() => lines).toEqual(['migration 0003_third.sql waits: its tables are locked']);
    for (let n = 0; n < 5; n++) expect(await ask('select n from second')).toEqual([{ n: 1 }]);
    expect(await applied(), 'nothing of it is left by an attempt').toHaveLength(2);
    await leave();
    expect(await migrating).toEqual(['0003_third.sql']);
    expect(await ask('select * from second')).toEqual([{ n: 1, m: 7 }]);
  });

  it('is given up after a while with a plain word, and applied by the next start', async () => {
    const { leave } = await reader();
    await expect(migrate({ lockMs: 50, giveUpAfterMs: 200 })).rejects.toThrow(
      /^migration 0003_third.sql failed: its tables were locked for 0 seconds; start again later$/,
    );
    expect(await tables()).toEqual([{ name: 'first' }, { name: 'schema_migrations' }, { name: 'second' }]);
    await leave();
    expect(await migrate(hurried)).toEqual(['0003_third.sql']);
  });
});

describe('an index that is made while its table is in use', () => {
  const index = (rest = '') =>
    `-- compatible with 0002\n-- outside a transaction\n-- For the search.\ncreate unique index concurrently second_n on second (n)${rest};\n`;
  const indexes = async () =>
    ask(`select indexrelid::regclass::text as name, indisvalid as valid from pg_index
      where indrelid = 'second'::regclass order by 1`);
  const builtIndex = [{ name: 'second_n', valid: true }];

  it('is made outside a transaction, once, by however many start at the same time', async () => {
    await write('0003_third.sql', index());
    const done = await Promise.all(Array.from({ length: 4 }, () => migrate()));
    expect(done.flat()).toEqual(['0001_first.sql', '0002_second.sql', '0003_third.sql']);
    expect(await indexes()).toEqual(builtIndex);
  });

  it('is begun anew where an attempt failed halfway', async () => {
    await migrate();
    await ask('insert into second values (1)');
    await write('0003_third.sql', index());
    await expect(migrate()).rejects.toThrow(
      'migration 0003_third.sql failed: could not create unique index "second_n"',
    );
    expect(await indexes()).toEqual([{ name: 'second_n', valid: false }]);
    await ask('delete from second');
    expect(await migrate()).toEqual(['0003_third.sql']);
    expect(await indexes()).toEqual(builtIndex);
  });

  it('is only noted down where the process died right after it was made', async () => {
    await write('0003_third.sql', index());
    await migrate();
    await ask(`delete from schema_migrations where name = '0003_third.sql'`);
    expect(await migrate()).toEqual(['0003_third.sql']);
    expect(await indexes()).toEqual(builtIndex);
  });

  it.each([
    ['two statements', index('; create table third ()')],
    ['something else', '-- outside a transaction\nvacuum second'],
    ['one that may be there', index().replace('concurrently', 'concurrently if not exists')],
    ['one that holds up writers', index().replace('concurrently ', '')],
  ])('is the only thing that may run outside a transaction: not %s', async (_, text) => {
    await write('0003_third.sql', text);
    await expect(migrate()).rejects.toThrow(
      'migrations: 0003_third.sql runs outside a transaction, so it must be one "create index concurrently"',
    );
    expect(await tables()).toEqual([]);
  });
});
