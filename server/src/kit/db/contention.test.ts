import { sql } from 'kysely';
import { Type } from 'typebox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, serveTestApp, strictEndpoint, type TestApp } from '../http/test-app.fixture.ts';
import { afterCommit, type Tx } from './database.ts';

/** Requests that stand in each other's way. What the database could not decide for them is tried again, unseen. */

let attempts = 0;
let failing = 0;
let calledAfter = 0;
/** Waits until both have taken their first row, or until the other has given up waiting. */
let meet: () => Promise<unknown> = async () => {};

const take = (tx: Tx, name: string) => sql`update rows set taken = taken + 1 where name = ${name}`.execute(tx);
const common = { method: 'POST', summary: '', access: 'signed_in', reply: Type.Object({}) } as const;

const endpoints = [
  ...[
    ['a', 'b'],
    ['b', 'a'],
  ].map(([first = '', second = '']) =>
    strictEndpoint({
      ...common,
      url: `/${first}-then-${second}`,
      run: async ({ tx }) => {
        attempts++;
        await take(tx, first);
        await meet();
        await take(tx, second);
        return {};
      },
    }),
  ),
  strictEndpoint({
    ...common,
    url: '/fail-after/:code',
    params: { code: Type.String() },
    run: async ({ tx }, { params }) => {
      attempts++;
      await take(tx, 'a');
      afterCommit(tx, () => {
        throw Object.assign(new Error('after the commit'), params);
      });
      afterCommit(tx, () => void calledAfter++);
      return {};
    },
  }),
  strictEndpoint({
    ...common,
    url: '/fail/:code',
    params: { code: Type.String() },
    run: async ({ tx }, { params }) => {
      await take(tx, 'a');
      if (++attempts <= failing) await sql`select fail(${params.code})`.execute(tx);
      return {};
    },
  }),
];

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp(
    endpoints,
    `create table rows (name text primary key, taken integer not null);
     create function fail(code text) returns void language plpgsql as $$ begin raise exception using errcode = code; end $$;
     grant execute on function fail to cliffhanger_app;
     grant select, insert, update on rows to cliffhanger_app`,
  );
});
beforeEach(async () => {
  attempts = 0;
  failing = 0;
  calledAfter = 0;
  await testApp.run('truncate rows');
  await testApp.run(`insert into rows values ('a', 0), ('b', 0)`);
});
const taken = async () => (await testApp.run('select taken from rows order by name')).map((row) => row.taken);

/** A meeting of two: it is over when both have come once, and nobody waits there again. */
function barrierOfTwo(): () => Promise<unknown> {
  let came = 0;
  let begin = (): void => {};
  const both = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return async () => {
    if (++came === 2) begin();
    await both;
  };
}

describe('two requests in a deadlock', () => {
  it('both succeed in the end, in one process', async () => {
    meet = barrierOfTwo();
    const answers = await Promise.all([testApp.call('POST /a-then-b'), testApp.call('POST /b-then-a')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(attempts).toBeGreaterThanOrEqual(3);
    expect(await taken()).toEqual([2, 2]);
  });

  it('both succeed in the end, in two processes', async () => {
    meet = barrierOfTwo();
    const other = serveTestApp(testApp.world, testApp.world.another().database, endpoints);
    const answers = await Promise.all([testApp.call('POST /a-then-b'), other.call('POST /b-then-a')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await taken()).toEqual([2, 2]);
    await other.app.close();
  });
});

describe('a request that loses a race', () => {
  const lost = ['40001', '40P01', '55P03'];

  it.each(lost)('three times (%s) is tried a fourth time, and leaves what one try leaves', async (code) => {
    failing = 3;
    expect((await testApp.call(`POST /fail/${code}`)).status).toBe(200);
    expect(attempts).toBe(4);
    expect(await taken()).toEqual([1, 0]);
  });

  it.each(lost)('every time (%s) is asked to come again later, and leaves nothing', async (code) => {
    failing = Number.POSITIVE_INFINITY;
    const answer = await testApp.call(`POST /fail/${code}`);
    expect([answer.status, answer.body, answer.headers['retry-after']]).toEqual([
      503,
      { statusCode: 503, error: 'unavailable' },
      '2',
    ]);
    expect(attempts).toBe(4);
    expect(await taken()).toEqual([0, 0]);
    expect(JSON.parse(testApp.logged.at(-1) ?? '')).toMatchObject({ err: { code }, msg: 'request failed with 503' });
  });

  it('is not tried again for any other fault', async () => {
    failing = Number.POSITIVE_INFINITY;
    expect((await testApp.call('POST /fail/22012')).body).toEqual({ statusCode: 500, error: 'internal_error' });
    expect(attempts).toBe(1);
  });
});

it.each(['40001', '08006'])('an error after the commit (%s) neither retries nor fails the request', async (code) => {
  expect((await testApp.call(`POST /fail-after/${code}`)).status).toBe(200);
  expect([attempts, calledAfter]).toEqual([1, 1]);
  expect(await taken()).toEqual([1, 0]);
});

it('six requests for two rows in both orders all succeed, or are asked to come again', async () => {
  meet = async () => {};
  const urls = Array.from({ length: 6 }, (_, index) => (index % 2 ? 'POST /a-then-b' : 'POST /b-then-a'));
  const statuses = (await Promise.all(urls.map((url) => testApp.call(url)))).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  const done = statuses.filter((status) => status === 200).length;
  expect(done).toBeGreaterThan(0);
  expect(await taken()).toEqual([done, done]);
});
