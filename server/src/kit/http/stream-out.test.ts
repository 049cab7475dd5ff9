import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { Type } from 'typebox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { headerFaults } from '../../../test/invariants/answer-headers.ts';
import { declareError, refuse } from '../errors.ts';
import { createBarrier, openTestApp, serveTestApp, strictEndpoint, type TestApp } from './test-app.fixture.ts';
import { httpRequest, parseObject } from './wire.fixture.ts';

const nothingToSend = declareError(400, 'nothing_to_send');
const chunk = Buffer.alloc(64 * 1024, 'x');

/** What the source of a stream went through. */
const seen = { pulled: 0, ended: 0, aborted: 0 };
let hold: ReturnType<typeof createBarrier> | undefined;

async function* source(kind: string, count: number) {
  try {
    if (kind === 'refused') refuse(nothingToSend);
    if (kind === 'crashed') throw new Error('secret of the innards');
    for (let n = 0; n < count; n++) {
      if (kind === 'broken' && n === 3) throw new Error('secret of the innards');
      if (n === 1) await hold?.pass();
      seen.pulled++;
      yield kind === 'text' ? 'ليلى,' : chunk;
    }
  } finally {
    seen.ended++;
  }
}

const endpoints = [
  strictEndpoint.stream({
    url: '/files/:kind',
    summary: 'Bytes',
    access: ['write'],
    params: { kind: Type.String() },
    query: { count: Type.Optional(Type.Integer({ minimum: 0 })) },
    sends: { type: 'text/csv; charset=utf-8', fileName: 'things.csv' },
    errors: [nothingToSend],
    target: async (_db, { kind }) => (kind === 'unknown' ? undefined : { kind }),
    run: async (ctx, { params: { kind }, query: { count = 2 } }) => {
      ctx.signal.addEventListener('abort', () => void seen.aborted++);
      if (kind === 'refused-at-once') refuse(nothingToSend);
      await ctx.transaction(async ({ tx, caller }) => {
        await sql`insert into exports values (${`${caller.name} ${kind}`})`.execute(tx);
        if (kind === 'unnoted') refuse(nothingToSend);
      });
      if (kind === 'slow-query') return ctx.copyOut(sql`select 1 as x from pg_sleep(60)`);
      if (kind === 'rows') return ctx.copyOut(sql`select n, 'a' || n as name from generate_series(1, ${count}::int) n`);
      return source(kind, count);
    },
  }),
];

const copying = `select from pg_stat_activity where datname = current_database() and state = 'active'
  and query like 'copy (%pg_sleep%' and pid <> pg_backend_pid()`;

let testApp: TestApp;
let base: string;
/** Sees what others do. */
let all: pg.Client;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  testApp = await openTestApp(
    endpoints,
    'create table exports (name text); grant select, insert on exports to cliffhanger_app',
  );
  base = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  all = new pg.Client({ connectionString: testApp.world.server.url('superuser', testApp.world.databaseName) });
  await all.connect();
  return async () => {
    agent.destroy();
    await all.end();
  };
});
beforeEach(async () => {
  Object.assign(seen, { pulled: 0, ended: 0, aborted: 0 });
  hold = undefined;
  await testApp.run('truncate exports');
});

const get = (path: string, name = 'ann') =>
  httpRequest(agent, `${base}/v1/files/${path}`, { headers: { 'x-name': name } });
const exported = async () => (await testApp.run('select name from exports')).map(({ name }) => name);

/** A connection that sends a request, and reads only on demand. */
async function ask(path: string): Promise<Socket> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.pause();
  socket.write(`GET /v1/files/${path} HTTP/1.1\r\nHost: here\r\nX-Name: ann\r\n\r\n`);
  return socket;
}

describe('a stream', () => {
  it('arrives whole, in chunks, with the headers of every answer and those of a file', async () => {
    const { status, headers, text } = await get('big?count=40');
    expect([status, text.length]).toEqual([200, 40 * chunk.length]);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="things.csv"',
      'transfer-encoding': 'chunked',
      'cache-control': 'no-store',
    });
    expect(headers['content-length']).toBeUndefined();
    expect(headerFaults('/v1/admin/x', headers)).toEqual([]);
    expect(seen).toMatchObject({ pulled: 40, ended: 1 });
  });

  it('may be text, and may be empty', async () => {
    expect((await get('text?count=2')).text).toBe('ليلى,ليلى,');
    expect([(await get('big?count=0')).status, (await get('big?count=0')).text]).toEqual([200, '']);
  });

  it('may be rows that the database sends as they are', async () => {
    expect((await get('rows?count=3')).text).toBe('n,name\r\n1,a1\r\n2,a2\r\n3,a3\r\n');
    expect((await get('rows?count=200000')).text.split('\r\n')).toHaveLength(200_002);
  });

  it('leaves an entry that is there before the first byte, and stays whatever becomes of it', async () => {
    hold = createBarrier();
    const answer = get('broken?count=10');
    await hold.reached;
    expect(await exported()).toEqual(['ann broken']);
    hold.open();
    await expect(answer).rejects.toThrow('aborted');
    expect(await exported()).toEqual(['ann broken']);
  });
});

describe('what is wrong before the first byte is answered like anywhere else', () => {
  it.each([
    ['nobody', 'big', null, 401, 'unauthorized'],
    ['someone who may not', 'big', 'guest', 403, 'forbidden'],
    ['nothing there', 'unknown?count=x', 'ann', 404, 'not_found'],
    ['a bad query', 'big?count=x', 'ann', 400, 'validation_failed'],
    ['an unknown filter', 'big?limit=3', 'ann', 400, 'validation_failed'],
    ['a refusal', 'refused-at-once', 'ann', 400, 'nothing_to_send'],
    ['a refusal of the source', 'refused', 'ann', 400, 'nothing_to_send'],
    ['a crash of the source', 'crashed', 'ann', 500, 'internal_error'],
    ['an entry that could not be left', 'unnoted', 'ann', 400, 'nothing_to_send'],
  ])('%s', async (_, path, name, status, error) => {
    const headers: Record<string, string> = name === null ? {} : { 'x-name': name };
    const answer = await httpRequest(agent, `${base}/v1/files/${path}`, { headers });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([status, { statusCode: status, error }]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(seen.pulled).toBe(0);
  });

  it('and an entry that could not be left is not there', async () => {
    expect((await get('unnoted')).status).toBe(400);
    expect(await exported()).toEqual([]);
  });
});

describe('a stream that fails in the middle', () => {
  it('breaks the connection, so that it never looks whole, and tells the log', async () => {
    await expect(get('broken?count=10')).rejects.toThrow('aborted');
    await expect.poll(() => testApp.logged.join(), { timeout: 5_000 }).toContain('stream failed');
    expect(seen).toMatchObject({ pulled: 3, ended: 1 });
    expect((await get('big')).status).toBe(200);
  });
});

describe('a caller', () => {
  it('who does not read is not fed, and gets the rest when they do', async () => {
    const socket = await ask('big?count=4000');
    let before = -1;
    const isStill = async () => {
      const still = seen.pulled > 0 && seen.pulled === before;
      before = seen.pulled;
      return still;
    };
    await expect.poll(isStill, { interval: 500 }).toBe(true);
    // What the buffers of the connection hold: of 250 MB a few.
    expect(seen.pulled).toBeLessThan(500);
    socket.resume();
    await expect.poll(() => seen.pulled).toBe(4000);
    socket.destroy();
  });

  it('who goes away in the middle ends what feeds the stream', async () => {
    const socket = await ask('big?count=100000');
    await expect.poll(() => seen.pulled).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(() => [seen.aborted, seen.ended], { timeout: 5_000 }).toEqual([1, 1]);
  });

  it('who goes away before there is anything to read ends it too, and the statement with it', async () => {
    const socket = await ask('slow-query');
    const copies = async () => (await all.query(copying)).rowCount;
    await expect.poll(copies).toBe(1);
    socket.destroy();
    await expect.poll(copies, { timeout: 5_000 }).toBe(0);
    expect(seen.aborted).toBe(1);
    expect((await get('rows?count=1')).status).toBe(200);
  });

  it('may have two under way, and a third when one is over', async () => {
    const limited = serveTestApp(testApp.world, testApp.world.database, endpoints, { rateLimits: true });
    const url = await limited.app.listen({ port: 0, host: '127.0.0.1' });
    const start = (name: string) => httpRequest(agent, `${url}/v1/files/big`, { headers: { 'x-name': name } });
    const holds = [createBarrier(), createBarrier()];
    const running: ReturnType<typeof start>[] = [];
    for (const each of holds) {
      hold = each;
      running.push(start('ann'));
      await each.reached;
    }
    hold = undefined;
    const third = await start('ann');
    expect([third.status, parseObject(third.text).error, third.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '5',
    ]);
    expect((await start('bo')).status).toBe(200);
    for (const each of holds) each.open();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    await expect.poll(async () => (await start('ann')).status, { timeout: 5_000 }).toBe(200);
    await limited.app.close();
  });
});
