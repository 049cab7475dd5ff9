import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { lenientEndpoint, openTestApp, strictEndpoint } from './test-app.fixture.ts';

/** Long responses are compressed as `Accept-Encoding` asks. */

const words = Array.from({ length: 400 }, (_, n) => `word ${n}, ليلى`).join(' ');
const common = { access: 'signed_in', summary: '', reply: Type.Object({ words: Type.String() }) } as const;
const endpoints = [
  lenientEndpoint({ ...common, method: 'GET', url: '/long', run: async () => ({ words }) }),
  lenientEndpoint({ ...common, method: 'GET', url: '/short', run: async () => ({ words: 'few' }) }),
  lenientEndpoint.sharedRead({
    ...common,
    url: '/kept',
    conditional: { cacheControl: 'no-cache' },
    topics: [],
    cacheKey: () => ({}),
    run: async () => ({ body: { words } }),
  }),
  lenientEndpoint({
    ...common,
    method: 'GET',
    url: '/cookie',
    run: async ({ header }) => {
      header('set-cookie', 'session=secret');
      return { words };
    },
  }),
  strictEndpoint.stream({
    url: '/rows.csv',
    summary: '',
    access: ['write'],
    query: { breaks: Type.Optional(Type.Boolean()) },
    sends: { type: 'text/csv; charset=utf-8' },
    run: async (_ctx, { query: { breaks = false } }) => rows(breaks),
  }),
];

async function* rows(breaks: boolean) {
  for (let n = 0; n < 1_000; n++) yield `${n},${words}\r\n`;
  if (breaks) throw new Error('secret of the innards');
}

let base: string;
beforeAll(async () => {
  const { app } = await openTestApp(endpoints, 'select 1');
  base = await app.listen({ port: 0, host: '127.0.0.1' });
});

async function ask(path: string, acceptEncoding?: string, { method = 'GET', headers = {} } = {}) {
  const named = { 'x-name': 'ann', ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }) };
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer; text: string }>(
    (resolve, reject) => {
      const sent = request(`${base}/v1${path}`, { method, headers: { ...named, ...headers } }, (answer) => {
        buffer(answer).then((bytes) => {
          const { 'content-encoding': coding } = answer.headers;
          const isCoded = bytes.length > 0 && coding !== undefined;
          const plain = isCoded ? (coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)) : bytes;
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: plain.toString() });
        }, reject);
      });
      sent.on('error', reject).end();
    },
  );
}

describe('a long answer', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0.1, *;q=0.5', 'gzip'],
    ['identity, br;q=0.5', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['br;q=0, *;q=0', undefined],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('to Accept-Encoding: %s is sent as %s', async (accepted, coding) => {
    const { status, headers, bytes, text } = await ask('/long', accepted);
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, coding, 'accept-encoding']);
    expect(JSON.parse(text)).toEqual({ words });
    expect(Number(headers['content-length'])).toBe(bytes.length);
    expect(bytes.length < words.length / 2).toBe(coding !== undefined);
  });

  it('is not compressed for HEAD, which says what GET would be sent as', async () => {
    const { status, headers, bytes } = await ask('/long', 'br', { method: 'HEAD' });
    expect([status, headers['content-encoding'], headers['content-length'], bytes.length]).toEqual([
      200,
      'br',
      undefined,
      0,
    ]);
  });

  it('has the same weak tag in every coding, and answers 304 without a body or a coding', async () => {
    const [plain, coded] = [await ask('/kept'), await ask('/kept', 'br')];
    expect([coded.headers['content-encoding'], coded.headers.etag]).toEqual(['br', plain.headers.etag]);
    expect(String(plain.headers.etag)).toMatch(/^W\//);
    const again = await ask('/kept', 'br', { headers: { 'if-none-match': String(coded.headers.etag) } });
    expect([again.status, again.bytes.length, again.headers['content-encoding'], again.headers.vary]).toEqual([
      304,
      0,
      undefined,
      'accept-encoding',
    ]);
  });

  it('is sent as it is where it sets a cookie', async () => {
    const { headers, text } = await ask('/cookie', 'br');
    expect([headers['content-encoding'], JSON.parse(text)]).toEqual([undefined, { words }]);
  });
});

it('A short answer is the same whatever its caller accepts', async () => {
  const { headers, text } = await ask('/short', 'br');
  expect([headers['content-encoding'], headers.vary, text]).toEqual([undefined, undefined, '{"words":"few"}']);
});

describe('a stream of text', () => {
  it.each(['br', 'gzip'])('is compressed while it is made: %s', async (coding) => {
    const { headers, bytes, text } = await ask('/rows.csv', coding);
    expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'accept-encoding']);
    expect(text.split('\r\n')).toHaveLength(1_001);
    expect(bytes.length).toBeLessThan(text.length / 10);
  });

  it('that fails in the middle breaks the connection', async () => {
    await expect(ask('/rows.csv?breaks=true', 'gzip')).rejects.toThrow('aborted');
  });
});
