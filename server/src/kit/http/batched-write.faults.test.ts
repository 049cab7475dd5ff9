import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ledgerViolations } from '../../../test/harness/viewer.ts';
import { openDatabase } from '../db/database.ts';
import { openProxy } from '../db/proxy.fixture.ts';
import { newId } from '../id.ts';
import { balancesOf, spendEndpoint, spendTables, usersWith, Watch } from './spending.fixture.ts';
import { type Answer, openTestApp, serveTestApp, type TestApp } from './test-app.fixture.ts';

/** Batches that fail as a whole, and those in which one request is at fault. */

const watch = new Watch();
const endpoints = [spendEndpoint(watch)];
const path = `/things/${newId().replace(/.$/, '1')}/spend`;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp(endpoints, spendTables);
});
beforeEach(() => watch.reset());

const spend = (name: string, note?: string, by = testApp): Promise<Answer> =>
  by.call(`POST ${path}`, { name, body: { coins: 4, ...(note !== undefined && { note }) } });
const statusAndBody = ({ status, body }: Answer) => [status, body.balanceTotal ?? body.error];

/** Everyone spends at once. */
async function allSpend(users: readonly string[], notes: Readonly<Record<number, string>> = {}, by = testApp) {
  return Promise.all(users.map((id, n) => spend(id, notes[n], by)));
}

describe('a batch', () => {
  it.each([
    ['lost a race for locks', '40P01'],
    ['could not be put in order', '40001'],
  ])('that %s is done again, once', async (_, code) => {
    const users = await usersWith(testApp.world, 20, 10);
    watch.interruption = (tx) => sql`select fail(${code})`.execute(tx);
    expect((await allSpend(users)).map(statusAndBody)).toEqual(users.map(() => [200, 6]));
    expect(await balancesOf(testApp.world, users)).toEqual(users.map(() => 6));
  });

  it('whose connection is lost is done again, once', async () => {
    const users = await usersWith(testApp.world, 20, 10);
    watch.interruption = (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    expect((await allSpend(users)).map(statusAndBody)).toEqual(users.map(() => [200, 6]));
    expect(await balancesOf(testApp.world, users)).toEqual(users.map(() => 6));
  });

  it('that keeps failing because the database is out of reach asks everyone to come again', async () => {
    const { server, databaseName } = testApp.world;
    const url = new URL(server.url('app', databaseName));
    url.port = '1';
    const gone = openDatabase({ url: url.href });
    const nowhere = serveTestApp(testApp.world, gone, endpoints);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => nowhere.call(`POST ${path}`, { name: newId(), body: { coins: 1 } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    await nowhere.app.close();
    await gone.close();
  });
});

describe('when the connection is lost around COMMIT', () => {
  let proxied: Omit<TestApp, 'run'>;
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  let database: ReturnType<typeof openDatabase>;
  beforeAll(async () => {
    const { server, databaseName } = testApp.world;
    proxy = await openProxy(server.url('app', databaseName));
    database = openDatabase({ url: proxy.url });
    proxied = serveTestApp(testApp.world, database, endpoints);
  });
  afterAll(async () => {
    await proxied.app.close();
    await database.close();
  });
  const call = (name: string) => proxied.call(`POST ${path}`, { name, body: { coins: 4 } });

  it.each([
    ['after', 6],
    ['before', 10],
  ] as const)('nobody knows whether it was done (cut %s), so it is not done again', async (when, left) => {
    const [id = ''] = await usersWith(testApp.world, 1, 10);
    const before = proxy.cuts;
    proxy.cutAtCommit(when);
    expect(statusAndBody(await call(id))).toEqual([503, 'unavailable']);
    expect(proxy.cuts).toBe(before + 1);
    expect(await balancesOf(testApp.world, [id])).toEqual([left]);
    expect(statusAndBody(await call(id))).toEqual([200, left - 4]);
  });

  it('those who send their key again get the answer that was lost', async () => {
    const [id = ''] = await usersWith(testApp.world, 1, 10);
    const keyed = () =>
      proxied.call(`POST ${path}`, { name: id, body: { coins: 4 }, headers: { 'idempotency-key': 'k' } });
    proxy.cutAtCommit('after');
    expect(statusAndBody(await keyed())).toEqual([503, 'unavailable']);
    const again = await keyed();
    expect([statusAndBody(again), again.headers['idempotent-replayed']]).toEqual([[200, 6], 'true']);
    expect(await balancesOf(testApp.world, [id])).toEqual([6]);
  });
});

describe('a request that makes its batch fail', () => {
  it('fails alone, and its neighbours are served once', async () => {
    const users = await usersWith(testApp.world, 20, 10);
    const answers = await allSpend(users, { 7: 'poison' });
    expect(answers.map(statusAndBody)).toEqual(users.map((_, n) => (n === 7 ? [500, 'internal_error'] : [200, 6])));
    expect(await balancesOf(testApp.world, users)).toEqual(users.map((_, n) => (n === 7 ? 10 : 6)));
    expect(watch.sizes.some((size) => size > 1)).toBe(true);
    expect(await ledgerViolations(testApp.world)).toEqual([]);
  });

  it('by a reply that misfits its schema leaves nothing behind', async () => {
    const users = await usersWith(testApp.world, 10, 10);
    const answers = await allSpend(users, { 3: 'misfit' });
    expect(answers.map(statusAndBody)).toEqual(users.map((_, n) => (n === 3 ? [500, 'internal_error'] : [200, 6])));
    expect(await balancesOf(testApp.world, users)).toEqual(users.map((_, n) => (n === 3 ? 10 : 6)));
  });

  it('at its end, by a deferred constraint that stands for a refusal, gets that refusal', async () => {
    const users = await usersWith(testApp.world, 10, 10);
    expect(statusAndBody(await spend(users[0] ?? '', 'note 1'))).toEqual([200, 6]);
    const answers = await allSpend(users.slice(1), { 4: 'note 1', 6: 'note 2' });
    expect(answers.map(statusAndBody)).toEqual(answers.map((_, n) => (n === 4 ? [409, 'already_noted'] : [200, 6])));
  });
});
