import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/harness/database.ts';
import { unavailable } from '../errors.ts';
import { settlesWithin } from '../time.ts';
import { createLocks, type Locks, type LocksOptions } from './locks.ts';
import { openPool, poolLimits } from './pools.ts';
import { openProxy } from './proxy.fixture.ts';

/** Locks over a connection that is cut, or that dies without a word. */

const { url, superuserUrl, close } = await openTestDatabase();
const proxy = await openProxy(url);
afterAll(close);

const name = 'locks test';
const timeoutMs = 10_000;
const never = 3_600_000;
const until = (signal: AbortSignal) => (signal.aborted ? Promise.resolve() : once(signal, 'abort'));

let pool: pg.Pool;
/** Another one for each test: the database may still be about to notice that the last holder is gone. */
let lock = 0;
const opened: Locks[] = [];
beforeEach(() => {
  lock++;
  pool = openPool({ url: proxy.url, name, limits: poolLimits.jobs, onFault: () => {} });
});
afterEach(async () => {
  for (const locks of opened.splice(0)) await locks.close();
  await pool.end();
});
function locksWith(options: LocksOptions): Locks {
  const locks = createLocks(pool, options);
  opened.push(locks);
  return locks;
}

/** Holds a lock until it is lost; answers once it is held. */
function holdUntilLost(locks: Locks): Promise<{ over: Promise<string | undefined> }> {
  return new Promise((resolve, reject) => {
    const over = locks.hold(`lock ${lock}`, async (lost) => {
      resolve({ over });
      await until(lost);
      return 'lost';
    });
    over.catch(reject);
  });
}

/** Another process may have the lock once the database has noticed that the first is gone. */
const isHeldAgain = async (locks: Locks): Promise<void> => {
  await expect.poll(() => locks.hold(`lock ${lock}`, async () => 'held'), { timeout: timeoutMs }).toBe('held');
};

describe('a lock whose connection dies without a word', () => {
  it('is lost by the heartbeat, its holder returns, and the name can be held again', async () => {
    const locks = locksWith({ heartbeatMs: 50, timeoutMs: 300 });
    const { over } = await holdUntilLost(locks);
    proxy.freeze();
    expect(await settlesWithin(timeoutMs, over)).toBe(true);
    expect(await over).toBe('lost');
    await isHeldAgain(locks);
  });

  it('is not waited for when it is given back', async () => {
    const locks = locksWith({ heartbeatMs: never, timeoutMs: 300 });
    const over = locks.hold(`lock ${lock}`, async () => {
      proxy.freeze();
      return 'done';
    });
    expect(await settlesWithin(timeoutMs, over)).toBe(true);
    expect(await over).toBe('done');
    await isHeldAgain(locks);
  });

  it('cannot be acquired, and the next caller gets a working connection', async () => {
    const locks = locksWith({ heartbeatMs: never, timeoutMs: 300 });
    await isHeldAgain(locks);
    proxy.freeze();
    const taking = locks.hold(`lock ${lock}`, async () => 'held').catch(() => 'refused');
    expect(await settlesWithin(timeoutMs, taking)).toBe(true);
    expect(await taking).toBe('refused');
    await isHeldAgain(locks);
  });

  it('keeps neither close() nor the end of the pool waiting', async () => {
    const locks = createLocks(pool, { heartbeatMs: never, timeoutMs: 300 });
    await holdUntilLost(locks);
    proxy.freeze();
    expect(await settlesWithin(timeoutMs, locks.close())).toBe(true);
    expect(pool.totalCount).toBe(0);
  });
});

describe('a lock whose holder sends no heartbeat', () => {
  it('is taken over by another process, and its holder is notified', async () => {
    const idle = openPool({ url, name, limits: poolLimits.jobs, idleMs: 1_000, onFault: () => {} });
    const frozen = createLocks(idle, { heartbeatMs: never });
    opened.push(frozen);
    const { over } = await holdUntilLost(frozen);
    await isHeldAgain(locksWith({}));
    expect(await settlesWithin(timeoutMs, over)).toBe(true);
    expect(await over).toBe('lost');
    await frozen.close();
    await idle.end();
  });

  it('is kept by the heartbeat for as long as it is sent', async () => {
    const idle = openPool({ url, name, limits: poolLimits.jobs, idleMs: 2_000, onFault: () => {} });
    const alive = createLocks(idle, { heartbeatMs: 100 });
    const held = await alive.hold(`lock ${lock}`, async (lost) => {
      expect(await locksWith({}).hold(`lock ${lock}`, async () => 'held')).toBeUndefined();
      await sleep(4_000);
      return lost.aborted ? 'lost' : 'kept';
    });
    expect(held).toBe('kept');
    await idle.end();
  });
});

describe('a lock whose connection is cut', () => {
  it('is lost at once, without a heartbeat', async () => {
    const locks = locksWith({ heartbeatMs: never });
    const { over } = await holdUntilLost(locks);
    const all = new pg.Client({ connectionString: superuserUrl });
    await all.connect();
    await all.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name]);
    await all.end();
    expect(await settlesWithin(timeoutMs, over)).toBe(true);
    await isHeldAgain(locks);
  });
  it('ends what its holder does with 503, as the database is unavailable', async () => {
    const locks = locksWith({ heartbeatMs: 50, timeoutMs: 300 });
    const held = locks.hold(`lock ${lock}`, async (lost) => {
      proxy.freeze();
      await until(lost);
      lost.throwIfAborted();
    });
    await expect(held).rejects.toMatchObject({ name: 'Refused', spec: unavailable });
  });
});
