import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { closeAfterFile } from '../../../test/harness/close-after-file.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { type ConnectionSource, withFallback } from './replica.ts';

const world = await openWorld();

/** How long callers wait for a server that does not answer. */
const silentMs = 300;

/** A server that accepts connections and never answers. */
async function silentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterFile(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `postgres://app@127.0.0.1:${port}/app`, sockets };
}

function openPool(connectionString: string, connectionTimeoutMillis = 30_000): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2, connectionTimeoutMillis });
  pool.on('error', () => {});
  closeAfterFile(() => pool.end());
  return pool;
}

/** Connects and runs a query, on the replica or the primary. */
const asker = (source: ConnectionSource) => async (): Promise<unknown> => {
  const client = await source.connect();
  const { rows } = await client.query('select 1 as one');
  client.release();
  return rows[0];
};
const one = { one: 1 };

it('uses the primary for all callers of a replica that does not answer, also for those that waited in line', async () => {
  const { url } = await silentServer();
  const reports: boolean[] = [];
  const primary = openPool(world.server.url('app', world.databaseName));
  const ask = asker(withFallback(openPool(url, silentMs), primary, (isReachable) => void reports.push(isReachable)));
  expect(await Promise.all(Array.from({ length: 6 }, ask))).toEqual(Array(6).fill(one));
  expect(reports).toEqual([false]);
});

it('tries a replica that does not answer with one caller at a time, while the others use the primary', async () => {
  const { url, sockets } = await silentServer();
  const primary = openPool(world.server.url('app', world.databaseName));
  const reports: boolean[] = [];
  const retryMs = 100;
  const ask = asker(
    withFallback(openPool(url, silentMs), primary, (isReachable) => void reports.push(isReachable), retryMs),
  );
  await ask();
  expect([sockets.length, reports]).toEqual([1, [false]]);
  await sleep(retryMs);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([one, one, one]);
  expect([sockets.length, reports]).toEqual([2, [false]]);
});

it('lets callers of a busy replica wait, and fail, instead of moving to the primary', async () => {
  const url = world.server.url('app', world.databaseName);
  const [replica, primary] = [openPool(url, 2_000), openPool(url)];
  const source = withFallback(replica, primary, () => {});
  const held = [await source.connect(), await source.connect()];
  await expect(source.connect()).rejects.toThrow('timeout exceeded');
  for (const client of held) client.release();
  expect(primary.totalCount).toBe(0);
});
