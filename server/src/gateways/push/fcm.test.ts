import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fcmError, openFcm, phoneToken } from '../../../test/harness/phone-services.ts';
import { createFcm } from './fcm.ts';

/** Against a server that verifies assertions and access tokens as Google does. */

const fcm = await openFcm();
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
const phone = () => ({ kind: 'fcm' as const, endpoint: phoneToken() });
const delivered = { outcome: 'delivered', status: 200 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  fcm.received.splice(0);
  fcm.tokens.splice(0);
});
afterEach(() => {
  vi.useRealTimers();
  fcm.answer = () => ({ status: 200, body: {} });
});

describe('a message', () => {
  it('has its texts, and replaces the one before it', async () => {
    const to = phone();
    expect(await createFcm(fcm.options).send(to, message)).toEqual(delivered);
    expect(fcm.received).toEqual([
      {
        token: to.endpoint,
        notification: { title: 'مرحبا', body: 'Episode 12' },
        data: { lang: 'ar', dir: 'rtl', category: 'drops', tag: 'c-1', message: 'm-1' },
        android: { collapse_key: 'c1', ttl: '3600s', priority: 'NORMAL', notification: { tag: 'c-1' } },
      },
    ]);
    await createFcm(fcm.options).send(to, { ...message, isUrgent: true });
    expect(fcm.received[1]?.android).toMatchObject({ priority: 'HIGH' });
  });

  it('carries a link, a picture and data, as texts', async () => {
    const more = { link: '/store', picture: 'https://pictures.example/1.jpg', data: { sale: 'a' } };
    await createFcm(fcm.options).send(phone(), { ...message, content: { ...content, ...more } });
    expect(fcm.received[0]).toMatchObject({
      notification: { image: 'https://pictures.example/1.jpg' },
      data: { link: '/store', data: '{"sale":"a"}' },
    });
  });

  it.each([
    [fcmError(404, 'UNREGISTERED'), { outcome: 'gone', status: 404 }],
    [fcmError(403, 'SENDER_ID_MISMATCH'), { outcome: 'gone', status: 403 }],
    [fcmError(400, 'INVALID_ARGUMENT'), { outcome: 'rejected', status: 400 }],
    // Not the device, but the project is unknown.
    [{ status: 404 }, { outcome: 'rejected', status: 404 }],
    [{ status: 403 }, { outcome: 'rejected', status: 403 }],
    [fcmError(401, 'THIRD_PARTY_AUTH_ERROR'), { outcome: 'rejected', status: 401 }],
    [fcmError(500, 'INTERNAL'), { outcome: 'retry', status: 500 }],
    [fcmError(503, 'UNAVAILABLE', { 'retry-after': '30' }), { outcome: 'retry', status: 503, retryAfterMs: 30_000 }],
  ])('answered with %j has the outcome %j', async (answer, outcome) => {
    fcm.answer = () => answer;
    expect(await createFcm(fcm.options).send(phone(), message)).toEqual(outcome);
    expect(fcm.received).toHaveLength(1);
  });

  it('to a server that cannot be reached is retried', async () => {
    const nowhere = createFcm({ ...fcm.options, baseUrl: 'http://127.0.0.1:9' });
    expect(await nowhere.send(phone(), message)).toEqual({ outcome: 'retry', status: null });
    const file: object = JSON.parse(fcm.options.serviceAccount);
    const stranger = createFcm({
      ...fcm.options,
      serviceAccount: JSON.stringify({ ...file, client_email: 'stranger@example.com' }),
    });
    expect(await stranger.send(phone(), message)).toEqual({ outcome: 'retry', status: 400 });
    expect(fcm.received).toEqual([]);
  });
});

describe('after 429', () => {
  it.each([
    ['300', 300_000],
    [undefined, 60_000],
  ])('with Retry-After %s no message is sent until then', async (seconds, pauseMs) => {
    const service = createFcm(fcm.options);
    fcm.answer = () => fcmError(429, 'QUOTA_EXCEEDED', { ...(seconds !== undefined && { 'retry-after': seconds }) });
    expect(await service.send(phone(), message)).toMatchObject({ outcome: 'retry', status: 429 });
    fcm.answer = () => ({ status: 200, body: {} });
    vi.setSystemTime(Date.now() + pauseMs - 5_000);
    const paused = await service.send(phone(), message);
    expect(paused).toMatchObject({ outcome: 'paused', status: null });
    expect(paused.retryAfterMs).toBeLessThanOrEqual(5_000);
    expect(fcm.received).toHaveLength(1);
    vi.setSystemTime(Date.now() + 5_001);
    expect(await service.send(phone(), message)).toEqual(delivered);
  });
});

describe('an access token', () => {
  it('is shared by concurrent messages, and renewed before it expires', async () => {
    const service = createFcm(fcm.options);
    const sent = await Promise.all(Array.from({ length: 20 }, () => service.send(phone(), message)));
    expect(sent).toEqual(sent.map(() => delivered));
    expect(fcm.tokens).toHaveLength(1);
    vi.setSystemTime(Date.now() + 58 * 60_000);
    await service.send(phone(), message);
    expect(fcm.tokens).toHaveLength(1);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await service.send(phone(), message)).toEqual(delivered);
    expect(fcm.tokens).toHaveLength(2);
  });

  it('that is refused is replaced once', async () => {
    const service = createFcm(fcm.options);
    await service.send(phone(), message);
    fcm.revoke();
    expect(await service.send(phone(), message)).toEqual(delivered);
    expect(fcm.tokens).toHaveLength(2);
    fcm.answer = () => ({ status: 401 });
    expect(await service.send(phone(), message)).toEqual({ outcome: 'retry', status: 401 });
    expect(fcm.tokens).toHaveLength(3);
  });
});
