import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveCoins } from '../../../test/harness/viewer.ts';
import { newId } from '../id.ts';
import { balancesOf, lockUsers, spendEndpoint, spendTables, usersWith, Watch } from './spending.fixture.ts';
import { type Answer, openTestApp, serveTestApp, type TestApp } from './test-app.fixture.ts';

/** A batched change with a key is done once, as any other is. */

const watch = new Watch();
const endpoints = [spendEndpoint(watch)];
const path = `/things/${newId().replace(/.$/, '1')}/spend`;

let testApp: TestApp;
let other: Omit<TestApp, 'run'>;
beforeAll(async () => {
  testApp = await openTestApp(endpoints, spendTables);
  other = serveTestApp(testApp.world, testApp.world.another().database, endpoints);
  return () => other.app.close();
});
beforeEach(() => watch.reset());

interface Options {
  key?: string;
  note?: string;
  by?: Omit<TestApp, 'run'>;
}
const spend = (name: string, coins: number, { key = 'k', note, by = testApp }: Options = {}): Promise<Answer> => {
  const body = { coins, ...(note !== undefined && { note }) };
  return by.call(`POST ${path}`, { name, body, headers: { 'idempotency-key': key } });
};
const userWith = async (coins: number): Promise<string> => (await usersWith(testApp.world, 1, coins))[0] ?? '';
const isReplay = ({ headers }: Answer): boolean => headers['idempotent-replayed'] === 'true';

describe('the same request again', () => {
  it('is answered as the first time, byte for byte, and nothing is taken', async () => {
    const id = await userWith(10);
    const [first, again] = [await spend(id, 3), await spend(id, 3)];
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
    expect(await balancesOf(testApp.world, [id])).toEqual([7]);
  });

  it('is the same whichever way round its fields stand, and refused with other values', async () => {
    const id = await userWith(10);
    const send = (raw: string) =>
      testApp.call(`POST ${path}`, { name: id, raw, headers: { 'idempotency-key': 'fields' } });
    await send('{"coins":3,"note":"x"}');
    expect(isReplay(await send('{"note":"x","coins":3}'))).toBe(true);
    expect((await send('{"coins":4,"note":"x"}')).body.error).toBe('idempotency_key_reused');
    expect(await balancesOf(testApp.world, [id])).toEqual([7]);
  });

  it('in many copies at once, among others of its batch, is done once', async () => {
    const users = await usersWith(testApp.world, 15, 100);
    const answers = await Promise.all(users.map((id) => Promise.all(Array.from({ length: 6 }, () => spend(id, 3)))));
    for (const copies of answers) {
      expect(copies.map(({ status, text }) => [status, text])).toEqual(copies.map(() => [200, '{"balanceTotal":97}']));
      expect(copies.filter((copy) => !isReplay(copy))).toHaveLength(1);
    }
    expect(await balancesOf(testApp.world, users)).toEqual(users.map(() => 97));
    expect(Math.max(...watch.sizes)).toBeGreaterThan(1);
  });

  it('in copies sent to two processes concurrently is executed once, and the copies are answered with a replay or a conflict', async () => {
    const users = await usersWith(testApp.world, 15, 100);
    const copiesOf = (id: string) => [testApp, other, testApp, other].map((by) => spend(id, 3, { by }));
    const answers = (await Promise.all(users.map((id) => Promise.all(copiesOf(id))))).flat();
    for (const { status, text, body } of answers) {
      expect(status === 200 ? text : body.error).toBe(
        status === 200 ? '{"balanceTotal":97}' : 'idempotency_in_progress',
      );
    }
    expect(answers.filter(({ status }) => status === 200).filter((answer) => !isReplay(answer))).toHaveLength(15);
    expect(await balancesOf(testApp.world, users)).toEqual(users.map(() => 97));
  });

  it('is refused in another process while the first waits for its user', async () => {
    const id = await userWith(10);
    const release = await lockUsers(testApp.world, [id]);
    const first = spend(id, 3);
    await expect.poll(() => watch.alone).toEqual([id]);
    const claims = async () =>
      (await testApp.run("select from pg_locks where locktype = 'advisory' and granted")).length;
    await expect.poll(claims).toBe(1);
    expect((await spend(id, 3, { by: other })).body.error).toBe('idempotency_in_progress');
    await release();
    expect((await first).status).toBe(200);
    expect(isReplay(await spend(id, 3, { by: other }))).toBe(true);
    expect(await balancesOf(testApp.world, [id])).toEqual([7]);
  });

  it('is judged anew when it was refused', async () => {
    const id = await userWith(2);
    expect((await spend(id, 3)).body.error).toBe('insufficient_balance');
    await giveCoins(testApp.world, id, { bonus: 2 });
    const answer = await spend(id, 3);
    expect([answer.status, isReplay(answer)]).toEqual([200, false]);
    expect(await balancesOf(testApp.world, [id])).toEqual([1]);
  });

  it('is judged anew a day later, and moves no coins twice all the same: its cause is known for ever', async () => {
    const id = await userWith(10);
    await spend(id, 3);
    await testApp.world.clock.shift('25 hours');
    expect(isReplay(await spend(id, 3))).toBe(false);
    expect(isReplay(await spend(id, 3))).toBe(true);
    await testApp.world.clock.shift('0 hours');
    expect(await balancesOf(testApp.world, [id])).toEqual([7]);
  });

  it('beside a poisoned neighbour is kept and answered like any other', async () => {
    const users = await usersWith(testApp.world, 10, 10);
    const all = () => Promise.all(users.map((id, n) => spend(id, 3, n === 4 ? { note: 'poison' } : {})));
    expect((await all()).map(({ status }) => status)).toEqual(users.map((_, n) => (n === 4 ? 500 : 200)));
    expect((await all()).map(isReplay)).toEqual(users.map((_, n) => n !== 4));
    expect(await balancesOf(testApp.world, users)).toEqual(users.map((_, n) => (n === 4 ? 10 : 7)));
  });
});
