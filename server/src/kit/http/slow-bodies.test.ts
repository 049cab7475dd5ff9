import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { notFound, refuse } from '../errors.ts';
import { createServer } from './server.ts';
import { mountStreams } from './streams.ts';

const bodyMs = 300;
const app = createServer({ logger: pino({ level: 'silent' }), tls: false, trustedProxies: 0, bodyMs, headersMs: 300 });
app.post('/things', async () => ({ taken: true }));
app.get('/slow', async () => sleep(bodyMs * 3));
mountStreams(app, [
  {
    methods: ['PATCH'],
    url: '/files/:id',
    async handle({ body, params }) {
      if (params.id === 'unknown') refuse(notFound);
      const parts: unknown[] = await body.toArray();
      return { status: 200, body: `taken ${parts.join('')}` };
    },
  },
]);
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
});

async function connected(): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return { socket, received: () => received };
}

async function begin(line: string, headers: readonly string[]) {
  const connection = await connected();
  connection.socket.write([`${line} HTTP/1.1`, 'Host: here', ...headers, '', ''].join('\r\n'));
  return connection;
}

/** However it ends: writing to a closed connection gives a reset. */
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

const tooLate =
  /^HTTP\/1\.1 408 Request Timeout\r\n.*connection: close\r\n.*\{"statusCode":408,"error":"request_timeout"\}$/s;
const json = 'Content-Type: application/json';
const body = '{"name":"a thing"}';

describe('a body that continues after its refusal', () => {
  it('is read away for so many bytes, and then the connection is cut', async () => {
    const patient = createServer({ logger: pino({ level: 'silent' }), tls: false, trustedProxies: 0 });
    const address = new URL(await patient.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(address.port), '127.0.0.1');
    socket.on('error', () => {}).resume();
    const over = closed(socket);
    socket.write('GET /nothing-here HTTP/1.1\r\nHost: here\r\nContent-Length: 1000000000000\r\n\r\n');
    const part = Buffer.alloc(1024 * 1024, 'x');
    let sent = 0;
    while (sent < 200 && !socket.destroyed) {
      sent++;
      if (!socket.write(part)) await Promise.race([once(socket, 'drain'), over]).catch(() => {});
    }
    socket.destroy();
    await patient.close();
    // 32 MB, and what the buffers on both sides hold.
    expect(sent).toBeLessThan(64);
  });
});

it('A request whose headers do not arrive in time is not waited for, and is answered with 408', async () => {
  const { socket, received } = await connected();
  socket.write('GET /slow HTTP/1.1\r\nHost: here\r\n');
  await closed(socket);
  expect(received()).toMatch(tooLate);
});

describe('a body', () => {
  it.each([
    ['that says its length', [json, `Content-Length: ${body.length}`], '{"name":'],
    ['that comes in chunks', [json, 'Transfer-Encoding: chunked'], '8\r\n{"name":\r\n'],
    ['of which nothing comes', [json, `Content-Length: ${body.length}`], ''],
  ] as const)('%s has a timeout, which its sender gets as an error', async (_name, headers, part) => {
    const { socket, received } = await begin('POST /things', headers);
    socket.write(part);
    await closed(socket);
    expect(received()).toMatch(tooLate);
  });

  it('that trickles in is cut off too', async () => {
    const { socket, received } = await begin('POST /things', [json, 'Content-Length: 1000']);
    const trickle = setInterval(() => socket.write(' '), bodyMs / 10);
    await closed(socket);
    clearInterval(trickle);
    expect(received()).toMatch(tooLate);
  });

  it('that is late behind a request that is still being answered is cut off without a word', async () => {
    const { socket, received } = await begin('GET /slow', []);
    socket.write(`POST /things HTTP/1.1\r\nHost: here\r\n${json}\r\nContent-Length: 10\r\n\r\n`);
    await closed(socket);
    expect(received()).toBe('');
  });

  it('that came in time leaves the connection for the next', async () => {
    const { socket, received } = await begin('POST /things', [json, `Content-Length: ${body.length}`]);
    socket.write(body);
    await expect.poll(received, { timeout: 5_000 }).toContain('{"taken":true}');
    await sleep(bodyMs * 2);
    expect(socket.closed || socket.destroyed).toBe(false);
    socket.write(`POST /things HTTP/1.1\r\nHost: here\r\n${json}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await expect.poll(() => received().match(/"taken":true/g), { timeout: 5_000 }).toHaveLength(2);
    socket.destroy();
  });

  it.concurrent.each([
    ['that does not know the file', '/files/unknown'],
    ['whose address holds more', '/files/1/2'],
    ['whose address is too long', `/files/${'1'.repeat(300)}`],
    ['whose address is malformed', '/files/%zz'],
  ])('of a route that takes long, %s, is not listened to once it is refused', async (_name, path) => {
    const { socket, received } = await begin(`PATCH ${path}`, ['Content-Type: some/thing', 'Content-Length: 1000000']);
    const trickle = setInterval(() => socket.write(' '), bodyMs / 3);
    await expect.poll(received, { timeout: 5_000 }).toContain('not_found');
    const answeredAt = performance.now();
    await closed(socket);
    clearInterval(trickle);
    expect(performance.now() - answeredAt).toBeLessThan(12_000);
  });

  it('of a route that takes long may take long', async () => {
    const { socket, received } = await begin('PATCH /files/1', ['Content-Type: some/thing', 'Content-Length: 6']);
    for (const byte of 'upload') {
      socket.write(byte);
      await sleep(bodyMs / 2);
    }
    await expect.poll(received, { timeout: 5_000 }).toContain('taken upload');
    socket.destroy();
  });
});
