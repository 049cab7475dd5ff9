import { createHash } from 'node:crypto';

/** What no honest client sends, and what every dishonest one tries. */

const long = 'x'.repeat(70_000);
/** Too long for a row of an index, because it cannot be compressed. */
const random = Array.from({ length: 64 }, (_one, n) => createHash('sha256').update(String(n)).digest('hex')).join('');
const rtl = '\u202Eطفلي العزيز\u202C ١٢٣';

/** Written into the JSON as it stands, because `JSON.stringify` knows no way to say it. */
export const rawJson = (text: string): string => `@@raw:${text}@@`;
export const withRawJson = (json: string): string => json.replace(/"@@raw:(.*?)@@"/g, '$1');

/** Texts that break a parser, a query, a page, a spreadsheet, a path or a calendar somewhere. */
export const hostileTexts: readonly string[] = [
  ...['', ' ', '\t\r\n', '0', '-1', '1.5', '1e3', '0x10', '007', '-0', 'NaN', 'Infinity', 'null', 'undefined', 'true'],
  ...['9007199254740992', '9223372036854775808', '1e308', '-1e999', '99999999999999999999999999', '١٢٣'],
  ...[
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfffb',
    '\ufeff',
    '\ufffe',
    rtl,
    '𝕏🙂\u200d🙂',
    'e\u0301'.repeat(300),
    long,
    random,
  ],
  ...["' or 1=1 --", "'; drop table admins; --", '$1', '\\', '%', '_', '*', '%%%', '{', '}', '"', "'"],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '=cmd|/C calc', '@sum(1)', '+1', '-2+3'],
  ...['../../../etc/passwd', '..\\..\\', '/', '//', 'file:///etc/passwd', 'a\r\nset-cookie: x=1', '#{7*7}', '{{7*7}}'],
  ...['2024-02-30', '2024-02-30T00:00:00Z', '2024-13-01', '0000-00-00', '0000-01-01', '9999-12-31', '10000-01-01'],
  ...['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00Z', '0001-01-01'],
  ...['2024-01-01T25:61:61Z', '2024-01-01T00:00:00', '+275760-09-13T00:00:00.001Z', '-271821-04-20', '1e15'],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '01930000-0000-7000-8000'],
  ...['01930000-0000-7000-8000-0000000000D1', '{01930000-0000-7000-8000-0000000000d1}', '__proto__', 'constructor'],
  ...[
    'toString',
    'hasOwnProperty',
    'a,b',
    'a[b]',
    'W10.AAAA',
    'eyJhIjoxfQ',
    'undefined,,',
    '()',
    '(a+)+$',
    'aaaaaaaaaa!',
  ],
];

export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  ...[null, true, false, 0, -0, 1, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63, 1e308, -1e308, 5e-324],
  ...[rawJson('1e999'), rawJson('-1e999'), rawJson('123456789012345678901234567890'), rawJson('-0.0')],
  ...[[], [[]], [null], [1, 'a', {}], ['a', 'a'], {}, { a: {} }, { length: 1 }, { toString: 'x' }, { $gt: '' }],
  ...[Array.from({ length: 1_001 }, () => 'a'), Array.from({ length: 150 }, (_, index) => `a${index}`), nested(40)],
];

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { a: nested(depth - 1) };
}

const bytes = (...list: number[]): Buffer => Buffer.from(list);

/** Whole bodies, as bytes. */
export const rawBodies: Readonly<Record<string, string | Buffer>> = {
  empty: '',
  blank: '  \n',
  'an open brace': '{',
  'an open string': '{"a":"',
  'a trailing comma': '{"a":1,}',
  'single quotes': "{'a':1}",
  'a comment': '{/**/}',
  'two values': '{}{}',
  null: 'null',
  'a number': '1',
  'a text': '"text"',
  'a list': '[]',
  'a list of objects': '[{}]',
  'NaN, bare': '{"a":NaN}',
  'a byte order mark': Buffer.concat([bytes(0xef, 0xbb, 0xbf), Buffer.from('{}')]),
  'UTF-16': Buffer.from('{"a":1}', 'utf16le'),
  'invalid UTF-8': Buffer.concat([Buffer.from('{"a":"'), bytes(0xc3, 0x28, 0xff, 0xfe), Buffer.from('"}')]),
  'an encoded surrogate': Buffer.concat([Buffer.from('{"a":"'), bytes(0xed, 0xa0, 0x80), Buffer.from('"}')]),
  'an overlong slash': Buffer.concat([Buffer.from('{"a":"'), bytes(0xc0, 0xaf), Buffer.from('"}')]),
  'a NUL in a name': '{"a\\u0000b":1}',
  'a lone surrogate in a name': '{"\\ud800":1}',
  'duplicate names': '{"name":"a","name":"b","name":null}',
  __proto__: '{"__proto__":{"isAdmin":true}}',
  '__proto__, escaped': '{"\\u005f_proto__":{"isAdmin":true}}',
  'constructor.prototype': '{"constructor":{"prototype":{"isAdmin":true}}}',
  'a deep list': '['.repeat(5_000) + ']'.repeat(5_000),
  'a deep object': `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  'an open deep list': '['.repeat(100_000),
  'a number beyond all': '{"a":1e999}',
  'a number of 10,000 digits': `{"a":${'9'.repeat(10_000)}}`,
  'many names': `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":1`).join()}}`,
  'more than the limit': `{"a":"${'x'.repeat(300_000)}"}`,
  gzip: bytes(0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xab, 0xae, 5, 0, 0x43, 0xbf, 0xa6, 0xa3, 2, 0, 0, 0),
  multipart: '--x\r\ncontent-disposition: form-data; name="file"; filename="../../a"\r\n\r\nhello\r\n--x--\r\n',
  form: 'email=a&password=b&__proto__=c',
};

/** Labels for a body; `undefined` is none. Each is tried on a body that must not pass whatever it is called. */
export const contentTypes: readonly (string | undefined)[] = [
  undefined,
  '',
  ' application/json',
  'application/json\t',
  '\tapplication/json; charset=utf-8',
  'application/json ; charset=utf-8',
  'APPLICATION/JSON; CHARSET=UTF-8',
  'application/json; charset=utf-16',
  'application/json; charset="utf-8',
  'application/json; charset=utf-8; charset=utf-16',
  'application/json;',
  'application/json,text/plain',
  'application/jsonp',
  'application/vnd.api+json',
  'text/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/octet-stream',
  'a/b/c',
  `application/json; x=${'y'.repeat(5_000)}`,
];

export const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  ...['gzip', 'br', 'deflate', 'identity, gzip', 'chunked', 'zip bomb', ''].map((value) => ({
    'content-encoding': value,
  })),
  ...['"1"', '"0"', 'W/"1"', '*', '1', '', '"1", "2"', `"${'9'.repeat(400)}"`, '"\u00e9"'].map((value) => ({
    'if-match': value,
  })),
  ...['', ' ', 'x', 'x'.repeat(255), 'x'.repeat(256), 'é', 'a b', "' or 1=1"].map((value) => ({
    'idempotency-key': value,
  })),
  ...['', 'x'.repeat(129), 'a b', '<script>', '../..'].map((value) => ({ 'x-request-id': value })),
  ...['Basic cm9vdDpyb290', 'Bearer', 'Bearer  ', 'bearer x y', 'Bearer \u00e9', 'Bearer e30.e30.'].map((value) => ({
    authorization: value,
  })),
  { cookie: 'svc_admin_token=' },
  { cookie: ';;;=;svc_admin_token=%00;__proto__=1' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'not a url' },
  { host: '' },
  { accept: 'application/xml', 'accept-version': '9.9.9', 'accept-language': '*;q=9' },
  { 'x-http-method-override': 'DELETE', 'x-original-url': '/v1/admin/admins', 'x-rewrite-url': '/v1/admin/admins' },
  { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'evil.example', forwarded: 'for=127.0.0.1' },
  { 'user-agent': `a\u00e9${'b'.repeat(9_000)}` },
  { range: 'bytes=0-1,5-9999999999999999999', 'if-none-match': '*', 'if-modified-since': 'never' },
  { expect: '200-ok' },
];

/** Queries that no parameter asked for. */
export const rawQueries: readonly string[] = [
  ...['?', '?&', '?=', '?=&&=', '?a', '?%', '?%zz=1', '?a=%zz', '?%00=1', '?a=%00', '?a=%ED%A0%80', '?%ED%A0%80=a'],
  ...['?a=%C0%AF', '?a=%FF%FE', '?__proto__[x]=1', '?__proto__=1', '?constructor=1', '?constructor[prototype][x]=1'],
  ...['?toString=1', '?hasOwnProperty=1', '?unknown=1', '?unknown[]=1', '?a=1#b', '?a=1;b=2', '?a=b=c', '?+=+'],
  ...['?dryRun=true', '?dryRun=false', '?dryRun=', '?dryRun=TRUE', '?dryRun=1', '?dryRun=true&dryRun=false'],
  ...['?limit=0', '?limit=201', '?limit=1&limit=2', '?cursor=&cursor=', '?dryRun[]=true', '?DRYRUN=true'],
  `?${'a=1&'.repeat(2_000)}`,
  `?a=${'x'.repeat(10_000)}`,
];

/** Ways to write a path that a guard and a router might read differently. */
export const pathMutations: Readonly<Record<string, (path: string) => string>> = {
  'a slash more at the end': (path) => `${path}/`,
  'doubled slashes': (path) => path.replaceAll('/', '//'),
  'an encoded slash': (path) => `/v1${path.slice(3).replaceAll('/', '%2F')}`,
  'an encoded slash, once': (path) => path.replace('/admin/', '/admin%2f'),
  'a doubly encoded slash': (path) => path.replace('/admin/', '/admin%252f'),
  'a NUL at the end': (path) => `${path}%00`,
  'a NUL and an ending': (path) => `${path}%00.json`,
  'broken escapes': (path) => `${path}%zz`,
  'half an escape': (path) => `${path}%`,
  'an encoded surrogate': (path) => `${path}%ED%A0%80`,
  'a matrix parameter': (path) => `${path};a=b`,
  'a matrix parameter inside': (path) => path.replace('/admin', '/admin;a=b'),
  'an encoded question mark': (path) => `${path}%3fa=b`,
  'another case': (path) => path.toUpperCase(),
  'an encoded letter': (path) => path.replace('/v1/a', '/v1/%61'),
  'an encoded dot': (path) => `${path}/%2e%2e/me`,
  'dots behind slashes': (path) => `${path}/..%2f..%2f`,
  'a backslash': (path) => path.replace('/v1/', '/v1/%5c'),
  'a space': (path) => `${path}%20`,
  'a format': (path) => `${path}.json`,
  'a very long end': (path) => `${path}/${'x'.repeat(9_000)}`,
  'many folders': (path) => `${path}${'/a'.repeat(2_000)}`,
  'another version': (path) => path.replace('/v1', '/v2'),
  'no version': (path) => path.replace('/v1', ''),
};
