import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openWorld, type World } from '../../test/harness/world.ts';
import { createBarrier } from './http/test-app.fixture.ts';
import { type Delivery, drainOutbox, enqueueMessage, firstRetryMs, maxAttempts, startOutbox } from './outbox.ts';
import { backoffMs } from './time.ts';

const world = await openWorld();

const post = (topic: string, payload: object = {}) =>
  world.database.transaction((tx, now) => enqueueMessage(tx, topic, payload, now));

interface Row {
  status: string;
  attempts: number;
  last_error: string | null;
}
const rowsOf = async (topic: string): Promise<Row[]> =>
  (
    await sql<Row>`select status, attempts, last_error from outbox where topic = ${topic} order by id`.execute(
      world.database.db,
    )
  ).rows;

it('A message that was sent in a transaction that failed is never delivered', async () => {
  const failed = world.database.transaction(async (tx, now) => {
    await enqueueMessage(tx, 'undone', {}, now);
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  expect(await rowsOf('undone')).toEqual([]);
});

it('Three processes that drain at once deliver each of 100 messages once', async () => {
  const seen: unknown[] = [];
  const delivery: Delivery = { topic: 'many', deliver: async (payload) => void seen.push(payload) };
  await world.database.transaction(async (tx, now) => {
    for (let n = 0; n < 100; n++) await enqueueMessage(tx, 'many', { n }, now);
  });
  const drain = async (database: World['database']) => {
    while ((await drainOutbox(database, [delivery])) > 0);
  };
  await Promise.all([world, world.another(), world.another()].map(({ database }) => drain(database)));
  expect(seen).toHaveLength(100);
  expect(new Set(seen.map((payload) => JSON.stringify(payload))).size).toBe(100);
  expect((await rowsOf('many')).every(({ status }) => status === 'delivered')).toBe(true);
});

it('A failed delivery is tried again after growing pauses, and in the end it is a dead letter', async () => {
  let tries = 0;
  const delivery: Delivery = {
    topic: 'failing',
    deliver: async () => {
      tries++;
      throw new Error('no answer');
    },
  };
  await post('failing');
  let shift = 0;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    expect(await drainOutbox(world.database, [delivery])).toBe(1);
    expect(await drainOutbox(world.database, [delivery]), 'not before the pause is over').toBe(0);
    shift += backoffMs(attempt, firstRetryMs) / 1000 + 1;
    await world.clock.shift(`${shift} seconds`);
  }
  await world.clock.shift('0');
  expect(tries).toBe(maxAttempts);
  expect(await rowsOf('failing')).toEqual([{ status: 'dead', attempts: maxAttempts, last_error: 'no answer' }]);
});

it('A message whose process died while delivering is taken over after a minute', async () => {
  let end: (() => void) | undefined;
  const dying: Delivery = { topic: 'dying', deliver: () => new Promise((resolve) => (end = resolve)) };
  await post('dying');
  const first = drainOutbox(world.database, [dying]);
  await expect.poll(() => end).toBeDefined();
  const fine: Delivery = { topic: 'dying', deliver: async () => {} };
  expect(await drainOutbox(world.database, [fine])).toBe(0);
  await world.clock.shift('61 seconds');
  expect(await drainOutbox(world.database, [fine])).toBe(1);
  await world.clock.shift('0');
  expect(await rowsOf('dying')).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  end?.();
  await first;
});

it('A delivery that does not end is given up, and others go on', async () => {
  const delivered: string[] = [];
  const never: Delivery = { topic: 'hanging', deliver: () => new Promise(() => {}) };
  const fine: Delivery = { topic: 'beside', deliver: async () => void delivered.push('beside') };
  await post('hanging');
  await post('beside');
  expect(await drainOutbox(world.database, [never, fine], 20)).toBe(2);
  expect(delivered).toEqual(['beside']);
  expect(await rowsOf('hanging')).toEqual([{ status: 'waiting', attempts: 1, last_error: 'it took too long' }]);
});

it('A delivery that hangs holds up neither its own topic nor others', async () => {
  const done: string[] = [];
  const hanging = createBarrier();
  const note = async (topic: string) => void done.push(topic);
  const isStuck = (payload: unknown) => JSON.stringify(payload).includes('stuck');
  const deliveries: Delivery[] = [
    { topic: 'hangs', deliver: (payload) => (isStuck(payload) ? hanging.pass() : note('hangs')) },
    { topic: 'flows', deliver: () => note('flows') },
  ];
  const bus = { on: () => () => {}, onConnection: () => () => {} };
  await post('hangs', { stuck: true });
  const outbox = startOutbox({ connections: world.database, deliveries, bus, log: world.logger, pollMs: 50 });
  await hanging.reached;
  await post('flows');
  await post('hangs');
  await expect.poll(() => done.toSorted(), { timeout: 10_000 }).toEqual(['flows', 'hangs']);
  hanging.open();
  await outbox.stop();
  expect((await rowsOf('hangs')).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
});

it('A message whose process died at every attempt is a dead letter', async () => {
  await post('deadly');
  const { pool } = world.database;
  await pool.query(`update outbox set attempts = $1 where topic = 'deadly'`, [maxAttempts]);
  const fine: Delivery = { topic: 'deadly', deliver: async () => {} };
  expect(await drainOutbox(world.database, [fine])).toBe(0);
  const last_error = 'the process ended while it was delivered';
  expect(await rowsOf('deadly')).toEqual([{ status: 'dead', attempts: maxAttempts, last_error }]);
});

it('Of many messages whose last attempt never ended none is delivered once more', async () => {
  await world.database.transaction(async (tx, now) => {
    for (let n = 0; n < 45; n++) await enqueueMessage(tx, 'exhausted', { n }, now);
  });
  await world.database.pool.query(`update outbox set attempts = $1 where topic = 'exhausted'`, [maxAttempts]);
  // The last of all is still to be delivered, behind them.
  await post('exhausted', { isNew: true });
  const seen: unknown[] = [];
  const delivery: Delivery = { topic: 'exhausted', deliver: async (payload) => void seen.push(payload) };
  for (const _turn of [1, 2, 3]) await drainOutbox(world.database, [delivery]);
  expect(seen).toEqual([{ isNew: true }]);
  const rows = await rowsOf('exhausted');
  const dead = rows.filter(({ status, attempts }) => status === 'dead' && attempts === maxAttempts);
  expect([dead.length, rows.length]).toEqual([45, 46]);
});

it('A delivery that ends after its lease decides nothing any more', async () => {
  let end = (_error: Error): void => {};
  const slow: Delivery = {
    topic: 'late',
    deliver: () => new Promise((_resolve, reject) => (end = reject)),
  };
  const id = await post('late');
  const late = drainOutbox(world.database, [slow]);
  await expect.poll(async () => (await rowsOf('late'))[0]?.attempts).toBe(1);
  await world.clock.shift('61 seconds');
  // Another process has taken it over, and is at it.
  await world.database.pool.query('update outbox set attempts = 2 where id = $1', [id]);
  end(new Error('no answer'));
  await late;
  await world.clock.shift('0');
  expect(await rowsOf('late')).toEqual([{ status: 'waiting', attempts: 2, last_error: null }]);
});

it('Messages that nobody here delivers are left for those who do', async () => {
  await post('foreign');
  expect(await drainOutbox(world.database, [{ topic: 'other', deliver: async () => {} }])).toBe(0);
  expect(await rowsOf('foreign')).toMatchObject([{ status: 'waiting', attempts: 0 }]);
});
