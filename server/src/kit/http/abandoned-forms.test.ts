import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { formOf } from '../../../test/harness/form.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { mount } from './mount.ts';
import { createServer } from './server.ts';
import { createBarrier, mountOptions, pictureEndpoint } from './test-app.fixture.ts';

/** Senders of forms that go away, over real connections: none of them may keep a place. */

type Barrier = ReturnType<typeof createBarrier>;
let authenticating: Barrier | undefined;
let preparing: Barrier | undefined;
const seen = { requests: 0, prepared: 0 };

const takeFile = pictureEndpoint(1024, async () => {
  seen.prepared++;
  await preparing?.pass();
});

const world = await openWorld();
const app = createServer({ logger: pino({ level: 'silent' }), tls: false, trustedProxies: 0 });
const strict = {
  authenticate: async ({ headers: { 'x-name': name } }: { headers: Record<string, unknown> }) => {
    await authenticating?.pass();
    return { caller: { name: String(name) }, callerId: String(name), now: new Date() };
  },
};
mount(app, [takeFile], { ...mountOptions, database: world.database, guards: { strict }, unlistedErrorsCrash: true });
const base = await app.listen({ port: 0, host: '127.0.0.1' });
const connections = promisify(app.server.getConnections.bind(app.server));
app.server.on('request', () => seen.requests++);
afterAll(() => app.close());

beforeEach(async () => {
  authenticating = undefined;
  preparing = undefined;
  app.server.closeAllConnections();
  await expect.poll(connections).toBe(0);
  Object.assign(seen, { requests: 0, prepared: 0 });
});

const { payload, contentType } = formOf({}, { name: 'a.png', bytes: 'some bytes' });
async function send(name: string): Promise<number> {
  const headers = { 'x-name': name, 'content-type': contentType, connection: 'close' };
  const body = new Uint8Array(payload);
  const signal = AbortSignal.timeout(5_000);
  return (await fetch(`${base}/v1/pictures`, { method: 'POST', headers, body, signal })).status;
}

/** Sends a form up to some byte of its file. */
async function begin(name: string): Promise<Socket> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  const head = [`X-Name: ${name}`, `Content-Type: ${contentType}`, `Content-Length: ${payload.length}`];
  socket.write(['POST /v1/pictures HTTP/1.1', 'Host: here', ...head, '', ''].join('\r\n'));
  socket.write(payload.subarray(0, payload.indexOf('bytes')));
  return socket;
}

const beginMany = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => begin(`caller ${n % 5}`)));

async function leave(sockets: readonly Socket[], left: number): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await expect.poll(connections).toBe(left);
}

const sendMany = () => Promise.all(Array.from({ length: 20 }, (_, n) => send(`caller ${n % 5}`)));
const allTaken = Array(20).fill(201);

it('Those who leave while they wait give their places to others', async () => {
  preparing = createBarrier();
  const first = sendMany();
  await expect.poll(() => seen.prepared).toBe(16);
  const sockets = await beginMany(40);
  await expect.poll(() => seen.requests).toBe(60);
  await leave(sockets, 20);
  preparing.open();
  expect(await first).toEqual(allTaken);
  expect(await sendMany()).toEqual(allTaken);
});

it('Those who leave before they are known take no place', async () => {
  authenticating = createBarrier();
  const sockets = await beginMany(20);
  await expect.poll(() => seen.requests).toBe(20);
  await leave(sockets, 0);
  authenticating.open();
  expect(await sendMany()).toEqual(allTaken);
});

it('Those who leave in the middle of their form give their places to others', async () => {
  const sockets = await beginMany(20);
  await expect.poll(() => seen.requests).toBe(20);
  await leave(sockets, 0);
  expect(await sendMany()).toEqual(allTaken);
  expect(seen.prepared).toBe(20);
});
