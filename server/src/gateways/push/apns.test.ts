import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openApns, phoneToken } from '../../../test/harness/phone-services.ts';
import { createApns } from './apns.ts';

/** Against an HTTP/2 server that verifies provider tokens as Apple does. */

const apns = await openApns();
const content = {
  title: 'مرحبا',
  body: 'Episode 12',
  lang: 'ar',
  dir: 'rtl' as const,
  category: 'drops',
  tag: 'c-1',
  message: 'm-1',
};
const message = { content, topic: 'c1', ttlS: 3600, isUrgent: false };
const phone = () => ({ kind: 'apns' as const, endpoint: phoneToken() });
const delivered = { outcome: 'delivered', status: 200 };
const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

function open(options = apns.options) {
  const service = createApns(options);
  onTestFinished(() => service.close());
  return service;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  apns.received.splice(0);
  apns.tokens.clear();
});
afterEach(() => {
  vi.useRealTimers();
  apns.answer = () => ({ status: 200 });
});

describe('a message', () => {
  it('has its texts and headers', async () => {
    const to = phone();
    expect(await open().send(to, message)).toEqual(delivered);
    const [got] = apns.received;
    expect(got).toMatchObject({
      token: to.endpoint,
      headers: {
        'apns-topic': 'com.example.cliffhanger',
        'apns-push-type': 'alert',
        'apns-priority': '5',
        'apns-collapse-id': 'c1',
        'apns-expiration': String(Math.floor(Date.now() / 1000) + 3600),
      },
      payload: {
        aps: { alert: { title: 'مرحبا', body: 'Episode 12' }, sound: 'default' },
        ...{ lang: 'ar', dir: 'rtl', category: 'drops', tag: 'c-1', message: 'm-1' },
      },
    });
    await open().send(to, { ...message, isUrgent: true });
    expect(apns.received[1]?.headers['apns-priority']).toBe('10');
  });

  it('carries a link, a picture and data', async () => {
    const more = { link: '/store', picture: 'https://pictures.example/1.jpg', data: { sale: 'a' } };
    await open().send(phone(), { ...message, content: { ...content, ...more } });
    expect(apns.received[0]?.payload).toMatchObject({ aps: { 'mutable-content': 1 }, ...more });
  });

  it.each([
    [
      { status: 410, body: { reason: 'Unregistered', timestamp: 1_700_000_000_000 } },
      { outcome: 'gone', status: 410, goneAt: new Date(1_700_000_000_000) },
    ],
    [{ status: 410 }, { outcome: 'gone', status: 410 }],
    // A token of the other environment, as of every device if the variable is wrong.
    [
      { status: 400, body: { reason: 'BadDeviceToken' } },
      { outcome: 'rejected', status: 400 },
    ],
    [
      { status: 404, body: { reason: 'BadPath' } },
      { outcome: 'rejected', status: 404 },
    ],
    [
      { status: 413, body: { reason: 'PayloadTooLarge' } },
      { outcome: 'rejected', status: 413 },
    ],
    [
      { status: 500, body: { reason: 'InternalServerError' } },
      { outcome: 'retry', status: 500 },
    ],
    [
      { status: 429, headers: { 'retry-after': '120' }, body: { reason: 'TooManyRequests' } },
      { outcome: 'retry', status: 429, retryAfterMs: 120_000 },
    ],
  ])('answered with %j has the outcome %j', async (answer, outcome) => {
    apns.answer = () => answer;
    expect(await open().send(phone(), message)).toEqual(outcome);
    expect(apns.received).toHaveLength(1);
  });

  it('uses one connection with others, and a new one when the service has closed it', async () => {
    const service = open();
    const before = new Set(apns.sessions);
    const send = () => Promise.all(Array.from({ length: 50 }, () => service.send(phone(), message)));
    expect(await send()).toEqual(Array.from({ length: 50 }, () => delivered));
    const [session, ...more] = [...apns.sessions].filter((one) => !before.has(one));
    expect(more).toEqual([]);
    // Requests that are under way are refused, and repeated on another connection.
    session?.goaway();
    expect(await send()).toEqual(Array.from({ length: 50 }, () => delivered));
    expect(apns.received).toHaveLength(100);
    expect([...apns.sessions].filter((one) => !before.has(one) && one !== session)).toHaveLength(1);
  });

  it('whose connection breaks before the answer is retried later', async () => {
    const service = open();
    const before = new Set(apns.sessions);
    await service.send(phone(), message);
    const ours = [...apns.sessions].filter((one) => !before.has(one));
    apns.answer = () => {
      for (const session of ours) session.destroy();
      return { status: 200 };
    };
    expect(await service.send(phone(), message)).toEqual({ outcome: 'retry', status: null });
    apns.answer = () => ({ status: 200 });
    expect(await service.send(phone(), message)).toEqual(delivered);
  });

  it('to a server that cannot be reached is retried', async () => {
    const nowhere = open({ ...apns.options, origin: 'http://127.0.0.1:9' });
    expect(await nowhere.send(phone(), message)).toEqual({ outcome: 'retry', status: null });
  });
});

describe('a provider token', () => {
  it('is shared by concurrent messages, and renewed within the hour', async () => {
    const service = open();
    await Promise.all(Array.from({ length: 20 }, () => service.send(phone(), message)));
    minutes(49);
    expect(await service.send(phone(), message)).toEqual(delivered);
    expect(apns.tokens.size).toBe(1);
    minutes(2);
    expect(await service.send(phone(), message)).toEqual(delivered);
    expect(apns.tokens.size).toBe(2);
  });

  it('that is refused as expired is replaced, but not within 20 minutes', async () => {
    const service = open();
    await service.send(phone(), message);
    apns.answer = () => ({ status: 403, body: { reason: 'ExpiredProviderToken' } });
    minutes(19);
    expect(await service.send(phone(), message)).toEqual({ outcome: 'rejected', status: 403 });
    expect(apns.tokens.size).toBe(1);
    minutes(2);
    let asked = 0;
    apns.answer = () => (++asked === 1 ? { status: 403, body: { reason: 'ExpiredProviderToken' } } : { status: 200 });
    expect(await service.send(phone(), message)).toEqual(delivered);
    expect(apns.tokens.size).toBe(2);
  });

  it('of another key or team is refused', async () => {
    for (const wrong of [{ keyId: 'ZZZZZZZZZZ' }, { teamId: 'ZZZZZZZZZZ' }]) {
      const service = open({ ...apns.options, ...wrong });
      expect(await service.send(phone(), message)).toEqual({ outcome: 'rejected', status: 403 });
    }
    expect(apns.received).toEqual([]);
  });
});
