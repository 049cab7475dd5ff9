import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedPostgres } from './embedded.ts';
import { inspectProcess } from './processes.ts';
import { ask, dataOf, newFolder, newFolderWithCluster, open, openInProcess, pidOnFile } from './test-server.fixture.ts';

async function withTable(embedded: EmbeddedPostgres): Promise<void> {
  await embedded.createDatabase('films');
  await ask(
    embedded.url('owner', 'films'),
    'create table film (title text)',
    'grant select, insert on film to cliffhanger_app',
    "insert into film values ('Été')",
  );
}

describe('an empty folder', () => {
  const lines: string[] = [];
  let folder: string;
  let embedded: EmbeddedPostgres;
  let superuser: string;

  beforeAll(async () => {
    const afterwards: (() => Promise<void>)[] = [];
    folder = await newFolder(0o755, (cleanUp) => afterwards.push(cleanUp));
    embedded = await open(folder, (line) => lines.push(line));
    superuser = embedded.url('superuser', 'postgres');
    await withTable(embedded);
    return async () => {
      await embedded.close();
      for (const cleanUp of afterwards) await cleanUp();
    };
  });

  test('becomes a cluster with a server on it', () => {
    expect(embedded.startedByUs).toBe(true);
    expect(lines).toEqual(['making the database cluster', expect.stringMatching(/^starting PostgreSQL on port \d+$/)]);
  });

  test('has an app role with no power over the schema', async () => {
    const app = embedded.url('app', 'films');
    expect(await ask(app, 'select lower(title) as title from film')).toEqual([{ title: 'été' }]);
    await expect(ask(app, 'create table mine (id int)')).rejects.toThrow('permission denied for schema public');
    await expect(ask(app, 'create schema mine')).rejects.toThrow('permission denied for database films');
    await expect(ask(app, 'create temp table mine (id int)')).rejects.toThrow('permission denied');
    await expect(ask(app, "set session_replication_role = 'replica'")).rejects.toThrow('permission denied');
    const powers = 'select rolsuper, rolcreatedb, rolcreaterole, rolbypassrls from pg_roles where rolname = ';
    const none = { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false };
    expect(await ask(app, `${powers} 'cliffhanger_app'`)).toEqual([none]);
    expect(await ask(app, `${powers} 'cliffhanger_owner'`)).toEqual([none]);
    const owners = `select distinct refobjid::regrole::text as owner from pg_shdepend where deptype = 'o'`;
    expect(await ask(superuser, owners)).toEqual([{ owner: 'cliffhanger_owner' }]);
  });

  test('checks its pages, knows letters, asks everyone for a password and listens on loopback only', async () => {
    const locale = `select datcollate, datctype, pg_encoding_to_char(encoding) as encoding
                      from pg_database where datname = 'films'`;
    const datctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
    expect(await ask(superuser, locale)).toEqual([{ datcollate: 'C', datctype, encoding: 'UTF8' }]);
    expect(await ask(superuser, 'show data_checksums')).toEqual([{ data_checksums: 'on' }]);
    expect(await ask(superuser, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect(await ask(superuser, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
    const methods = 'select distinct auth_method from pg_hba_file_rules';
    expect(await ask(superuser, methods)).toEqual([{ auth_method: 'scram-sha-256' }]);
    await expect(ask(superuser.replace(/:[^:@]*@/, ':guess@'))).rejects.toThrow('password authentication failed');
  });

  test('keeps its passwords in a file of its own, and neither in a command line nor in the log', async () => {
    expect((await stat(join(folder, 'passwords.json'))).mode & 0o777).toBe(0o600);
    const command = (await inspectProcess(await pidOnFile(folder)))?.command ?? '';
    expect(command).toContain(await dataOf(folder));
    const output = [command, await readFile(join(folder, 'server.log'), 'utf8'), ...lines].join('\n');
    for (const role of ['superuser', 'owner', 'app'] as const) {
      const { password } = new URL(embedded.url(role, 'films'));
      expect(password).toHaveLength(43);
      expect(output).not.toContain(password);
    }
  });

  test('takes databases made twice, copied with their rights, and dropped under open connections', async () => {
    await Promise.all([embedded.createDatabase('films'), embedded.createDatabase('films')]);
    await embedded.createDatabase('a copy', 'films');
    await expect(embedded.createDatabase('a copy', 'films')).rejects.toThrow('already exists');
    const app = embedded.url('app', 'a copy');
    expect(await ask(app, 'select title from film')).toEqual([{ title: 'Été' }]);
    await expect(ask(app, 'create table mine (id int)')).rejects.toThrow('permission denied');
    await expect(ask(app, 'create temp table mine (id int)')).rejects.toThrow('permission denied');
    const user = new pg.Client({ connectionString: app });
    const dropped = new Promise((resolve) => user.once('end', resolve));
    user.on('error', () => undefined);
    await user.connect();
    await embedded.dropDatabase('a copy');
    await dropped;
    await embedded.dropDatabase('a copy');
  });

  test('is not left to others who stop it when our own connection was lost for a moment', async () => {
    const present = `select pid from pg_stat_activity where application_name = 'cliffhanger embedded'`;
    const [before] = await ask(superuser, present);
    await ask(superuser, `select pg_terminate_backend(pid) from (${present}) as it`);
    const deadline = Date.now() + 5_000;
    let after: unknown;
    while (after === undefined && Date.now() < deadline)
      [after] = await ask(superuser, 'select pg_sleep(0.05)', present);
    expect(after).toBeDefined();
    expect(after).not.toEqual(before);
    const other = await open(folder);
    await other.close();
    expect(await ask(superuser, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('lets the owner have the extensions that it asks for', async () => {
    const owner = embedded.url('owner', 'films');
    await ask(owner, 'create extension pg_trgm', 'create extension pgcrypto', 'create extension btree_gist');
    expect(await ask(owner, "select similarity('مسلسل', 'مسلسل') as same")).toEqual([{ same: 1 }]);
  });
});

describe('leaving and coming back', () => {
  test('the data is still there, under the same passwords', async () => {
    const folder = await newFolderWithCluster();
    const first = await open(folder);
    await withTable(first);
    await first.close();
    await first.close();
    const second = await open(folder);
    expect(second.startedByUs).toBe(true);
    expect(await ask(second.url('app', 'films'), 'select title from film')).toEqual([{ title: 'Été' }]);
    expect(new URL(second.url('app', 'films')).password).toBe(new URL(first.url('app', 'films')).password);
    await second.close();
  });

  test('the server stays while another process has it open, and the last one out stops it', async () => {
    const folder = await newFolderWithCluster();
    const other = await openInProcess(folder);
    const embedded = await open(folder);
    expect([other.startedByUs, embedded.startedByUs]).toEqual([true, false]);
    const pid = await pidOnFile(folder);
    await other.close();
    expect(await ask(embedded.url('superuser', 'postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.close();
    const seen = await inspectProcess(pid);
    expect(seen === undefined || seen.zombie).toBe(true);
  });
});
