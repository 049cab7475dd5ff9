import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { isFresh, signMessage, verifyMessage } from './webhooks.ts';

const body = Buffer.from('{"test": 2432232314}');
const sentAt = new Date(1614265330 * 1000);
const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt };

describe('the signature of a message', () => {
  it('is the one that the standard shows', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(signMessage([secret], message, body)).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });
  it('is made with the bytes of a secret that is plain text', () => {
    const signature = createHmac('sha256', 'plain words').update(`${message.id}.1614265330.`).update(body);
    const headers = signMessage(['plain words'], message, body);
    expect(headers['webhook-signature']).toBe(`v1,${signature.digest('base64')}`);
  });
});

describe('the library that the standard comes with', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const library = new Webhook(secret);
  const now = { id: message.id, sentAt: new Date(Math.floor(Date.now() / 1000) * 1000) };

  it('believes what we sign', () => {
    expect(library.verify(body, signMessage([secret], now, body))).toEqual({ test: 2432232314 });
  });

  it('signs what we believe', () => {
    const signature = library.sign(now.id, now.sentAt, body);
    expect(
      verifyMessage([secret], { ...signMessage(['other'], now, body), 'webhook-signature': signature }, body),
    ).toMatchObject(now);
  });
});

describe('a message', () => {
  const headers = signMessage(['old secret'], message, body);
  const good: readonly (readonly [string, readonly string[], Record<string, string>])[] = [
    ['with its secret', ['old secret'], headers],
    ['while secrets are rotated', ['new secret', 'old secret'], headers],
    [
      'with two signatures of which the second is right',
      ['old secret'],
      { ...headers, 'webhook-signature': `v1,AAAA v1a,xyz ${headers['webhook-signature']}` },
    ],
  ];
  it.each(good)('is believed %s', (_name, secrets, sent) => {
    expect(verifyMessage(secrets, sent, body)).toMatchObject(message);
  });

  it('is signed byte by byte: bytes that are no text are believed as they were sent, and only those', () => {
    const [sent, changed] = [Buffer.from([0x22, 0xff, 0x22]), Buffer.from([0x22, 0xfe, 0x22])];
    const signed = signMessage(['old secret'], message, sent);
    expect(verifyMessage(['old secret'], signed, sent)).toMatchObject(message);
    expect(() => verifyMessage(['old secret'], signed, changed)).toThrow('invalid_signature');
  });

  it('has the digest of its copies, however late they are sent, and of no other', () => {
    const digestOf = (id: string, sentAt: Date, sent: Buffer) =>
      verifyMessage(['old secret'], signMessage(['old secret'], { id, sentAt }, sent), sent).digest;
    const digest = digestOf(message.id, message.sentAt, body);
    expect(digestOf(message.id, new Date(0), body)).toBe(digest);
    expect(digestOf('another', message.sentAt, body)).not.toBe(digest);
    expect(digestOf(message.id, message.sentAt, Buffer.from('{}'))).not.toBe(digest);
  });

  const { 'webhook-signature': signature } = headers;
  const bad: readonly (readonly [string, Record<string, string | string[] | undefined>, Buffer])[] = [
    ['with another secret', signMessage(['other secret'], message, body), body],
    ['without a signature', { ...headers, 'webhook-signature': undefined }, body],
    ['without an id', { ...headers, 'webhook-id': undefined }, body],
    ['without a time', { ...headers, 'webhook-timestamp': undefined }, body],
    ['under another id', { ...headers, 'webhook-id': 'msg_other' }, body],
    ['at another time', { ...headers, 'webhook-timestamp': '1614265331' }, body],
    ['whose time is no number', { ...headers, 'webhook-timestamp': '1614265330x' }, body],
    ['with another body', headers, Buffer.from('{"test":2432232314}')],
    ['with a signature cut short', { ...headers, 'webhook-signature': signature.slice(0, 20) }, body],
    ['with an empty signature', { ...headers, 'webhook-signature': 'v1,' }, body],
    ['with a signature of another version', { ...headers, 'webhook-signature': signature.replace('v1', 'v2') }, body],
    ['with headers twice', { ...headers, 'webhook-id': [message.id, message.id] }, body],
  ];
  it.each(bad)('is not believed %s', (_name, sent, bytes) => {
    expect(() => verifyMessage(['old secret'], sent, bytes)).toThrow('invalid_signature');
  });

  const aged = (seconds: number) => isFresh(message, new Date(sentAt.getTime() + seconds * 1000));
  it.each([0, 300, -300])('%d seconds old is fresh', (seconds) => {
    expect(aged(seconds)).toBe(true);
  });
  it.each([301, -301])('%d seconds old is stale', (seconds) => {
    expect(aged(seconds)).toBe(false);
  });
});
