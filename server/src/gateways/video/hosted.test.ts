import { createHmac, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { jwtVerify } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createHosted } from './hosted.ts';

/** A stream service that speaks its protocol: it keeps what it is sent, and answers as such a service does. */

interface StoredUpload {
  uid: string;
  state: string;
  metadata: Record<string, string>;
  length: number;
  [field: string]: unknown;
}

const videos = new Map<string, StoredUpload>();
const token = 'a token of the account';
let outage = 0;

const metadataOf = (header: string): Record<string, string> =>
  Object.fromEntries(
    header.split(',').map((pair) => {
      const [name = '', value = ''] = pair.split(' ');
      return [name, Buffer.from(value, 'base64').toString()];
    }),
  );

function answer(request: IncomingMessage): { status: number; headers?: Record<string, string>; body?: object } {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
  if (outage > 0) return { status: outage };
  if (request.headers.authorization !== `Bearer ${token}`) return { status: 403 };
  const [, , uid = ''] = pathname.split('/');
  if (request.method === 'POST' && searchParams.get('direct_user') === 'true') {
    const id = `uid${videos.size + 1}`;
    const metadata = metadataOf(String(request.headers['upload-metadata']));
    const length = Number(request.headers['upload-length']);
    videos.set(id, { uid: id, state: 'pendingupload', metadata, length });
    return { status: 201, headers: { location: `http://upload.example/${id}`, 'stream-media-id': id } };
  }
  const video = videos.get(uid);
  if (!video) return { status: 404, body: { success: false, errors: [{ code: 10003 }] } };
  if (request.method === 'DELETE') return { status: videos.delete(uid) ? 200 : 404 };
  const { state, length: _length, metadata: _metadata, ...rest } = video;
  return { status: 200, body: { success: true, result: { ...rest, status: { state, ...Object(rest.reason) } } } };
}

const service = createServer((request, response) => {
  const { status, headers = {}, body } = answer(request);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body && JSON.stringify(body));
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const address = service.address();
const port = typeof address === 'object' && address ? address.port : 0;
afterAll(() => service.close());
beforeEach(() => {
  outage = 0;
});

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signingKey = { id: 'key-1', privateKey };
const now = new Date('2030-01-01T10:20:00Z');
const secrets = ['the secret of the service, which is long', 'an older one'];
const provider = createHosted({
  apiUrl: `http://127.0.0.1:${port}/stream`,
  playbackUrl: 'https://play.example',
  token,
  signingKey,
  secrets,
  now: () => now,
});

const upload = {
  sizeBytes: 5000,
  fileName: 'episode 1, final.mp4',
  maxDurationS: 14_400,
  expiresAt: new Date('2030-01-02T00:00:00Z'),
};

describe('a hosted stream service', () => {
  it('provides an upload URL for one file, without our credential', async () => {
    const { providerId, uploadRef } = await provider.createUpload(upload);
    expect(provider.uploadUrl(uploadRef)).toBe(`http://upload.example/${providerId}`);
    expect(videos.get(providerId)).toMatchObject({
      length: 5000,
      metadata: {
        ...{ name: 'episode 1, final.mp4', maxDurationSeconds: '14400', expiry: '2030-01-02T00:00:00.000Z' },
        requiresignedurls: '',
      },
    });
  });

  it('can be queried for a video', async () => {
    const { providerId } = await provider.createUpload(upload);
    const put = (fields: object) => videos.set(providerId, { ...(videos.get(providerId) ?? stored), ...fields });
    expect(await provider.find(providerId)).toEqual({ providerId, status: 'uploading' });
    put({ state: 'inprogress', duration: -1, input: { width: -1, height: -1 } });
    expect(await provider.find(providerId)).toEqual({ providerId, status: 'processing' });
    put({ state: 'a state of next year' });
    expect(await provider.find(providerId)).toEqual({ providerId, status: 'processing' });
    put({
      state: 'ready',
      duration: 61.4,
      input: { width: 720, height: 1280 },
      thumbnail: 'https://play.example/t.jpg',
    });
    expect(await provider.find(providerId)).toEqual({
      providerId,
      status: 'ready',
      playbackId: providerId,
      durationS: 61.4,
      width: 720,
      height: 1280,
      thumbnails: [{ url: 'https://play.example/t.jpg', timeS: 0 }],
    });
    put({ state: 'error', reason: { errorReasonCode: 'ERR_NON_VIDEO' } });
    expect(await provider.find(providerId)).toMatchObject({ status: 'failed', error: 'ERR_NON_VIDEO' });
    await provider.remove(providerId);
    expect(await provider.find(providerId)).toBeUndefined();
    await provider.remove(providerId);
  });

  const stored: StoredUpload = { uid: '', state: '', metadata: {}, length: 0 };

  it('that is unreachable causes 503, and a failed removal is retried', async () => {
    outage = 500;
    await expect(provider.createUpload(upload)).rejects.toThrow('unavailable');
    await expect(provider.find('uid1')).rejects.toThrow('unavailable');
    await expect(provider.remove('uid1')).rejects.toThrow('500');
    const gone = createHosted({ apiUrl: 'http://127.0.0.1:1', playbackUrl: '', token, signingKey, secrets });
    await expect(gone.createUpload(upload)).rejects.toThrow('unavailable');
  });

  it('is played with a signed token for one video, which expires', async () => {
    const { url, expiresAt } = provider.streamLink('uid1', 'a viewer');
    const [, token = ''] = /^https:\/\/play\.example\/([\w.-]+)\/manifest\/video\.m3u8$/.exec(url) ?? [];
    const options = { algorithms: ['RS256'], currentDate: now };
    const { payload, protectedHeader } = await jwtVerify(token, publicKey, options);
    expect([protectedHeader.kid, payload]).toEqual([
      'key-1',
      { sub: 'uid1', kid: 'key-1', exp: expiresAt.getTime() / 1000 },
    ]);
    expect(expiresAt).toEqual(new Date('2030-01-01T16:00:00Z'));
    await expect(jwtVerify(token, publicKey, { ...options, currentDate: expiresAt })).rejects.toThrow('exp');
    expect(provider.fileUrl('uid1')).toBe(url);
    expect(provider.streamLink('uid2', 'a viewer').url).not.toContain(token);
    expect(provider.thumbnailUrl('uid1', 'https://play.example/uid1/thumbnails/thumbnail.jpg')).toBe(
      `https://play.example/${token}/thumbnails/thumbnail.jpg`,
    );
  });
});

describe('its webhook', () => {
  const body = Buffer.from(
    JSON.stringify({ uid: 'uid9', readyToStream: true, status: { state: 'ready' }, duration: 5.5 }),
  );
  const signed = (bytes: Buffer, time = '1614265330', secret = secrets[0] ?? '') => {
    const sig = createHmac('sha256', secret).update(`${time}.`).update(bytes).digest('hex');
    return { 'webhook-signature': `time=${time},sig1=${sig}` };
  };

  it('is accepted with a valid signature, also of an older secret, and has the same id when repeated', () => {
    const first = provider.readCallback(signed(body), body);
    expect(first.message.sentAt).toEqual(new Date(1614265330_000));
    expect(first.payload).toMatchObject({ providerId: 'uid9', status: 'ready', playbackId: 'uid9', durationS: 5.5 });
    const again = provider.readCallback(signed(body, '1614265999', secrets[1]), body);
    expect(again.message.id).toBe(first.message.id);
  });

  it.each([
    ['another secret', signed(body, '1614265330', 'a secret of someone else')],
    ['another body', signed(Buffer.from('{}'))],
    ['another time', { 'webhook-signature': signed(body)['webhook-signature'].replace('1614265330', '1614265331') }],
    ['half a signature', { 'webhook-signature': signed(body)['webhook-signature'].slice(0, -1) }],
    ['no signature', {}],
  ])('is refused with %s', (_name, headers) => {
    expect(() => provider.readCallback(headers, body)).toThrow('invalid_signature');
  });

  it('without a video is not an event', () => {
    const odd = Buffer.from('{"uid":1}');
    expect(provider.readCallback(signed(odd), odd).payload).toBeNull();
  });
});
