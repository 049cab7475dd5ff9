import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { runningServer } from '../../../test/harness/running-server.ts';
import { openDatabase } from '../../kit/db/database.ts';
import { prepareExternalDatabase } from './external.ts';
import { mustHaveNoOwnerRights } from './guarantees.ts';

const server = runningServer();
const name = `world_${process.pid}_external`;
await server.createDatabase(name);
const [superuser, app] = [server.url('superuser', name), server.url('app', name)];
afterAll(async () => {
  const client = await connected(server.url('superuser', 'postgres'));
  await server.dropDatabase(name);
  for (const login of logins) await client.query(`drop role if exists ${login}`);
  await client.end();
});

const logins: string[] = [];
async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

const loginIn = (url: string): string => new URL(url).username;

it('One address for all gives the service a login that cannot become the owner', async () => {
  const urls = await Promise.all([1, 2, 3].map(() => prepareExternalDatabase(superuser, superuser)));
  const [url = ''] = urls;
  logins.push(loginIn(url));
  expect(new Set(urls).size, 'every process arrives at the same address').toBe(1);
  expect(loginIn(url)).toMatch(/^cliffhanger_login_\d+$/);
  const owner = await connected(superuser);
  await owner.query('create table guarded (); grant select on guarded to cliffhanger_app');
  const database = openDatabase({ url, connections: 1 });
  expect(await mustHaveNoOwnerRights(database.db)).toBeUndefined();
  await database.close();
  const service = await connected(url);
  await service.query('reset role');
  for (const attempt of ['alter table guarded disable trigger all', 'set role postgres', 'create role another']) {
    await expect(service.query(attempt), attempt).rejects.toThrow(/permission denied|must be owner/);
  }
  await service.end();
  await owner.end();
  expect(await prepareExternalDatabase(superuser, superuser), 'the next start finds it').toBe(url);
});

it('Two addresses are used as they are given', async () => {
  expect(await prepareExternalDatabase(superuser, app)).toBe(app);
});

it('A login that could become the owner is noticed', async () => {
  const database = openDatabase({ url: superuser, connections: 1 });
  expect(await mustHaveNoOwnerRights(database.db)).toBe('postgres');
  await database.close();
});

it('A login that is a member of the owner is noticed', async () => {
  const owner = await connected(superuser);
  await owner.query(`
    create role other_owner nologin;
    create table owned_elsewhere ();
    alter table owned_elsewhere owner to other_owner;
    create role member_login login password 'member' in role cliffhanger_app, other_owner`);
  const url = new URL(superuser);
  [url.username, url.password] = ['member_login', 'member'];
  const database = openDatabase({ url: url.href, connections: 1 });
  try {
    expect(await mustHaveNoOwnerRights(database.db)).toBe('member_login');
  } finally {
    await database.close();
    await owner.query('drop table owned_elsewhere; drop role member_login; drop role other_owner');
    await owner.end();
  }
});
