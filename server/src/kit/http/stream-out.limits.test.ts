import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { createBarrier, openTestApp, serveTestApp, strictEndpoint, type TestApp } from './test-app.fixture.ts';
import { httpRequest, parseObject } from './wire.fixture.ts';

/** Streams that are read slowly leave the reports a connection, and do not last for ever. */

const idleMs = 500;
let hold: ReturnType<typeof createBarrier> | undefined;
let ended = 0;

async function* slowly() {
  yield 'one';
  await hold?.pass();
  yield 'two';
}

const rows = sql`select repeat('x', 1000) as x from generate_series(1, 300000)`;
const endpoints = [
  strictEndpoint.stream({
    url: '/files/:kind',
    summary: 'Bytes',
    access: ['write'],
    params: { kind: Type.String() },
    sends: { type: 'text/csv; charset=utf-8' },
    run: async (ctx, { params: { kind } }) => {
      ctx.signal.addEventListener('abort', () => void ended++);
      return kind === 'rows' ? ctx.copyOut(rows) : slowly();
    },
  }),
];

let testApp: TestApp;
let database: Database;
let served: Omit<TestApp, 'run'>;
let base: string;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  testApp = await openTestApp(endpoints, 'select');
});
afterAll(() => agent.destroy());
beforeEach(async () => {
  hold = undefined;
  ended = 0;
  const url = testApp.world.server.url('app', testApp.world.databaseName);
  database = openDatabase({ url, limits: { reports: { connections: 3 } } });
  served = serveTestApp(testApp.world, database, endpoints, { streamIdleMs: idleMs });
  base = await served.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await served.app.close();
  await database.close();
});

const get = (path: string, name: string) =>
  httpRequest(agent, `${base}/v1/files/${path}`, { headers: { 'x-name': name } });

/** Asks for rows and reads none of them. */
async function askWithoutReading(name: string) {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.pause();
  socket.write(`GET /v1/files/rows HTTP/1.1\r\nHost: here\r\nX-Name: ${name}\r\n\r\n`);
  return socket;
}
const inUse = () => database.reports.pool.totalCount - database.reports.pool.idleCount;

it('Streams of all callers leave one connection of the reports free, and the next is refused at once', async () => {
  const holds = [createBarrier(), createBarrier()];
  const running: ReturnType<typeof get>[] = [];
  for (const [n, each] of holds.entries()) {
    hold = each;
    running.push(get('slow', `caller ${n}`));
    await each.reached;
  }
  hold = undefined;
  const { status, text, headers } = await get('slow', 'one more');
  expect([status, parseObject(text).error, headers['retry-after']]).toEqual([503, 'unavailable', '2']);
  for (const each of holds) each.open();
  expect((await Promise.all(running)).map((answer) => answer.text)).toEqual(['onetwo', 'onetwo']);
  await expect.poll(async () => (await get('slow', 'one more')).status, { timeout: 5_000 }).toBe(200);
});

it('One caller alone never takes every place, whether or not rates are limited', async () => {
  hold = createBarrier();
  const [first] = [get('slow', 'ann'), await hold.reached];
  const { status, text, headers } = await get('slow', 'ann');
  expect([status, parseObject(text).error, headers['retry-after']]).toEqual([429, 'rate_limited', '5']);
  const barrier = hold;
  hold = undefined;
  expect((await get('slow', 'bo')).status).toBe(200);
  barrier.open();
  expect((await first).text).toBe('onetwo');
  await expect.poll(async () => (await get('slow', 'ann')).status, { timeout: 5_000 }).toBe(200);
});

it('A reader who takes nothing is cut off, and its connection is given to others', async () => {
  const sockets = [await askWithoutReading('ann'), await askWithoutReading('bo')];
  await expect.poll(inUse, { timeout: 5_000, interval: 20 }).toBe(2);
  await expect.poll(() => [ended, inUse()]).toEqual([2, 0]);
  expect(served.logged.filter((line) => line.includes('read nothing'))).toHaveLength(2);
  expect((await get('slow', 'cy')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

it('A reader who waits for a slow source is not cut off', async () => {
  hold = createBarrier();
  const reading = get('slow', 'ann');
  await hold.reached;
  await sleep(idleMs * 2);
  hold.open();
  expect((await reading).text).toBe('onetwo');
});
