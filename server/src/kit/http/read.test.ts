import { Agent } from 'node:http';
import { sql } from 'kysely';
import pg from 'pg';
import { Type } from 'typebox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { notFound, refuse } from '../errors.ts';
import { lenientEndpoint, openTestApp, serveTestApp, type TestApp } from './test-app.fixture.ts';
import { httpRequest, parseObject } from './wire.fixture.ts';

const target = async (db: Db, { name }: { name: string }) =>
  (await sql<{ name: string }>`select name from leaves where name = ${name}`.execute(db)).rows[0];
const signedIn = { summary: '', access: 'signed_in' } as const;
const lagging = { ...signedIn, params: { name: Type.String() }, fromReplica: true } as const;

const endpoints = [
  lenientEndpoint({
    ...signedIn,
    method: 'GET',
    url: '/plain',
    headers: { 'accept-language': '', 'x-app': '' },
    reply: Type.Object({ given: Type.String() }),
    run: async (_ctx, { headers }) => ({ given: JSON.stringify(headers) }),
  }),
  lenientEndpoint({
    ...signedIn,
    method: 'GET',
    url: '/unsendable',
    reply: Type.Object({}),
    run: async ({ header }) => {
      header('location', 'two\r\nlines');
      return {};
    },
  }),
  lenientEndpoint({
    ...signedIn,
    method: 'POST',
    url: '/unsendable',
    reply: Type.Object({}),
    run: async ({ tx, header }) => {
      await sql`insert into leaves values ('in vain')`.execute(tx);
      header('location', 'two\r\nlines');
      return {};
    },
  }),
  lenientEndpoint({
    ...lagging,
    method: 'GET',
    url: '/leaves/:name',
    reply: Type.Object({ name: Type.String() }),
    target,
    run: async (_ctx, { target: leaf }) => leaf,
  }),
  lenientEndpoint({
    ...lagging,
    method: 'GET',
    url: '/found/:name',
    reply: Type.Object({ name: Type.String() }),
    run: async ({ db }, { params }) => (await target(db, params)) ?? refuse(notFound),
  }),
];

const table = 'create table leaves (name text); grant select, insert on leaves to cliffhanger_app';
let testApp: TestApp;
let base: string;
const agent = new Agent();
beforeAll(async () => {
  testApp = await openTestApp(endpoints, table);
  base = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  await testApp.run('truncate leaves');
});

const get = (path: string, headers: Record<string, string> = {}) =>
  httpRequest(agent, `${base}/v1${path}`, { headers: { 'x-name': 'ann', ...headers } });

describe('any read', () => {
  it('is given the headers that it named and no others, and says that it varies by them', async () => {
    const { headers, text } = await get('/plain', { 'accept-language': 'ar', cookie: 'secret', 'x-app': '1.2' });
    expect(JSON.parse(String(parseObject(text).given))).toEqual({ 'accept-language': 'ar', 'x-app': '1.2' });
    expect([headers.vary, headers['cache-control'], headers.etag]).toEqual([
      'accept-language, x-app',
      'no-store',
      undefined,
    ]);
  });
});

describe('an answer whose head cannot be written', () => {
  it.each(['GET', 'POST'])('is an error to the caller of %s, and nothing is left of a change', async (method) => {
    const answer = await httpRequest(agent, `${base}/v1/unsendable`, { method, headers: { 'x-name': 'ann' } });
    expect([answer.status, parseObject(answer.text).error]).toEqual([500, 'internal_error']);
    expect(await testApp.run('select from leaves')).toEqual([]);
  });
});

describe('a read that may lag', () => {
  it('goes to the primary while the replica cannot be reached, and so do exports; that is reported once', async () => {
    const { server, databaseName } = testApp.world;
    const reported: boolean[] = [];
    const url = server.url('app', databaseName);
    // Nothing listens at port 1.
    const gone = Object.assign(new URL(url), { port: '1', hostname: '127.0.0.1' }).toString();
    const database = openDatabase({ url, readUrl: gone, onReplica: (isReachable) => void reported.push(isReachable) });
    const app = serveTestApp(testApp.world, database, endpoints);
    await testApp.run("insert into leaves values ('here')");
    const statuses = await Promise.all([1, 2, 3].map(async () => (await app.call('GET /leaves/here')).status));
    expect(statuses).toEqual([200, 200, 200]);
    const client = await database.reports.connect();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    client.release();
    expect(reported.length).toBeLessThanOrEqual(2);
    expect(new Set(reported)).toEqual(new Set([false]));
    await app.app.close();
    await database.close();
  });

  it('fails while all connections to the replica are in use, and leaves the primary alone', async () => {
    const { server, databaseName } = testApp.world;
    const url = server.url('app', databaseName);
    const limits = { requests: { connections: 1, waitMs: 200 } };
    const database = openDatabase({ url, readUrl: url, limits });
    const app = serveTestApp(testApp.world, database, endpoints);
    await testApp.run("insert into leaves values ('here')");
    const statusOf = async () => (await app.call('GET /leaves/here')).status;
    await database.lagging.connection().execute(async () => expect(await statusOf()).toBe(503));
    expect(await statusOf()).toBe(200);
    await app.app.close();
    await database.close();
  });

  it('finds what the replica does not have yet, by its target and by itself, and nothing that is nowhere', async () => {
    const replica = await openWorld();
    const { server, databaseName } = testApp.world;
    const database = openDatabase({
      url: server.url('app', databaseName),
      readUrl: server.url('app', replica.databaseName),
    });
    const behind = serveTestApp(testApp.world, database, endpoints);
    const owner = new pg.Client({ connectionString: replica.server.url('owner', replica.databaseName) });
    await owner.connect();
    await owner.query(`${table}; insert into leaves values ('old')`);
    await owner.end();
    await testApp.run("insert into leaves values ('new')");
    const statusOf = async (path: string) => (await behind.call(`GET ${path}`)).status;
    expect([await statusOf('/leaves/new'), await statusOf('/found/new')]).toEqual([200, 200]);
    expect([await statusOf('/leaves/old'), await statusOf('/found/old')]).toEqual([200, 200]);
    expect([await statusOf('/leaves/none'), await statusOf('/found/none')]).toEqual([404, 404]);
    await behind.app.close();
    await database.close();
  });
});
