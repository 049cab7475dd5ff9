import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld } from '../harness/world.ts';
import { headerFaults } from './answer-headers.ts';
import { pathMutations } from './hostile-input.ts';
import { exchange, type RawResponse, readAnswers } from './raw-http.ts';

let port: number;

beforeAll(async () => {
  const { app } = await openWorld();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address: AddressInfo | string | null = app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What is wrong with an answer to something that deserved a refusal. */
function faultsOf({ status, headers, body }: RawResponse): string[] {
  if (status < 400 || status >= 500) return [`answered ${status} ${body.slice(0, 100)}`];
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (!isJson || !body.startsWith('{')) return [`answered ${status} with ${body || 'no body'}`];
  const parsed: unknown = JSON.parse(body);
  const { statusCode, error, ...extras } = isRecord(parsed) ? parsed : {};
  const others = Object.keys(extras).filter((name) => name !== 'details' && name !== 'maxBytes');
  const fits = statusCode === status && typeof error === 'string' && /^[a-z_]+$/.test(error) && others.length === 0;
  return [...(fits ? [] : [`answered ${status} with ${body}`]), ...headerFaults('/', headers).slice(0, 1)];
}

/** Sends one thing after the other; tells what was wrong with the answers. Some may get none, but not most. */
async function complaints(requests: Readonly<Record<string, string | Buffer>>): Promise<string[]> {
  const found: string[] = [];
  const silent: string[] = [];
  for (const [name, bytes] of Object.entries(requests)) {
    const answers = readAnswers(await exchange(port, bytes));
    if (answers.length === 0) silent.push(name);
    found.push(...answers.flatMap(faultsOf).map((fault) => `${name}: ${fault}`));
  }
  const tooQuiet = silent.length * 2 > Object.keys(requests).length;
  return tooQuiet ? [...found, `no answer at all to ${silent.join(', ')}`] : found;
}

async function mustStillServe(): Promise<void> {
  const [answer] = readAnswers(await exchange(port, 'GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'));
  expect(answer).toMatchObject({ status: 200, body: '{"status":"ok"}' });
}

const login = 'POST /v1/admin/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
const read = 'GET /v1/admin/admins HTTP/1.1\r\nhost: a\r\n';
const end = 'connection: close\r\n\r\n';

const notHttp: Readonly<Record<string, string | Buffer>> = {
  noise: Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 167 + 13) % 256)),
  'a TLS hello': Buffer.from('16030100c8010000c40303', 'hex'),
  'words of another protocol': 'EHLO example.com\r\nMAIL FROM:<a@example.com>\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'an empty line and noise': '\r\n\r\n\u0001\u0002\r\n\r\n',
  'a method of small letters': `get /v1/demo HTTP/1.1\r\nhost: a\r\n${end}`,
  'a made-up method': `GIMME /v1/demo HTTP/1.1\r\nhost: a\r\n${end}`,
  'a version of small letters': `GET /v1/demo http/1.1\r\nhost: a\r\n${end}`,
  'a version that is yet to come': `GET /v1/demo HTTP/9.9\r\nhost: a\r\n${end}`,
  'no version': 'GET /v1/admin/admins\r\n\r\n',
  'spaces in the path': `GET /v1/admin /admins HTTP/1.1\r\nhost: a\r\n${end}`,
  'a NUL in the path': `GET /v1/admin\u0000 HTTP/1.1\r\nhost: a\r\n${end}`,
  'no host': `GET /v1/admin/admins HTTP/1.1\r\n${end}`,
  'two hosts': `${read}host: b\r\n${end}`,
};

const badHeaders: Readonly<Record<string, string | Buffer>> = {
  'headers beyond the limit': `${read}x-long: ${'x'.repeat(40_000)}\r\n${end}`,
  'too many headers': `${read}${Array.from({ length: 3_000 }, (_, index) => `x-${index}: 1\r\n`).join('')}${end}`,
  'a path beyond the limit': `GET /v1/${'x'.repeat(40_000)} HTTP/1.1\r\nhost: a\r\n${end}`,
  'a NUL in a header': `${read}x-a: a\u0000b\r\n${end}`,
  'a NUL in the name of a header': `${read}x-\u0000a: b\r\n${end}`,
  'a header without a name': `${read}: b\r\n${end}`,
  'a header without a colon': `${read}nonsense\r\n${end}`,
  'a space before the colon': `${read}x-a : b\r\n${end}`,
  'a folded header': `${read}x-a: b\r\n c\r\n${end}`,
  'line feeds alone': 'GET /v1/admin/admins HTTP/1.1\nhost: a\nconnection: close\n\n',
  'an expectation that nobody meets': `${read}expect: miracles\r\n${end}`,
  'an upgrade to something else': `${read}connection: upgrade\r\nupgrade: h2c\r\n${end}`,
  'a token of bytes that are not text': `${read}authorization: Bearer \u00ff\u00fe\r\n${end}`,
};

const badBodies: Readonly<Record<string, string | Buffer>> = {
  'two lengths': `${login}content-length: 2\r\ncontent-length: 3\r\n${end}{}`,
  'a list of lengths': `${login}content-length: 2, 2\r\n${end}{}`,
  'a length with a sign': `${login}content-length: +2\r\n${end}{}`,
  'a negative length': `${login}content-length: -2\r\n${end}{}`,
  'a length beyond numbers': `${login}content-length: 99999999999999999999999\r\n${end}{}`,
  'a length of more than the limit': `${login}content-length: 999999999\r\n${end}{}`,
  'a length and chunks': `${login}content-length: 4\r\ntransfer-encoding: chunked\r\n${end}0\r\n\r\n`,
  'chunks that are not the last coding': `${login}transfer-encoding: chunked, gzip\r\n${end}0\r\n\r\n`,
  'an unknown coding': `${login}transfer-encoding: xchunked\r\n${end}0\r\n\r\n`,
  'a size of a chunk that is no number': `${login}transfer-encoding: chunked\r\n${end}zz\r\n{}\r\n0\r\n\r\n`,
  'a chunk beyond numbers': `${login}transfer-encoding: chunked\r\n${end}fffffffffffffffff\r\n{}`,
  'a chunk longer than it says': `${login}transfer-encoding: chunked\r\n${end}2\r\n{"a":1}\r\n0\r\n\r\n`,
  'chunks beyond the limit': `${login}transfer-encoding: chunked\r\n${end}${`fff\r\n${'x'.repeat(4095)}\r\n`.repeat(80)}0\r\n\r\n`,
  'an empty body, promised': `${login}content-length: 0\r\n${end}`,
  'a body, unpromised': `${login}${end}{"email":"a","password":"b"}`,
};

describe('what is not proper HTTP', () => {
  it('is refused in the one error shape when it is not HTTP at all', { timeout: 120_000 }, async () => {
    expect(await complaints(notHttp)).toEqual([]);
    await mustStillServe();
  });
  it('is refused in the one error shape when its headers are broken', { timeout: 120_000 }, async () => {
    expect(await complaints(badHeaders)).toEqual([]);
    await mustStillServe();
  });
  it('is refused in the one error shape when its body is not what it says', { timeout: 120_000 }, async () => {
    expect(await complaints(badBodies)).toEqual([]);
    await mustStillServe();
  });
  it('is refused in the one error shape when the method is one that nothing is offered for', async () => {
    const methods = ['OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'PURGE', 'M-SEARCH', 'SEARCH', 'LINK'];
    const requests = methods.map((method): [string, string] => [
      method,
      `${method} /v1/admin/admins HTTP/1.1\r\nhost: a\r\n${end}`,
    ]);
    expect(await complaints(Object.fromEntries(requests))).toEqual([]);
    await mustStillServe();
  });
  it('is refused in the one error shape when the path is written to mislead', { timeout: 120_000 }, async () => {
    const paths = [
      ...Object.values(pathMutations).map((mutation) => mutation('/v1/admin/admins')),
      ...['*', 'http://evil.example/v1/admin/admins', '//evil.example/v1/admin/admins', '/v1/admin/../admin/admins'],
      ...[
        '/v1/./admin/admins',
        '/v1/admin/admins/../me',
        '/v1/admin/admins\\..',
        '/\u00ff\u00fe',
        '/v1/admin/admins#me',
      ],
      ...['/%2e%2e/%2e%2e/etc/passwd', '/docs/../../etc/passwd', '/docs/%2e%2e%2fpackage.json', '?', '/?', '/v1?x'],
    ];
    const requests = paths.map((path): [string, string] => [
      path.slice(0, 60),
      `GET ${path} HTTP/1.1\r\nhost: a\r\n${end}`,
    ]);
    expect(await complaints(Object.fromEntries(requests))).toEqual([]);
    await mustStillServe();
  });
  it('harms nobody when the caller hangs up in the middle', async () => {
    const starts = [
      'GET /v1/ad',
      read,
      `${login}content-length: 100\r\n\r\n{"email":`,
      `${login}transfer-encoding: chunked\r\n\r\n5\r\n{"a`,
      `${login}content-length: 36\r\n\r\n{"email":"a@b.c","password":"abcdef"}`,
    ];
    for (const start of starts) expect(await exchange(port, start, { hangUp: true })).toBe('');
    await mustStillServe();
  });
  it('does not spoil the honest request that came before it on the same connection', async () => {
    const honest = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n';
    const [first, second] = readAnswers(await exchange(port, honest, { next: 'garbage\r\n\r\n' }));
    expect(first).toMatchObject({ status: 200 });
    expect(second && faultsOf(second)).toEqual([]);
  });
  it('would be noticed if it were answered in another shape', () => {
    const bare = readAnswers('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    const crash = readAnswers('HTTP/1.1 500 Oops\r\ncontent-length: 4\r\n\r\noops');
    expect([...bare, ...crash].flatMap(faultsOf)).toEqual(['answered 400 with no body', 'answered 500 oops']);
  });
});
