import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld } from '../../test/harness/world.ts';
import { type Bus, type BusOptions, createBus, emitAfterCommit, emitInTransaction } from './bus.ts';
import { openDatabase } from './db/database.ts';
import { flakyNetwork } from './flaky-network.fixture.ts';
import { type Delivery, enqueueMessage, startOutbox } from './outbox.ts';

const world = await openWorld();
const { database } = world;
const url = world.server.url('app', world.databaseName);

let superuser: pg.Client;
beforeAll(async () => {
  superuser = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await superuser.connect();
});

const opened: Bus[] = [];
afterAll(async () => {
  await Promise.all(opened.map((bus) => bus.stop()));
  await superuser.end();
});

/** What one process hears: messages, and how its connection fares. */
async function listener(options: Partial<BusOptions> = {}, topic = 'news') {
  const received: unknown[] = [];
  const faults: unknown[] = [];
  const bus = createBus({
    url,
    heartbeatMs: 50,
    timeoutMs: 300,
    onFault: (fault) => void faults.push(fault),
    ...options,
  });
  opened.push(bus);
  bus.onConnection((isConnected) => void received.push(isConnected ? 'connected' : 'disconnected'));
  bus.on(topic, (payload) => void received.push(payload));
  bus.start();
  await expect.poll(() => bus.isConnected).toBe(true);
  return { bus, received, faults };
}
const emit = (payload: unknown, topic = 'news') => database.transaction((tx) => emitInTransaction(tx, topic, payload));
const cut = () =>
  superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'cliffhanger bus'`,
  );

describe('a message', () => {
  it('reaches every process that listens, the sender’s too, in the order of the commits', async () => {
    const all = [await listener(), await listener()];
    for (let n = 1; n <= 3; n++) await emit({ n });
    for (const { received } of all)
      await expect.poll(() => received).toEqual(['connected', { n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('reaches its own process before the transaction returns, whether or not the bus is connected', async () => {
    const bus = createBus({ url, database });
    const own: unknown[] = [];
    bus.onOwn('own', (payload) => void own.push(payload));
    await database.transaction(async (tx) => {
      await emitInTransaction(tx, 'own', 'in it');
      emitAfterCommit(tx, 'own', 'after it');
      expect(own).toEqual([]);
    });
    expect(own).toEqual(['in it', 'after it']);
    await database.jobs.transaction((tx) => emitInTransaction(tx, 'own', 'of a job'));
    expect(own).toEqual(['in it', 'after it', 'of a job']);
    const other = openDatabase({ url, connections: 1 });
    await other.transaction((tx) => emitInTransaction(tx, 'own', 'of another process'));
    await other.close();
    expect(own).toHaveLength(3);
  });

  it('reaches its own process whatever level of messages its connection asks for', async () => {
    const bus = createBus({ url, database });
    const own: unknown[] = [];
    bus.onOwn('quiet', (payload) => void own.push(payload));
    await database.transaction(async (tx) => {
      await sql`set local client_min_messages = error`.execute(tx);
      await emitInTransaction(tx, 'quiet', 1);
    });
    expect(own).toEqual([1]);
  });

  it('reaches only those who asked for its topic', async () => {
    const { received } = await listener({}, 'weather');
    await emit('war', 'news');
    await emit('rain', 'weather');
    await expect.poll(() => received).toEqual(['connected', 'rain']);
  });

  it('of a transaction that is undone reaches nobody, however it was sent', async () => {
    const { received } = await listener({}, 'undone');
    const undone = database.transaction(async (tx) => {
      await emitInTransaction(tx, 'undone', 1);
      emitAfterCommit(tx, 'undone', 2);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await emit('last', 'undone');
    await expect.poll(() => received).toEqual(['connected', 'last']);
  });

  it('after a commit is sent when the transaction is over, and equal ones that wait together go out once', async () => {
    const { received } = await listener({}, 'after');
    await database.transaction(async (tx) => {
      for (let n = 0; n < 50; n++) emitAfterCommit(tx, 'after', 'look');
      emitAfterCommit(tx, 'after', 'look here too');
      await sleep(100);
      expect(received).toEqual(['connected']);
    });
    await expect.poll(() => new Set(received)).toEqual(new Set(['connected', 'look', 'look here too']));
    expect(received.length).toBeLessThanOrEqual(4);
  });

  it('of more than 8,000 bytes is refused where it is sent, whatever its script', async () => {
    const { received } = await listener({}, 'long');
    const longest = 'a'.repeat(7_988);
    await emit(longest, 'long');
    await expect.poll(() => received).toEqual(['connected', longest]);
    await expect(emit(`${longest}a`, 'long')).rejects.toThrow('has 8000 bytes');
    const sending = database.transaction(async (tx) => emitAfterCommit(tx, 'long', 'ب'.repeat(4_000)));
    await expect(sending).rejects.toThrow('a message about long has 8011 bytes, and 7999 is the most');
  });

  it('by someone else on our channel, or a handler that fails, disturbs no other', async () => {
    const { bus, received, faults } = await listener({}, 'sturdy');
    bus.on('sturdy', () => {
      throw new Error('dropped it');
    });
    await superuser.query(`notify cliffhanger, 'hello'; notify cliffhanger, '{}'; notify cliffhanger, '[1]'`);
    await emit('fine', 'sturdy');
    await expect.poll(() => received).toEqual(['connected', 'fine']);
    expect(faults.map(String)).toEqual([
      'Error: not a message of ours: hello',
      'Error: not a message of ours: {}',
      'Error: not a message of ours: [1]',
      'Error: dropped it',
    ]);
  });
});

describe('a connection that is lost', () => {
  it('is reported, and reconnected; the report covers messages that were sent meanwhile', async () => {
    const { received } = await listener({}, 'lost');
    await emit(1, 'lost');
    await expect.poll(() => received).toEqual(['connected', 1]);
    await cut();
    await emit('sent while nobody listened', 'lost');
    await expect
      .poll(() => received.filter((one) => one !== 'sent while nobody listened'))
      .toEqual(['connected', 1, 'disconnected', 'connected']);
    await emit(2, 'lost');
    await expect.poll(() => received.at(-1)).toEqual(2);
  });

  it('in silence is noticed, and made anew when the network is back', async () => {
    const network = await flakyNetwork(new URL(url));
    const { received } = await listener({ url: network.url }, 'silent');
    network.freeze();
    await expect.poll(() => received).toEqual(['connected', 'disconnected']);
    network.thaw();
    await expect.poll(() => received).toEqual(['connected', 'disconnected', 'connected']);
    await emit('again', 'silent');
    await expect.poll(() => received.at(-1)).toEqual('again');
    network.close();
  });

  it('or was never there is made as soon as it can be', async () => {
    const network = await flakyNetwork(new URL(url));
    network.freeze();
    const bus = createBus({ url: network.url, heartbeatMs: 50, timeoutMs: 300 });
    opened.push(bus);
    bus.start();
    await sleep(200);
    expect(bus.isConnected).toBe(false);
    network.thaw();
    network.drop();
    await expect.poll(() => bus.isConnected).toEqual(true);
    network.close();
  });
});

it('A stop closes the connection, and tells that nothing is heard any more', async () => {
  const { bus, received } = await listener({}, 'over');
  await bus.stop();
  expect(received).toEqual(['connected', 'disconnected']);
  expect(bus.isConnected).toBe(false);
  await emit('too late', 'over');
  expect(received).toHaveLength(2);
});

describe('the outbox', () => {
  const log = pino({ level: 'silent' });
  const never = 3_600_000;

  /** Delivers as another process would, and looks by itself only once an hour. */
  async function startDelivery(topic: string, pollMs: number, busUrl = url) {
    const { bus } = await listener({ url: busUrl });
    const delivered: unknown[] = [];
    const delivery: Delivery = { topic, deliver: async (payload) => void delivered.push(payload) };
    const connections = world.another().database.jobs;
    const outbox = startOutbox({ connections, deliveries: [delivery], bus, log, pollMs });
    return { bus, delivered, outbox };
  }
  const post = (topic: string, n: number) => database.transaction((tx, now) => enqueueMessage(tx, topic, { n }, now));

  it('delivers a message as soon as its change is committed, without looking for it', async () => {
    const { delivered, outbox } = await startDelivery('quick', never);
    for (let n = 1; n <= 3; n++) {
      await post('quick', n);
      await expect.poll(() => delivered.length).toEqual(n);
    }
    await outbox.stop();
  });

  it('delivers what was written while its bus was down when it is connected again', async () => {
    const network = await flakyNetwork(new URL(url));
    const { bus, delivered, outbox } = await startDelivery('meanwhile', never, network.url);
    network.freeze();
    await expect.poll(() => bus.isConnected).toEqual(false);
    await post('meanwhile', 1);
    expect(delivered).toEqual([]);
    network.thaw();
    await expect.poll(() => delivered).toEqual([{ n: 1 }]);
    await outbox.stop();
    network.close();
  });

  it('delivers without the bus too, a little later', async () => {
    const { bus, delivered, outbox } = await startDelivery('slow', 20);
    await bus.stop();
    await post('slow', 1);
    await expect.poll(() => delivered).toEqual([{ n: 1 }]);
    await outbox.stop();
  });
});
