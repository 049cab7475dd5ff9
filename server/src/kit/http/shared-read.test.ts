import { Agent } from 'node:http';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeAfterFile } from '../../../test/harness/close-after-file.ts';
import { createBus, emitInTransaction } from '../bus.ts';
import { createCache } from '../cache.ts';
import { openDatabase } from '../db/database.ts';
import { notFound, refuse } from '../errors.ts';
import { flakyNetwork } from '../flaky-network.fixture.ts';
import { matchesIfNoneMatch } from './shared-read.ts';
import { createBarrier, lenientEndpoint, openTestApp, serveTestApp, type TestApp } from './test-app.fixture.ts';
import { httpRequest, parseObject } from './wire.fixture.ts';

/** Responses are cached for equal requests, and never sent once something in them has changed. */

let hold: ReturnType<typeof createBarrier> | undefined;
let endsInMs: number | undefined;
let builds: string[] = [];
let times: number[] = [];

const params = { key: Type.String() };
const endpoints = [
  lenientEndpoint.sharedRead({
    url: '/notes/:key',
    access: 'signed_in',
    summary: '',
    params,
    headers: { 'accept-language': '' },
    conditional: { cacheControl: 'private, no-cache' },
    reply: Type.Object({ words: Type.String(), builtAt: Type.Integer() }),
    topics: ['notes'],
    cacheKey: ({ params: { key }, headers: { 'accept-language': language = 'en' } }) => ({ key, language }),
    run: async ({ db, now }, { key, language }) => {
      const { rows } = await sql<{ words: string }>`select words from notes where key = ${key}`.execute(db);
      builds.push(key);
      times.push(now.getTime());
      await hold?.pass();
      const words = `${(rows[0] ?? refuse(notFound)).words} (${language})`;
      const until = endsInMs === undefined ? undefined : new Date(now.getTime() + endsInMs);
      return { body: { words, builtAt: builds.length }, etagSource: words, until, changeKeys: [key] };
    },
  }),
  lenientEndpoint({
    method: 'POST',
    url: '/notes/:key',
    access: 'signed_in',
    summary: '',
    params,
    body: Type.Object({ words: Type.String() }),
    reply: Type.Object({}),
    run: async ({ tx }, { params: { key }, body: { words } }) => {
      await sql`update notes set words = ${words} where key = ${key}`.execute(tx);
      await emitInTransaction(tx, 'changed', ['notes', key]);
      return {};
    },
  }),
];

let testApp: TestApp;
let url: string;
type Process = Awaited<ReturnType<typeof openProcess>>;
let [one, other]: Process[] = [];
const agent = new Agent();

/** A process of its own on the same database, which is on the bus where it has an address for it. */
async function openProcess(busUrl?: string) {
  const database = openDatabase({ url, connections: 4 });
  const bus = busUrl === undefined ? undefined : createBus({ url: busUrl, database, heartbeatMs: 50 });
  bus?.start();
  const { app } = serveTestApp(testApp.world, database, endpoints, { bus });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  closeAfterFile(async () => {
    await app.close();
    await bus?.stop();
    await database.close();
  });
  if (bus) await vi.waitUntil(() => bus.isCurrent);
  const ask = (key: string, headers: Record<string, string> = {}) =>
    httpRequest(agent, `${base}/v1/notes/${key}`, { headers: { 'x-name': 'ann', ...headers } });
  const words = async (key: string, language?: string): Promise<string> =>
    String(parseObject((await ask(key, language === undefined ? {} : { 'accept-language': language })).text).words);
  const write = (key: string, text: string) =>
    httpRequest(agent, `${base}/v1/notes/${key}`, {
      method: 'POST',
      headers: { 'x-name': 'ann', 'content-type': 'application/json' },
      body: JSON.stringify({ words: text }),
    });
  return { base, bus, database, ask, words, write };
}

beforeAll(async () => {
  testApp = await openTestApp(
    endpoints,
    'create table notes (key text, words text); grant select, update on notes to cliffhanger_app',
  );
  url = testApp.world.server.url('app', testApp.world.databaseName);
  [one, other] = [await openProcess(url), await openProcess(url)];
});

/** Changes a note as a process that is not asked, without or with a word about it. */
const change = (key: string, words: string) => testApp.run('update notes set words = $2 where key = $1', [key, words]);
const tell = (key: string | null) =>
  testApp.run(
    `select pg_notify('cliffhanger', json_build_array('changed', json_build_array('notes', $1::text))::text)`,
    [key],
  );

beforeEach(async () => {
  hold = undefined;
  endsInMs = undefined;
  await testApp.run(`truncate notes; insert into notes values ('a', 'first'), ('b', 'first')`);
  await tell(null);
  const toldAt = performance.now();
  await vi.waitFor(() => expect([one, other].every((process) => process?.bus?.hasHeard(toldAt))).toBe(true));
  for (const process of [one, other]) await process?.ask('a');
  builds = [];
  times = [];
});

const first = (): Process => one ?? refuse(notFound);
const second = (): Process => other ?? refuse(notFound);

describe('a shared read', () => {
  it('names its edition by what counts in it, and says how it may be kept and by what it varies', async () => {
    const { status, headers, text } = await first().ask('a', { 'accept-language': 'id' });
    expect([status, parseObject(text).words]).toEqual([200, 'first (id)']);
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]{27}"$/),
      'cache-control': 'private, no-cache',
      vary: 'accept-language',
    });
    const elsewhere = await (await openProcess()).ask('a', { 'accept-language': 'id' });
    expect([elsewhere.text === text, elsewhere.headers.etag]).toEqual([false, headers.etag]);
  });

  it('answers 304 without a body and with the same headers to clients that have this version', async () => {
    const known = await first().ask('a');
    const again = await first().ask('a', { 'if-none-match': String(known.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
    const { 'content-type': _type, 'content-length': _length, ...rest } = known.headers;
    expect(again.headers).toEqual({ ...rest, date: expect.any(String), 'x-request-id': expect.any(String) });
  });

  it('is refused like any other', async () => {
    const { status, headers } = await httpRequest(agent, `${first().base}/v1/notes/a`, {
      headers: { 'if-none-match': '*' },
    });
    expect([status, headers['cache-control'], headers.etag]).toEqual([401, 'no-store', undefined]);
    expect((await first().ask('nowhere')).status).toBe(404);
  });

  it('is built once for those who ask the same at once, and for each question by itself', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, () => first().words('b', 'ar')));
    expect(new Set(asked)).toEqual(new Set(['first (ar)']));
    expect(await first().words('b', 'id')).toBe('first (id)');
    expect(builds).toEqual(['b', 'b']);
  });
});

it('HEAD answers with the headers of GET and without a body', async () => {
  await first().words('b');
  const { headers } = await first().ask('b');
  const head = await httpRequest(agent, `${first().base}/v1/notes/b`, { method: 'HEAD', headers: { 'x-name': 'ann' } });
  const { date: _date, 'x-request-id': _id, ...same } = headers;
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers).toMatchObject(same);
  expect(builds).toEqual(['b']);
});

it('What is kept is compressed once, and better than what is sent once', async () => {
  const words = Array.from({ length: 2_000 }, (_, n) => `${n * 7_919} ليلى ${n % 13}`).join(' ');
  await first().write('b', words);
  const alone = await openProcess();
  for (const coding of ['br', 'gzip']) {
    const sizeFrom = async ({ ask }: Process) => {
      const { headers } = await ask('b', { 'accept-encoding': coding });
      return { coding: headers['content-encoding'], etag: headers.etag, size: Number(headers['content-length']) };
    };
    const sent = await sizeFrom(first());
    expect(sent).toEqual({ coding, etag: (await first().ask('b')).headers.etag, size: expect.any(Number) });
    expect(await sizeFrom(first())).toEqual(sent);
    expect(sent.size).toBeLessThan((await sizeFrom(alone)).size);
  }
});

describe('a change', () => {
  it('is in the next answer of the process that made it, and soon in those of the others', async () => {
    for (let n = 0; n < 50; n++) {
      await second().words('a');
      await first().write('a', `change ${n}`);
      expect(await first().words('a')).toBe(`change ${n} (en)`);
      await expect.poll(() => second().words('a'), { interval: 1 }).toBe(`change ${n} (en)`);
    }
  });

  it('is answered, and is in the next answer of the process that made it, though the bus was cut off meanwhile', async () => {
    const network = await flakyNetwork(new URL(url));
    const { bus, words, write } = await openProcess(network.url);
    const changeOnce = async (text: string) => {
      await words('a');
      const { status } = await write('a', text);
      return [status, await words('a')];
    };
    expect(await changeOnce('heard')).toEqual([200, 'heard (en)']);
    // What is kept is shown for up to a second after the last message: no message tells of this change within it.
    network.freeze();
    expect(await changeOnce('silent')).toEqual([200, 'silent (en)']);
    network.drop();
    expect(await changeOnce('dropped')).toEqual([200, 'dropped (en)']);
    await bus?.stop();
    expect(await changeOnce('stopped')).toEqual([200, 'stopped (en)']);
    network.close();
  });

  it('that is rolled back changes nothing', async () => {
    await first().words('a');
    const undone = first().database.transaction(async (tx) => {
      await sql`update notes set words = 'undone' where key = 'a'`.execute(tx);
      await emitInTransaction(tx, 'changed', ['notes', 'a']);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await first().words('a')).toBe('first (en)');
  });

  it('concerns what is about it, and one without a key all of its topic', async () => {
    await first().words('b');
    await change('a', 'second');
    await change('b', 'second');
    await tell('a');
    await expect.poll(() => first().words('a')).toBe('second (en)');
    expect(await first().words('b')).toBe('first (en)');
    await tell(null);
    await expect.poll(() => first().words('b')).toBe('second (en)');
  });

  it('is not hidden by a build that began before it', async () => {
    await first().write('a', 'second');
    hold = createBarrier();
    const barrier = hold;
    const before = first().words('a', 'ar');
    await barrier.reached;
    await first().write('a', 'third');
    const after = first().words('a', 'ar');
    barrier.open();
    expect([await before, await after]).toEqual(['second (ar)', 'third (ar)']);
    expect(await first().words('a', 'ar')).toBe('third (ar)');
  });
});

describe('many changes', () => {
  it('lead to one build at a time', async () => {
    hold = createBarrier();
    const barrier = hold;
    const asked = [first().words('b', 'ar')];
    await barrier.reached;
    for (let n = 0; n < 5; n++) {
      await first().write('b', `change ${n}`);
      asked.push(first().words('b', 'ar'));
    }
    expect(builds).toEqual(['b']);
    // The one that waits is built as of when it begins: what was published meanwhile is in it.
    await testApp.world.clock.shift('10 minutes');
    await expect.poll(() => (first().bus?.now().getTime() ?? 0) - (times[0] ?? 0)).toBeGreaterThan(500_000);
    barrier.open();
    expect((await Promise.all(asked)).slice(1)).toEqual(Array.from({ length: 5 }, () => 'change 4 (ar)'));
    expect(builds).toEqual(['b', 'b']);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(500_000);
    await testApp.world.clock.shift('0');
  });
});

describe('what is kept', () => {
  it('ends at the moment that its build named', async () => {
    // Stopped, so that nothing grows too old by itself.
    await testApp.world.clock.stopAt('2031-05-01T12:00:00Z');
    await expect.poll(() => first().bus?.now().getUTCFullYear()).toBe(2031);
    endsInMs = 5_000;
    await first().words('b');
    await change('b', 'second');
    expect(await first().words('b')).toBe('first (en)');
    await testApp.world.clock.stopAt('2031-05-01T12:00:10Z');
    await expect.poll(() => first().words('b')).toBe('second (en)');
    await testApp.world.clock.shift('0');
  });

  it('is nothing where there is no bus', async () => {
    const alone = await openProcess();
    await alone.words('b');
    await change('b', 'second');
    expect(await alone.words('b')).toBe('second (en)');
  });

  it('is not shown while the bus is silent, and is built anew when it is heard again', async () => {
    const network = await flakyNetwork(new URL(url));
    const { bus, words } = await openProcess(network.url);
    await words('b');
    await change('b', 'second');
    expect(await words('b')).toBe('first (en)');
    network.freeze();
    await expect.poll(() => bus?.isCurrent, { timeout: 5_000 }).toBe(false);
    expect(await words('b')).toBe('second (en)');
    await change('b', 'third');
    expect(await words('b')).toBe('third (en)');
    await tell('b');
    network.thaw();
    await expect.poll(() => bus?.isCurrent, { timeout: 10_000 }).toBe(true);
    expect(await words('b')).toBe('third (en)');
    network.close();
  });

  it('is built once at a time while the bus is silent, and never before the request', async () => {
    const network = await flakyNetwork(new URL(url));
    const { bus } = await openProcess(network.url);
    network.freeze();
    await expect.poll(() => bus?.isCurrent, { timeout: 5_000 }).toBe(false);
    const cache = createCache<string>(bus, 12_000);
    const barrier = createBarrier();
    let words = 'first';
    let count = 0;
    const find = () =>
      cache.find('a', [], async () => {
        count++;
        const value = words;
        if (count === 1) await barrier.pass();
        return { value, bytes: 1 };
      });
    const early = find();
    await barrier.reached;
    words = 'second';
    const late = Array.from({ length: 5 }, async () => find());
    barrier.open();
    expect([await early, ...new Set(await Promise.all(late))]).toEqual(['first', 'second']);
    words = 'third';
    expect([await find(), count]).toEqual(['third', 3]);
    network.close();
  });

  it('takes so much memory at most, and what was not asked for longest goes first', async () => {
    const bus = first().bus;
    const cache = createCache<string>(bus, 12_000);
    const built: string[] = [];
    const find = (name: string) =>
      cache.find(name, [], async () => {
        built.push(name);
        return { value: name, bytes: 4_000 };
      });
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await find(name)).toBe(name);
    expect(built).toEqual(['a', 'b', 'c', 'b']);
    cache.addBytes('b', 'b', 4_000);
    expect(await find('b')).toBe('b');
    await find('a');
    expect(built).toEqual(['a', 'b', 'c', 'b', 'a']);
  });
});

describe('a tag', () => {
  it.each([
    ['"a"', '"a"', true],
    ['"b"', '"a"', false],
    ['W/"a"', '"a"', true],
    ['"a"', 'W/"a"', true],
    ['"x", W/"a" , "y"', '"a"', true],
    ['"x","y"', '"a"', false],
    ['*', '"a"', true],
    [' * ', 'W/"a"', true],
    ['"*"', '"a"', false],
    ['a', '"a"', false],
    ['"a,b"', '"a,b"', true],
    ['"xa"', '"a"', false],
    ['', '"a"', false],
  ])('knows whether If-None-Match: %s names %s', (header, etag, isIt) => {
    expect(matchesIfNoneMatch(header, etag)).toBe(isIt);
  });
});
