import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { drain } from './drain.ts';
import { createServer, listen } from './server.ts';
import { createBarrier } from './test-app.fixture.ts';
import { httpRequest } from './wire.fixture.ts';

let app: FastifyInstance;
let base: string;
let port: number;
let hold: ReturnType<typeof createBarrier>;

beforeEach(async () => {
  hold = createBarrier();
  app = createServer({ logger: pino({ level: 'silent' }), tls: false, trustedProxies: 0 });
  app.get('/quick', async () => ({ quick: true }));
  app.post('/things', async () => ({ taken: true }));
  app.get('/slow', async () => {
    await hold.pass();
    return { slow: true };
  });
  base = await app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(base).port);
});

const stop = () => drain(app);

/** A connection that says something, or nothing, and then waits. */
async function open(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.write(text);
  return socket;
}

describe('a stop', () => {
  it('waits for what is under way, and answers it', async () => {
    const agent = new Agent({ keepAlive: true });
    const answer = httpRequest(agent, `${base}/slow`);
    await hold.reached;
    const stopped = stop();
    await sleep(2_200);
    hold.open();
    expect(await answer).toMatchObject({ status: 200, text: '{"slow":true}', headers: { connection: 'close' } });
    await stopped;
  });

  it('lets callers in for a moment more, then asks those inside to leave and lets nobody new in', async () => {
    const agent = new Agent({ keepAlive: true });
    const slow = httpRequest(new Agent(), `${base}/slow`);
    await hold.reached;
    const stopped = stop();
    expect((await httpRequest(agent, `${base}/quick`)).headers.connection).toBe('keep-alive');
    await expect.poll(() => app.server.listening).toBe(false);
    await expect(httpRequest(new Agent(), `${base}/quick`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const answer = await httpRequest(agent, `${base}/quick`);
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
    hold.open();
    await Promise.all([slow, stopped]);
  });

  it('of an idle service is over at once', async () => {
    await stop();
    await expect(httpRequest(new Agent(), `${base}/quick`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it.each([
    ['says nothing, as browsers open them in advance', ''],
    ['stops in the middle of a request', 'GET /quick HTTP/1.1\r\nHost: a'],
    ['has had its answer and stays', 'GET /quick HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('is not held up by a connection that %s', { timeout: 15_000 }, async (_, text) => {
    const socket = await open(text);
    await sleep(100);
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
    socket.resume();
    await stop();
    expect(await closed).toBe('closed');
  });

  it('does not wait for a body that arrives too slowly: its sender gets a Retry-After', {
    timeout: 20_000,
  }, async () => {
    const type = 'Content-Type: application/json';
    const socket = await open(`POST /things HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: 1000\r\n\r\n`);
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
    const drip = setInterval(() => socket.write(' '), 100);
    socket.once('close', () => clearInterval(drip));
    const startedAt = performance.now();
    await stop();
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(received).toMatch(/^HTTP\/1\.1 503 .*retry-after: 2\r\n.*"unavailable"/s);
  });
});

describe('a service at localhost', () => {
  it('stands at one address, also where that name has two, and a stop waits for those who came by it', async () => {
    await app.close();
    app = createServer({ logger: pino({ level: 'silent' }), tls: false, trustedProxies: 0 });
    app.get('/slow', async () => {
      await hold.pass();
      return { slow: true };
    });
    const opened = vi.spyOn(app, 'listen');
    const address = await listen(app, { port: 0, host: 'localhost' });
    // Asked for the name itself, the framework opens every address that the name has on this machine.
    expect(opened.mock.calls[0]?.[0]).toHaveProperty('host', expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/));
    expect(app.addresses()).toHaveLength(1);
    const answer = httpRequest(new Agent({ keepAlive: true }), `${address}/slow`);
    await hold.reached;
    const stopped = stop();
    await sleep(1_200);
    hold.open();
    expect((await answer).status).toBe(200);
    await stopped;
  });
});
