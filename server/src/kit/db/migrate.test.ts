import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { processPath } from '../../../test/harness/processes.ts';
import { migrate as migrateFrom } from './migrate.ts';
import { migrating } from './migration-world.fixture.ts';

const world = migrating();
const { write, ask, applied, tables } = world;
const migrate = () => migrateFrom(world.url, world.folder);

describe('migrating', () => {
  it('applies what is missing, in order, and nothing twice', async () => {
    expect(await migrate()).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await migrate()).toEqual([]);
    await write('0003_third.sql', 'alter table second add column m integer default 7');
    expect(await migrate()).toEqual(['0003_third.sql']);
    expect(await ask('select * from second')).toEqual([{ n: 1, m: 7 }]);
  });

  it('is done once by three who start at the same time', async () => {
    const done = await Promise.all([migrate(), migrate(), migrate()]);
    expect(done.filter((names) => names.length === 0)).toHaveLength(2);
    expect(done.flat()).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await ask('select * from second')).toEqual([{ n: 1 }]);
  });

  it('reads only migrations: notes and drafts in the folder are ignored', async () => {
    await write('README.md', 'not SQL');
    await write('0003_draft.sql.off', 'not SQL');
    await write('3_short.sql', 'not SQL');
    expect(await migrate()).toHaveLength(2);
  });

  it('lets the service read the applied migrations, but not change them', async () => {
    await migrate();
    const rights = await ask(
      `select privilege_type as right from information_schema.table_privileges
        where grantee = 'cliffhanger_app' and table_name = 'schema_migrations'`,
    );
    expect(rights).toEqual([{ right: 'SELECT' }]);
  });
});

describe('a database is not touched', () => {
  it('when a migration was edited after it had been applied', async () => {
    await migrate();
    await write('0001_first.sql', 'create table first (n bigint)');
    await write('0003_third.sql', 'create table third ()');
    await expect(migrate()).rejects.toThrow('migrations: 0001_first.sql was edited after it had been applied');
    expect(await applied()).toHaveLength(2);
  });

  it('when it was migrated by a newer version', async () => {
    await migrate();
    await rm(join(world.folder, '0002_second.sql'));
    await expect(migrate()).rejects.toThrow(
      'migrations: the database has 0002_second.sql, which this version does not know: start a newer version',
    );
  });

  it('when a migration was put in between others that were applied', async () => {
    await migrate();
    await write('0001_before.sql', 'create table before ()');
    await expect(migrate()).rejects.toThrow('has 0001_first.sql where this version has 0001_before.sql');
  });

  it('when it has a migration that is unknown here and lacks one of ours, and the refusal names the remedy', async () => {
    await migrate();
    await rm(join(world.folder, '0002_second.sql'));
    await write('0002_other.sql', 'create table other ()');
    await expect(migrate()).rejects.toThrow(
      /has 0002_second\.sql where this version has 0002_other\.sql; .*restore a backup.*delete DATA_DIR/,
    );
    expect(await applied()).toEqual(['0001_first.sql', '0002_second.sql']);
  });
});

describe('a migration that was renamed or renumbered', () => {
  it('counts as applied where its content is the same, and is known by its new name', async () => {
    await migrate();
    await rename(join(world.folder, '0002_second.sql'), join(world.folder, '0003_renamed.sql'));
    await write('0004_next.sql', 'create table next ()');
    expect(await migrate()).toEqual(['0004_next.sql']);
    expect(await applied()).toEqual(['0001_first.sql', '0003_renamed.sql', '0004_next.sql']);
    expect(await ask('select * from second')).toEqual([{ n: 1 }]);
  });
});

describe('a migration that was edited after it had been merged', () => {
  it('counts as applied where the former checksums have it, with the index that it made itself', async () => {
    const before = 'alter table second add constraint second_once unique (n)';
    await write('0003_third.sql', before);
    await migrate();
    await write('0003_third.sql', 'select 1');
    await write(
      '0004_index.sql',
      '-- outside a transaction\ncreate unique index concurrently second_once on second (n)',
    );
    await expect(migrate()).rejects.toThrow('0003_third.sql was edited after it had been applied');
    const checksum = createHash('sha256').update(before).digest('hex');
    await write('former-checksums', `# Edited\n${checksum}  0003_third.sql\n`);
    expect(await migrate()).toEqual(['0004_index.sql']);
    expect(await migrate()).toEqual([]);
  });
});

describe('a process that is frozen in the middle of a migration', () => {
  it('loses its locks to another one, and what it had begun is undone', { timeout: 60_000 }, async () => {
    await write('0003_third.sql', 'create table third (); select pg_sleep(2)');
    const args = [processPath('migrate-process.fixture'), world.url, world.folder, '1000'];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const isMigrating = async (): Promise<number> =>
      (await ask(`select from pg_stat_activity where query like '%pg_sleep(2)' and pid <> pg_backend_pid()`)).length;
    await expect.poll(isMigrating, { timeout: 30_000, interval: 20 }).toBe(1);
    child.kill('SIGSTOP');
    expect(await migrate()).toEqual(['0003_third.sql']);
    expect(await applied()).toEqual(['0001_first.sql', '0002_second.sql', '0003_third.sql']);
  });
});

describe('the list of merged migrations', () => {
  it('says in which order they are applied: a lower number that was merged later comes later', async () => {
    await write('0004_fourth.sql', 'create table fourth ()');
    await write('checksums', 'a  0001_first.sql\nb  0002_second.sql\nc  0004_fourth.sql\n');
    expect(await migrate()).toEqual(['0001_first.sql', '0002_second.sql', '0004_fourth.sql']);
    await write('0003_third.sql', 'alter table fourth add column n integer');
    expect(await migrate()).toEqual(['0003_third.sql']);
    expect(await migrate()).toEqual([]);
  });
});

describe('a migration that fails', () => {
  it('leaves nothing of itself, keeps those before it, and is reported by name', async () => {
    await write('0002_second.sql', 'create table second (n integer); select 1 / 0; create table never ()');
    await write('0003_third.sql', 'create table third ()');
    await expect(migrate()).rejects.toThrow('migration 0002_second.sql failed: division by zero');
    expect(await applied()).toEqual(['0001_first.sql']);
    expect(await tables()).toEqual([{ name: 'first' }, { name: 'schema_migrations' }]);
  });

  it('only in that it cannot be noted down leaves nothing either', async () => {
    const itself = `insert into schema_migrations values ('0002_second.sql', 'noted by itself')`;
    await write('0002_second.sql', `create table second (n integer); ${itself}`);
    await expect(migrate()).rejects.toThrow('migration 0002_second.sql failed: duplicate key');
    expect(await applied()).toEqual(['0001_first.sql']);
    expect(await tables()).toEqual([{ name: 'first' }, { name: 'schema_migrations' }]);
  });

  it('is applied by the next start once it is mended, and holds nobody up until then', async () => {
    await write('0002_second.sql', 'nonsense');
    const both = await Promise.allSettled([migrate(), migrate()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await write('0002_second.sql', 'create table second ()');
    expect(await migrate()).toEqual(['0002_second.sql']);
  });

  it('is reported by name even when it terminates its own connection', async () => {
    await write('0002_second.sql', 'select pg_terminate_backend(pg_backend_pid())');
    await expect(migrate()).rejects.toThrow('migration 0002_second.sql failed');
    expect(await applied()).toEqual(['0001_first.sql']);
  });
});
