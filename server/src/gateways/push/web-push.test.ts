import { createPublicKey, verify } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPushEndpoint } from '../../../test/harness/push-endpoint.ts';
import type { WebDevice } from './channel.ts';
import { openPushService } from './push-service.ts';

const endpoint = await openPushEndpoint();
const push = openPushService(endpoint.options);
const content = {
  title: 'مرحبا',
  body: 'Episode 12',
  lang: 'ar',
  dir: 'rtl' as const,
  category: 'drops',
  tag: 'a',
  message: 'm',
};
const message = { content, topic: 'a1b2', ttlS: 60, isUrgent: false };

const subscriptionOf = ({ subscription: { endpoint: url, keys } }: ReturnType<typeof endpoint.device>): WebDevice => ({
  kind: 'web',
  endpoint: url,
  ...keys,
});

/** A push service that answers in its own way, and one of ours that may call it. */
async function openOther(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const service = openPushService({ ...endpoint.options, privateOrigins: [origin] });
  onTestFinished(async () => {
    service.close();
    await new Promise((resolve) => server.close(resolve));
  });
  const subscription = { ...subscriptionOf(endpoint.device()), endpoint: `${origin}/send` };
  return { send: () => service.send(subscription, message) };
}

describe('a push service is called', () => {
  it('with a message that only the device can read, and a token that only we can sign', async () => {
    const device = endpoint.device();
    expect(await push.send(subscriptionOf(device), message)).toEqual({ outcome: 'delivered', status: 201 });
    const { headers = {}, body = Buffer.of() } = endpoint.received.at(-1) ?? {};
    expect(device.read(body)).toEqual(content);
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '60', topic: 'a1b2', urgency: 'normal' });
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(String(headers.authorization)) ?? [];
    expect(key).toBe(push.publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
    const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))).toBe(true);
    const said: { exp: number } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect(said).toMatchObject({ aud: endpoint.origin, sub: 'mailto:push@example.com' });
    expect(said.exp - Date.now() / 1000).toBeLessThan(24 * 3600);
  });

  it.each([
    [{ status: 404 }, { outcome: 'gone', status: 404 }],
    [{ status: 410 }, { outcome: 'gone', status: 410 }],
    [{ status: 400 }, { outcome: 'rejected', status: 400 }],
    [{ status: 413 }, { outcome: 'rejected', status: 413 }],
    [{ status: 503 }, { outcome: 'retry', status: 503 }],
    [
      { status: 429, headers: { 'retry-after': '120' } },
      { outcome: 'retry', status: 429, retryAfterMs: 120_000 },
    ],
    [
      { status: 302, headers: { location: 'http://169.254.169.254/' } },
      { outcome: 'rejected', status: 302 },
    ],
  ])('and an answer of %j means %j', async (answer, outcome) => {
    endpoint.answer = () => answer;
    const before = endpoint.received.length;
    expect(await push.send(subscriptionOf(endpoint.device()), message)).toEqual(outcome);
    expect(endpoint.received.length - before).toBe(1);
    endpoint.answer = () => ({ status: 201 });
  });

  it('ends the connection of an endless response', async () => {
    let written = 0;
    const answers = new EventEmitter();
    const { send } = await openOther((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024);
      response.writeHead(201);
      const more = (): void => {
        written += chunk.length;
        if (!response.destroyed) response.write(chunk, () => setImmediate(more));
      };
      response.on('close', () => answers.emit('hung-up'));
      more();
    });
    const hungUp = once(answers, 'hung-up');
    expect(await send()).toEqual({ outcome: 'delivered', status: 201 });
    await hungUp;
    // What the two ends hold in their buffers, and not what goes through in the time that a request has.
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  it('once for each message, also where the connection breaks after its answer', async () => {
    let calls = 0;
    const { send } = await openOther((request, response) => {
      request.resume();
      if (++calls !== 2) return void response.writeHead(201).end();
      // On the connection of the first, which was kept: without an answer this would be sent again.
      response.writeHead(201, { 'content-length': 2 }).write('.');
      setTimeout(() => request.socket.resetAndDestroy(), 20);
    });
    for (let n = 0; n < 2; n++) {
      expect(await send()).toEqual({ outcome: 'delivered', status: 201 });
      await sleep(100);
    }
    expect(calls).toBe(2);
  });

  it('and one that does not answer is tried again later', async () => {
    const gone = openPushService({ ...endpoint.options, privateOrigins: ['http://127.0.0.1:9'] });
    const subscription = { ...subscriptionOf(endpoint.device()), endpoint: 'http://127.0.0.1:9/send' };
    expect(await gone.send(subscription, message)).toEqual({ outcome: 'retry', status: null });
    gone.close();
  });

  it('and none is where there are no keys', async () => {
    const log: object[] = [];
    const none = { log: (fields: object) => void log.push(fields) };
    const before = endpoint.received.length;
    const logged = openPushService({ ...none, isLogged: true });
    expect(logged.mode).toBe('log');
    expect(await logged.send(subscriptionOf(endpoint.device()), message)).toEqual({ outcome: 'logged', status: null });
    expect(log).toHaveLength(1);
    expect(openPushService({ ...none, isLogged: false }).mode).toBe('off');
    expect(endpoint.received.length).toBe(before);
  });
});

describe('a subscription', () => {
  const { keys } = endpoint.device().subscription;
  const faultOf = (url: string) => push.faultOf({ kind: 'web', endpoint: url, ...keys })?.message;
  it.each<[string, string | undefined]>([
    ['https://fcm.googleapis.com/fcm/send/abc', undefined],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', undefined],
    [`${endpoint.origin}/send/1`, undefined],
    ['http://fcm.googleapis.com/fcm/send/abc', 'must begin with https://'],
    ['https://user:pass@fcm.googleapis.com/', 'must be the address of a push service'],
    ['nothing at all', 'must be the address of a push service'],
    ['https://fcm.googleapis.com:443/fcm/send/abc', undefined],
    ['https://fcm.googleapis.com:22/', 'must not name a port'],
    ...[
      ...[
        'localhost',
        'LOCALHOST.',
        'db',
        'push.internal',
        '127.0.0.1',
        '127.1',
        '0x7f000001',
        '2130706433',
        '10.0.0.8',
      ],
      ...['169.254.169.254', '192.168.1.1', '[::1]', '[::ffff:10.0.0.1]', '[fe80::1]', '[fd00::1]', '[64:ff9b::a00:1]'],
    ].map((host): [string, string] => [`https://${host}/`, 'must not lead into a private network']),
  ])('at %s: %s', (url, fault) => {
    expect(faultOf(url)).toBe(fault);
  });

  it.each([
    ['the machine itself', ['127.0.0.1']],
    ['the machine itself by IPv6', ['::1']],
    ['a private network', ['10.0.0.8']],
    ['the addresses of a cloud', ['169.254.169.254']],
    ['a public address and a private one', ['8.8.8.8', '192.168.1.1']],
    ['an IPv4 address in IPv6', ['::ffff:127.0.0.1']],
    ['nowhere', []],
  ])('whose name leads to %s is not called', async (_name, addresses) => {
    const resolved = addresses.map((address) => ({ address, family: isIP(address) }));
    const other = openPushService({ ...endpoint.options, resolve: (_host, _options, done) => done(null, resolved) });
    const subscription = { ...subscriptionOf(endpoint.device()), endpoint: 'https://push.example.com/send' };
    expect(await other.send(subscription, message)).toEqual({ outcome: 'rejected', status: null });
    other.close();
  });

  it('whose name cannot be resolved now is tried again later', async () => {
    const failed = Object.assign(new Error('no answer'), { code: 'EAI_AGAIN' });
    const other = openPushService({ ...endpoint.options, resolve: (_host, _options, done) => done(failed, []) });
    const subscription = { ...subscriptionOf(endpoint.device()), endpoint: 'https://push.example.com/send' };
    expect(await other.send(subscription, message)).toEqual({ outcome: 'retry', status: null });
    other.close();
  });

  it('of a private network that is allowed no more is not called', async () => {
    const other = openPushService({ ...endpoint.options, privateOrigins: [] });
    const plain = { ...subscriptionOf(endpoint.device()), endpoint: `${endpoint.origin}/send` };
    const before = endpoint.received.length;
    expect(await other.send(plain, message)).toEqual({ outcome: 'rejected', status: null });
    expect(endpoint.received.length).toBe(before);
    other.close();
  });
});
