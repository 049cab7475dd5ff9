import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Type } from 'typebox';
import { afterAll, afterEach, expect, it } from 'vitest';
import { boundary, formOf, formType } from '../../../test/harness/form.ts';
import { createBarrier, openTestApp, serveTestApp, strictEndpoint } from './test-app.fixture.ts';
import { parseObject } from './wire.fixture.ts';

/** Streamed forms have few places, and do not last for ever. */

let hold: ReturnType<typeof createBarrier> | undefined;
const seen = { reading: 0, working: 0, mostWorking: 0 };
const endpoints = [
  strictEndpoint.upload({
    url: '/files',
    summary: 'Take a file',
    access: ['write'],
    status: 201,
    upload: { maxBytes: 1024 },
    body: Type.Object({}),
    reply: Type.Object({}),
    prepare: async ({ file }) => {
      seen.reading++;
      try {
        for await (const _part of file.stream);
      } finally {
        seen.reading--;
      }
    },
    run: async () => {
      seen.mostWorking = Math.max(seen.mostWorking, ++seen.working);
      await hold?.pass();
      seen.working--;
      return {};
    },
  }),
];

const testApp = await openTestApp(endpoints, '');
const base = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
const hasty = serveTestApp(testApp.world, testApp.world.database, endpoints, { uploadMs: 500 });
const hastyBase = await hasty.app.listen({ port: 0, host: '127.0.0.1' });
const sockets = new Set<Socket>();
const leave = (): void => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
};
afterEach(async () => {
  leave();
  await expect.poll(() => seen).toMatchObject({ reading: 0, working: 0 });
  hold = undefined;
  seen.mostWorking = 0;
});
afterAll(async () => {
  leave();
  await hasty.app.close();
});

/** Begins a form, and neither ends it nor goes away. */
async function begin(name: string, at = base) {
  const socket = connect(Number(new URL(at).port), '127.0.0.1').on('error', () => {});
  sockets.add(socket);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  await once(socket, 'connect');
  const head = [`X-Name: ${name}`, `Content-Type: ${formType}`, 'Content-Length: 1000'];
  socket.write(['POST /v1/files HTTP/1.1', 'Host: here', ...head, '', ''].join('\r\n'));
  socket.write(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nsome`);
  return { socket, received: () => received };
}

const { payload, contentType } = formOf({}, { name: 'a.csv', bytes: 'some bytes' });
async function send(name: string) {
  const headers = { 'x-name': name, 'content-type': contentType };
  const { statusCode, payload: text } = await testApp.app.inject({
    method: 'POST',
    url: '/v1/files',
    headers,
    payload,
  });
  return { status: statusCode, body: parseObject(text) };
}

it('Of one caller two are read, and the next is asked to come later', async () => {
  await Promise.all([begin('ann'), begin('ann')]);
  await expect.poll(() => seen.reading).toBe(2);
  expect(await send('ann')).toMatchObject({ status: 429, body: { error: 'rate_limited', retryAfterS: 10 } });
  const { received } = await begin('ann');
  await expect.poll(received, { timeout: 5_000 }).toMatch(/^HTTP\/1\.1 429 /);
  expect((await send('ben')).status).toBe(201);
  leave();
  await expect.poll(async () => (await send('ann')).status).toBe(201);
});

it('Of all callers together four are read', async () => {
  await Promise.all(['ann', 'ann', 'ben', 'cy'].map((name) => begin(name)));
  await expect.poll(() => seen.reading).toBe(4);
  expect(await send('dee')).toMatchObject({ status: 503, body: { error: 'unavailable' } });
  leave();
  await expect.poll(async () => (await send('dee')).status).toBe(201);
});

it('Two are worked on at once, and the others wait without a connection', async () => {
  hold = createBarrier();
  const { pool } = testApp.world.database;
  const sent = ['ann', 'ann', 'ben', 'ben'].map(send);
  await expect.poll(() => seen.working).toBe(2);
  await expect.poll(async () => (await send('dee')).status).toBe(503);
  expect(pool.totalCount - pool.idleCount).toBe(2);
  hold.open();
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(seen.mostWorking).toBe(2);
});

it('A client that sends one too slowly gets an error and is disconnected', { timeout: 10_000 }, async () => {
  const { socket, received } = await begin('ann', hastyBase);
  const trickle = setInterval(() => socket.write(' '), 50);
  await once(socket, 'close');
  clearInterval(trickle);
  expect(received()).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s);
  await expect.poll(() => seen.reading).toBe(0);
});
