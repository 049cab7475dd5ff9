import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../test/harness/database.ts';
import { newId } from '../../kit/id.ts';
import { openLeases } from './lease.fixture.ts';
import { createLeases } from './lease.ts';

/** Two processes' worth of leases on one database. */
const { url, superuserUrl, close } = await openTestDatabase();
const [first, second] = [openLeases(url), openLeases(url)];
afterAll(async () => {
  vi.useRealTimers();
  await first.close();
  await second.close();
  await close();
});

/** A lease that is held until it is let go of, or lost. */
function hold({ leases }: Pick<typeof first, 'leases'>, name: string) {
  let release = (): void => {};
  const over = new Promise<void>((resolve) => {
    release = resolve;
  });
  let signal: AbortSignal | undefined;
  const held = leases.alone(name, async (given) => {
    signal = given;
    await over;
  });
  return { held, release, signal: () => signal };
}

it('Concurrent requests in two processes hold a lease one at a time', async () => {
  const name = newId();
  let [inside, most, turns] = [0, 0, 0];
  const work = async (): Promise<void> => {
    inside++;
    most = Math.max(most, inside);
    await sleep(turns % 3);
    inside--;
    turns++;
  };
  const take = async (_: unknown, place: number) => {
    const { leases } = place % 2 === 0 ? first : second;
    for (let left = 20; left > 0; ) {
      if (await leases.alone(name, work)) left--;
      else await sleep(1);
    }
  };
  await Promise.all(Array.from({ length: 6 }, take));
  expect([most, turns]).toEqual([1, 120]);
});

it.each([
  ['the same process', first],
  ['another process', second],
])('A lease is kept until it is requested, and its holder is notified by %s', async (_name, other) => {
  const name = newId();
  const one = hold(first, name);
  await expect.poll(one.signal).toBeDefined();
  expect(await other.leases.alone(name, async () => 'mine')).toBeUndefined();
  expect(one.signal()?.aborted).toBe(false);
  one.signal()?.addEventListener('abort', one.release);
  await expect.poll(() => first.bus.isConnected && second.bus.isConnected).toBe(true);
  expect(await other.leases.alone(name, async () => 'mine', 10_000)).toEqual({ result: 'mine' });
  await one.held;
});

it('A machine with a wrong clock cannot take a lease', async () => {
  const name = newId();
  const one = hold(first, name);
  await expect.poll(one.signal).toBeDefined();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
  expect(await second.leases.alone(name, async () => 'mine')).toBeUndefined();
  vi.useRealTimers();
  one.release();
  await one.held;
  expect(await second.leases.alone(name, async () => 'mine')).toEqual({ result: 'mine' });
});

it('A lease is free as soon as the connection of its holder is lost, and the holder is notified', async () => {
  const name = newId();
  const one = hold(first, name);
  await expect.poll(one.signal).toBeDefined();
  const admin = new pg.Client({ connectionString: superuserUrl });
  await admin.connect();
  await admin.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
    and ((classid::bigint << 32) | objid::bigint) = hashtextextended('${name}', 0)`);
  await expect.poll(() => one.signal()?.aborted).toBe(true);
  await expect.poll(() => second.leases.alone(name, async () => 'mine')).toBeDefined();
  one.release();
  await one.held;
  await admin.end();
  expect(await first.leases.alone(name, async () => 'again')).toEqual({ result: 'again' });
});

it('Without a database there are no leases', async () => {
  await expect(createLeases().alone('anything', async () => {})).rejects.toThrow('unavailable');
});
