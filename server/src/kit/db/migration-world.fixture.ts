import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach } from 'vitest';
import { runningServer } from '../../../test/harness/running-server.ts';

/** An empty database and a folder of two migrations for every test of a file. */
export interface Migrating {
  readonly url: string;
  readonly folder: string;
  write(name: string, text: string): Promise<void>;
  ask(text: string): Promise<unknown[]>;
  applied(): Promise<string[]>;
  tables(): Promise<unknown[]>;
}

let count = 0;

export function migrating(): Migrating {
  const server = runningServer();
  let folder = '';
  let url = '';
  const databases: string[] = [];
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const ask = async (text: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>({ text })).rows;
    } finally {
      await client.end();
    }
  };

  afterAll(async () => {
    for (const name of databases) await server.dropDatabase(name);
  });
  beforeEach(async () => {
    const name = `world_${process.pid}_migrate_${++count}`;
    databases.push(name);
    await server.createDatabase(name);
    url = server.url('owner', name);
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    await write('0001_first.sql', 'create table first (n integer); select pg_sleep(0.05)');
    await write('0002_second.sql', 'create table second (n integer); insert into second values (1)');
    return () => rm(folder, { recursive: true });
  });

  return {
    get url() {
      return url;
    },
    get folder() {
      return folder;
    },
    write,
    ask,
    applied: async () =>
      (await ask('select name from schema_migrations order by name')).map(
        (row) => Object.assign({ name: '' }, row).name,
      ),
    tables: () =>
      ask(
        `select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
      ),
  };
}
