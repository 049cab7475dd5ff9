import { Agent } from 'node:http';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generousLimits } from '../../../test/harness/generous-limits.ts';
import { ledgerViolations } from '../../../test/harness/viewer.ts';
import { openDatabase } from '../db/database.ts';
import { newId } from '../id.ts';
import { balancesOf, lockRows, lockUsers, spendEndpoint, spendTables, usersWith, Watch } from './spending.fixture.ts';
import { type Answer, openTestApp, serveTestApp, strictEndpoint, type TestApp } from './test-app.fixture.ts';
import { httpRequest, parseObject } from './wire.fixture.ts';

const watch = new Watch();
const endpoints = [spendEndpoint(watch)];
const path = `/things/${newId().replace(/.$/, '1')}/spend`;

let testApp: TestApp;
let base: string;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  testApp = await openTestApp(endpoints, spendTables);
  base = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  return () => agent.destroy();
});
beforeEach(() => watch.reset());

const spend = (name: string, coins: number, note?: string): Promise<Answer> =>
  testApp.call(`POST ${path}`, { name, body: { coins, ...(note !== undefined && { note }) } });

/** The same over a connection of its own. */
async function spendOverWire(name: string, coins: number) {
  const headers = { 'content-type': 'application/json', 'x-name': name };
  const body = JSON.stringify({ coins });
  const { status, text } = await httpRequest(agent, `${base}/v1${path}`, { method: 'POST', headers, body });
  return { status, body: parseObject(text) };
}

const statusAndBody = ({ status, body }: Pick<Answer, 'status' | 'body'>) => [status, body.balanceTotal ?? body.error];

describe('changes that wait at the same moment', () => {
  it('go to the database together, each with its own answer, to the coin', async () => {
    const rich = await usersWith(testApp.world, 100, 10);
    const poor = await usersWith(testApp.world, 20, 2);
    const users = [...rich, ...poor, newId()];
    const answers = await Promise.all(users.map((id) => spendOverWire(id, 3)));
    expect(answers.slice(0, 100).map(statusAndBody)).toEqual(rich.map(() => [200, 7]));
    expect(answers.slice(100, 120).map(({ status, body }) => [status, body])).toEqual(
      poor.map(() => [400, { statusCode: 400, error: 'insufficient_balance', balanceTotal: 2 }]),
    );
    expect(answers.slice(120).map(statusAndBody)).toEqual([[404, 'not_found']]);
    expect(await balancesOf(testApp.world, [...rich, ...poor])).toEqual([...rich.map(() => 7), ...poor.map(() => 2)]);
    expect(await ledgerViolations(testApp.world)).toEqual([]);
    expect(watch.sizes.reduce((sum, size) => sum + size, 0)).toBe(121);
    expect(watch.sizes.length).toBeLessThan(60);
    expect(Math.max(...watch.sizes)).toBeLessThanOrEqual(64);
    expect(watch.maxUnderWay).toBeLessThanOrEqual(2);
  });

  it('are done one after the other where they are of one user', async () => {
    const [id = ''] = await usersWith(testApp.world, 1, 100);
    const answers = await Promise.all(Array.from({ length: 16 }, () => spendOverWire(id, 10)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused).toHaveLength(6);
    expect(new Set(refused.map(({ body }) => body.balanceTotal))).toEqual(new Set([0]));
    expect(await balancesOf(testApp.world, [id])).toEqual([0]);
    expect(watch.alone).toEqual([]);
  });

  it('of two processes meet in the database and are exact all the same', async () => {
    const users = await usersWith(testApp.world, 12, 100);
    const other = serveTestApp(testApp.world, testApp.world.another().database, endpoints);
    const there = (name: string) => other.call(`POST ${path}`, { name, body: { coins: 10 } });
    const calls = users.flatMap((id) => Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? spend(id, 10) : there(id))));
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
    expect(await balancesOf(testApp.world, users)).toEqual(users.map(() => 20));
    await other.app.close();
  });

  it('cost the same number of statements, however many they are', async () => {
    const users = await usersWith(testApp.world, 30, 100);
    const statements: string[] = [];
    const { server, databaseName } = testApp.world;
    const database = openDatabase({
      url: server.url('app', databaseName),
      onStatement: (text) => void statements.push(text),
    });
    const counted = serveTestApp(testApp.world, database, endpoints);
    const call = (name: string, n: number) =>
      counted.call(`POST ${path}`, { name, body: { coins: 1 }, headers: { 'idempotency-key': `key ${n}` } });
    await Promise.all(users.map(call));
    expect(Math.max(...watch.sizes)).toBeGreaterThan(1);
    expect(statements.length).toBeLessThanOrEqual(watch.sizes.length * 10);
    await counted.app.close();
    await database.close();
  });
});

describe('a user whose row someone else holds', () => {
  it('holds up nobody, and is served when it is free', async () => {
    const [held = '', ...others] = await usersWith(testApp.world, 30, 10);
    const release = await lockUsers(testApp.world, [held]);
    const answered: Answer[] = [];
    const slow = [spend(held, 4), spend(held, 4)];
    for (const call of slow) void call.then((answer) => answered.push(answer));
    const answers = await Promise.all(others.map((id) => spend(id, 4)));
    expect(answers.map(statusAndBody)).toEqual(others.map(() => [200, 6]));
    expect(answered).toEqual([]);
    await expect.poll(() => watch.alone).toEqual([held]);
    await release();
    expect((await Promise.all(slow)).map(statusAndBody)).toEqual([
      [200, 6],
      [200, 2],
    ]);
  });

  it('holds up nobody even where there are more of them than may wait at once', async () => {
    const users = await usersWith(testApp.world, 30, 10);
    const [held, others] = [users.slice(0, 10), users.slice(10)];
    const release = await lockUsers(testApp.world, held);
    const slow = Promise.all(held.map((id) => spend(id, 4)));
    const answers = await Promise.all(others.map((id) => spend(id, 4)));
    expect(answers.map(statusAndBody)).toEqual(others.map(() => [200, 6]));
    await release();
    expect((await slow).map(statusAndBody)).toEqual(held.map(() => [200, 6]));
  });

  it('is refused with a Retry-After when it stays locked for too long', async () => {
    const [held = ''] = await usersWith(testApp.world, 1, 10);
    const { server, databaseName } = testApp.world;
    const database = openDatabase({ url: server.url('app', databaseName), limits: { requests: { lockMs: 200 } } });
    const impatient = serveTestApp(testApp.world, database, endpoints);
    const release = await lockUsers(testApp.world, [held]);
    const answer = await impatient.call(`POST ${path}`, { name: held, body: { coins: 4 } });
    await release();
    expect([statusAndBody(answer), answer.headers['retry-after']]).toEqual([[503, 'unavailable'], '2']);
    expect(await balancesOf(testApp.world, [held])).toEqual([10]);
    await impatient.app.close();
    await database.close();
  });

  it('is not the only one whom a batch leaves behind: any other lock does it too', async () => {
    const [waiter = '', ...others] = await usersWith(testApp.world, 10, 10);
    const release = await lockRows(testApp.world, 'update shared_things set name = name', []);
    const slow = spend(waiter, 4, 'lock');
    const answers = await Promise.all(others.map((id) => spend(id, 4)));
    expect(answers.map(statusAndBody)).toEqual(others.map(() => [200, 6]));
    await release();
    expect(statusAndBody(await slow)).toEqual([200, 6]);
    expect(watch.lockTimeouts).toEqual(new Set(['batch 50ms', `alone ${generousLimits.requests.lockMs / 60_000}min`]));
    expect(await balancesOf(testApp.world, [waiter, ...others])).toEqual([waiter, ...others].map(() => 6));
  });

  it('is met by a batch once: it is not tried again as a whole, and each of it at most once more', async () => {
    const [waiter = '', ...others] = await usersWith(testApp.world, 20, 10);
    const release = await lockRows(testApp.world, 'update shared_things set name = name', []);
    const slow = spend(waiter, 4, 'lock');
    await Promise.all(others.map((id) => spend(id, 4)));
    await release();
    await slow;
    const triesOf = (user: string) => watch.tries.filter((name) => name === user).length;
    expect([waiter, ...others].filter((user) => triesOf(user) > 2)).toEqual([]);
    expect(watch.sizes.filter((size) => size > 1).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20);
  });
});

describe('a batched change', () => {
  const unknown = path.replace('1/spend', '0/spend');
  it.each([
    ['nobody', { name: null, body: { coins: 'x' } }, unknown, 401, 'unauthorized'],
    ['someone who may not', { name: 'guest', body: { coins: 'x' } }, unknown, 403, 'forbidden'],
    ['a bad shape of nothing that is there', { body: { coins: 'x' } }, unknown, 404, 'not_found'],
    ['a malformed id', { body: { coins: 'x' } }, '/things/no-id/spend', 404, 'not_found'],
    ['a bad shape', { body: { coins: 'x' } }, path, 400, 'validation_failed'],
    ['a bad key', { body: { coins: 1 }, headers: { 'idempotency-key': 'ké' } }, path, 400, 'validation_failed'],
  ])('is refused like any other: %s', async (_, call, url, status, error) => {
    const answer = await testApp.call(`POST ${url}`, call);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(watch.sizes).toEqual([]);
  });

  it('is limited like any other', async () => {
    const limited = serveTestApp(testApp.world, testApp.world.database, endpoints, { rateLimits: true });
    const [id = ''] = await usersWith(testApp.world, 1, 1000);
    const call = () => limited.call(`POST ${path}`, { name: id, body: { coins: 1 } });
    const statuses = (await Promise.all(Array.from({ length: 310 }, call))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(await balancesOf(testApp.world, [id])).toEqual([1000 - statuses.filter((status) => status === 200).length]);
    await limited.app.close();
  });

  it('is none of an admin’s: those have a transaction of their own', () => {
    const batched = strictEndpoint.batchedWrite({
      method: 'POST',
      url: '/batched',
      summary: '',
      access: 'signed_in',
      reply: Type.Object({}),
      run: async ({ tx }, items) => {
        await sql`select 1`.execute(tx);
        return items.map(() => ({}));
      },
    });
    expect(() => serveTestApp(testApp.world, testApp.world.database, [batched])).toThrow(
      'a transaction and a dry run of its own',
    );
  });
});
