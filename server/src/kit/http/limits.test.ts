import { pino } from 'pino';
import { Type } from 'typebox';
import { beforeEach, describe, expect, it } from 'vitest';
import { closeAfterFile } from '../../../test/harness/close-after-file.ts';
import { openWorld } from '../../../test/harness/world.ts';
import type { Guard } from './endpoint.ts';
import { openGuard, publicEndpoint } from './endpoints.ts';
import { mount } from './mount.ts';
import { createServer } from './server.ts';
import { createBarrier, lenientEndpoint, mountOptions } from './test-app.fixture.ts';

/** Limits of one caller's calls. Classes allow a minute of their rate at once: 3 of one device, 6 of one address. */

const world = await openWorld();
let slow = createBarrier();
let running = 0;
beforeEach(() => {
  slow = createBarrier();
  running = 0;
});

const common = { summary: '', reply: Type.Object({}) };
const endpoints = [
  publicEndpoint({
    ...common,
    method: 'POST',
    url: '/enter',
    access: 'anyone',
    countedBy: 'deviceId',
    body: Type.Object({ deviceId: Type.String() }),
    run: async () => ({}),
  }),
  publicEndpoint({
    ...common,
    method: 'POST',
    url: '/enter-slowly',
    access: 'anyone',
    countedBy: 'deviceId',
    body: Type.Object({ deviceId: Type.String() }),
    run: async () => {
      running++;
      await slow.pass();
      return {};
    },
  }),
  publicEndpoint({
    ...common,
    method: 'GET',
    url: '/open',
    access: 'anyone',
    run: async () => {
      running++;
      await slow.pass();
      return {};
    },
  }),
  lenientEndpoint({
    ...common,
    method: 'GET',
    url: '/slow',
    access: 'signed_in',
    run: async () => {
      running++;
      await slow.pass();
      return {};
    },
  }),
];
const named: Guard = {
  authenticate: async ({ headers }) => {
    const name = String(headers['x-name']);
    return { caller: { name }, callerId: name, now: new Date() };
  },
};

function serve(rateLimits: boolean, callsAtOnce = { caller: 64, address: 4 }) {
  const app = createServer({ logger: pino({ level: 'silent' }), tls: false, trustedProxies: 0 });
  mount(app, endpoints, {
    ...mountOptions,
    database: world.database,
    guards: { open: openGuard, lenient: named },
    rates: { any: 1000, address: 0.1, named: 0.05 },
    callsAtOnce,
    rateLimits,
    unlistedErrorsCrash: true,
  });
  closeAfterFile(() => app.close());
  const post = (url: string) => async (deviceId: string, remoteAddress: string) =>
    (await app.inject({ method: 'POST', url, payload: { deviceId }, remoteAddress })).statusCode;
  return {
    enter: post('/v1/enter'),
    enterSlowly: post('/v1/enter-slowly'),
    look: (remoteAddress: string) => app.inject({ url: '/v1/open', remoteAddress }),
    wait: (name: string) => app.inject({ url: '/v1/slow', headers: { 'x-name': name } }),
  };
}

describe('calls without a token', () => {
  it('are counted for the device that they name, and for the address as a ceiling', async () => {
    const { enter } = serve(true);
    const carrier = '192.0.2.1';
    const first = [1, 2, 3, 4].map(() => enter('a', carrier));
    expect(await Promise.all(first), 'one device').toEqual([200, 200, 200, 429]);
    const others = ['b', 'c', 'd', 'e'].map((device) => enter(device, carrier));
    expect(await Promise.all(others), 'devices behind one address').toEqual([200, 200, 200, 429]);
    expect(await enter('f', '192.0.2.2'), 'another address').toBe(200);
  });

  it('of one device are counted for each endpoint and address, which keeps nobody at another address out', async () => {
    const { enter, enterSlowly } = serve(true);
    slow.open();
    const flood = ['a', 'A', 'a', 'A'].map((device) => enter(device, '2001:db8::1'));
    expect(await Promise.all(flood)).toEqual([200, 200, 200, 429]);
    expect(await enter('a', '2001:db8::2'), 'the same network').toBe(429);
    expect(await enter('a', '192.0.2.1'), 'another network').toBe(200);
    expect(await enterSlowly('a', '2001:db8::1'), 'another endpoint').toBe(200);
  });

  it('of one device may be in progress so many times at one address, and as many at another', async () => {
    const { enterSlowly } = serve(true, { caller: 2, address: 4 });
    const calls = Array.from({ length: 3 }, () => enterSlowly('a', '192.0.2.1'));
    await expect.poll(() => running).toBe(2);
    const other = enterSlowly('a', '192.0.2.2');
    await expect.poll(() => running).toBe(3);
    slow.open();
    expect(await other).toBe(200);
    expect((await Promise.all(calls)).toSorted((a, b) => a - b)).toEqual([200, 200, 429]);
  });

  it('may be in progress so many times for one address, which keeps nobody at another address out', async () => {
    const { look } = serve(true);
    const calls = Array.from({ length: 5 }, () => look('192.0.2.1'));
    await expect.poll(() => running).toBe(4);
    const other = look('192.0.2.2');
    await expect.poll(() => running).toBe(5);
    slow.open();
    expect((await other).statusCode).toBe(200);
    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 429]);
  });

  it('are not limited where limits are off', async () => {
    const { enter } = serve(false);
    const calls = Array.from({ length: 10 }, () => enter('a', '192.0.2.1'));
    expect(await Promise.all(calls)).toEqual(Array(10).fill(200));
  });
});

describe('65 calls of one caller at once', () => {
  it('are one too many: the excess is refused with 429, and others are served', async () => {
    const { wait } = serve(true);
    const calls = Array.from({ length: 65 }, () => wait('ann'));
    await expect.poll(() => running).toBe(64);
    const other = wait('ben');
    await expect.poll(() => running).toBe(65);
    slow.open();
    expect((await other).statusCode).toBe(200);
    const answers = await Promise.all(calls);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(
      refused.map((answer): unknown[] => [answer.statusCode, answer.json(), answer.headers['retry-after']]),
    ).toEqual([[429, { statusCode: 429, error: 'rate_limited', retryAfterS: 1 }, '1']]);
    expect((await wait('ann')).statusCode, 'later').toBe(200);
  });

  it('are all answered where limits are off', async () => {
    const { wait } = serve(false);
    const calls = Array.from({ length: 65 }, () => wait('ann'));
    await expect.poll(() => running).toBe(65);
    slow.open();
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(Array(65).fill(200));
  });
});
