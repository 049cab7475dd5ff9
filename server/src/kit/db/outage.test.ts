import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { Type } from 'typebox';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  createBarrier,
  openTestApp,
  serveTestApp,
  strictEndpoint,
  type TestApp,
} from '../http/test-app.fixture.ts';
import { type Database, openDatabase } from './database.ts';

/** The database goes away, or has no time. Callers are asked to come again; the process lives and recovers by itself. */

let hold: ReturnType<typeof createBarrier> | undefined;
const Body = Type.Object({ name: Type.String() });
const common = { summary: '', access: 'signed_in', reply: Type.Object({}) } as const;
const endpoints = [
  strictEndpoint({
    ...common,
    method: 'POST',
    url: '/things',
    body: Body,
    idempotent: true,
    run: async ({ tx }, { body }) => {
      await sql`insert into things values (${body.name})`.execute(tx);
      await hold?.pass();
      return {};
    },
  }),
  strictEndpoint({
    ...common,
    method: 'POST',
    url: '/slow',
    run: async ({ tx }) => {
      await sql`select pg_sleep(30)`.execute(tx);
      return {};
    },
  }),
  strictEndpoint({
    ...common,
    method: 'GET',
    url: '/slow',
    run: async ({ db }) => {
      await sql`select pg_sleep(30)`.execute(db);
      return {};
    },
  }),
];

let testApp: TestApp;
let all: pg.Client;
beforeAll(async () => {
  testApp = await openTestApp(
    endpoints,
    'create table things (name text); grant select, insert on things to cliffhanger_app',
  );
  all = new pg.Client({ connectionString: testApp.world.server.url('superuser', testApp.world.databaseName) });
  await all.connect();
  return () => all.end();
});
beforeEach(async () => {
  hold = undefined;
  await testApp.run('truncate things, idempotency_keys');
});

/** Cuts every connection of the service to this database, as a restart or a failover does. */
const cut = () =>
  all.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'cliffhanger'`,
  );
/** Until the service has heard of it for the last of them. */
const cutIsNoticed = async () => {
  await expect.poll(() => testApp.world.database.pool.totalCount).toBe(0);
};
const make = (name: string, key?: string) =>
  testApp.call('POST /things', { body: { name }, headers: key === undefined ? {} : { 'idempotency-key': key } });
const names = async () => (await testApp.run('select name from things order by name')).map(({ name }) => name);

const comeAgain = [503, '{"statusCode":503,"error":"unavailable"}', '2'];
const statusAndBody = ({ status, text, headers }: Answer) => [status, text, headers['retry-after']];

describe('when every connection is cut', () => {
  it('those who were under way are asked to come again, and the next are served', async () => {
    const busy = [
      testApp.call('POST /slow'),
      testApp.call('POST /slow'),
      testApp.call('GET /slow'),
      testApp.call('GET /slow'),
    ];
    const sleeping = () =>
      all.query(`select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`);
    await expect.poll(async () => (await sleeping()).rowCount).toBe(4);
    await cut();
    expect((await Promise.all(busy)).map(statusAndBody)).toEqual(busy.map(() => comeAgain));
    await cutIsNoticed();
    expect((await make('after')).status).toBe(200);
    expect(await names()).toEqual(['after']);
  });

  it('in the middle of a change, nothing of it is left, and its key is free for the next try', async () => {
    hold = createBarrier();
    const first = make('one', 'key');
    await hold.reached;
    await cut();
    hold.open();
    expect(statusAndBody(await first)).toEqual(comeAgain);
    expect(await names()).toEqual([]);
    await cutIsNoticed();
    const again = await make('one', 'key');
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect(await names()).toEqual(['one']);
  });

  it('while idle, nobody notices', async () => {
    await Promise.all([make('a'), make('b'), make('c')]);
    await cut();
    await cutIsNoticed();
    expect((await make('d')).status).toBe(200);
  });

  it('again and again under load, every change that was confirmed is there once, and no answer is an error of ours', async () => {
    const confirmed: string[] = [];
    let stop = false;
    const client = async (number: number) => {
      for (let count = 0; !stop; count++) {
        const name = `${number}-${count}`;
        const { status } = await make(name);
        expect([200, 503]).toContain(status);
        if (status === 200) confirmed.push(name);
      }
    };
    const clients = Promise.all(Array.from({ length: 8 }, (_, number) => client(number)));
    for (let round = 0; round < 5; round++) {
      await sleep(150);
      await cut();
    }
    stop = true;
    await clients;
    const stored = await names();
    expect(new Set(stored).size).toBe(stored.length);
    expect(confirmed.filter((name) => !stored.includes(name))).toEqual([]);
    expect(confirmed.length).toBeGreaterThan(0);
    await cut();
    await cutIsNoticed();
    expect((await make('after')).status).toBe(200);
  });
});

describe('a service', () => {
  let database: Database | undefined;
  const serve = (url: string) => {
    database = openDatabase({ url, connections: 2 });
    return serveTestApp(testApp.world, database, endpoints);
  };
  afterEach(() => database?.close());

  it('whose connections are all taken asks the next caller to come again, and recovers when they are free', async () => {
    const small = serve(testApp.world.server.url('app', testApp.world.databaseName));
    hold = createBarrier();
    const call = (name: string) => small.call('POST /things', { body: { name } });
    const holding = [call('a'), call('b')];
    expect(statusAndBody(await call('c'))).toEqual(comeAgain);
    hold.open();
    expect((await Promise.all(holding)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await call('d')).status).toBe(200);
    expect(await names()).toEqual(['a', 'b', 'd']);
    await small.app.close();
  });

  it.each([
    ['nobody listens', 'postgres://cliffhanger_app:x@127.0.0.1:1/nothing'],
    ['there is no such host', 'postgres://cliffhanger_app:x@no-such-host.invalid:5432/nothing'],
  ])('whose database is where %s asks everyone to come again', async (_, url) => {
    const lost = serve(url);
    expect(statusAndBody(await lost.call('POST /things', { body: { name: 'a' } }))).toEqual(comeAgain);
    expect(statusAndBody(await lost.call('GET /slow'))).toEqual(comeAgain);
    await lost.app.close();
  });
});
