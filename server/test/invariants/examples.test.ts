import { beforeAll, describe, expect, it } from 'vitest';
import { endpointsOf } from '../../src/endpoints.ts';
import { declareError, type ErrorSpec } from '../../src/kit/errors.ts';
import { takesDryRun } from '../../src/kit/http/dry-run.ts';
import type { Endpoint } from '../../src/kit/http/endpoint.ts';
import { errorsOf, takesIfMatch } from '../../src/kit/http/errors-of.ts';
import { bodyCheck, queryCheck } from '../../src/kit/http/validate.ts';
import { newId } from '../../src/kit/id.ts';
import { isRecord } from '../../src/kit/json.ts';
import { signMessage } from '../../src/kit/webhooks.ts';
import type { Actor, Answer, CallOptions } from '../harness/actor.ts';
import { openExampleWorld } from '../harness/example-world.ts';

/** Examples are promises: each is shown in the document, so each is run here, and does what its endpoint says. */

const { world, callers, reset } = await openExampleWorld();
// Examples name days, and some are evaluated by how long ago those are.
await world.clock.stopAt('2026-11-02T12:00:00Z');
const endpoints = endpointsOf(world);
const nameOf = ({ method, url }: Endpoint): string => `${method} ${url}`;

/** No example that is written down can work here, for the reason given. */
const impossible: Record<string, string> = {
  'POST /v1/admin/auth/totp/confirm': 'takes a code of this half minute, for a secret that was just made',
  'POST /v1/admin/auth/totp/disable': 'takes a code of this half minute',
  'POST /v1/auth/token': 'takes a token that a provider signed',
  'POST /v1/store/purchases/:id/proof': 'takes a transaction that a store signed',
  'POST /v1/admin/auth/step-up': 'takes a code of this half minute',
};

/** Where the superadmin of the examples is not the one who may: only who asked for an act can take it back. */
const calledBy: Record<string, Actor> = {
  'POST /v1/admin/approvals/:id/cancel': callers.asker,
};

const isRunnable = (one: Endpoint): boolean => (one.params ?? one.body) === undefined || one.example !== undefined;
const withoutExample = (all: readonly Endpoint[]): string[] => all.filter((one) => !isRunnable(one)).map(nameOf);

function callerOf(endpoint: Endpoint): Actor {
  const guard = endpoint.guard.name;
  const usual = new Map<string, Actor>(Object.entries(callers)).get(guard);
  return calledBy[nameOf(endpoint)] ?? usual ?? expect.unreachable(`nobody in the example world calls past ${guard}`);
}

function urlOf({ url, example = {} }: Endpoint, more: Record<string, string> = {}): string {
  const path = url.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(example.params?.[name] ?? 'missing'));
  const query = new URLSearchParams({ ...example.query, ...more }).toString();
  return query ? `${path}?${query}` : path;
}

/** Bodies that are taken as bytes are signed; ours are, with the secret of this world. */
function signatureOf({ raw, url, example }: Endpoint): Record<string, string> {
  if (!raw) return {};
  const body = Buffer.from(JSON.stringify(example?.body));
  const { mediaWebhook, paymentsWebhook } = world.config.secrets;
  return signMessage(
    url.includes('/media/') ? mediaWebhook : paymentsWebhook,
    { id: newId(), sentAt: new Date() },
    body,
  );
}

const fieldsOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries<unknown>({ ...(typeof body === 'object' && body) }).map(([name, value]) => [name, String(value)]),
  );

function run(endpoint: Endpoint, more: Record<string, string> = {}, { headers = {}, ...options }: CallOptions = {}) {
  const { method, example = {} } = endpoint;
  const [caller, url] = [callerOf(endpoint), urlOf(endpoint, more)];
  const { name, base64 } = example.file ?? { name: '', base64: '' };
  if (endpoint.upload)
    return caller.upload(url, fieldsOf(example.body), { name, bytes: Buffer.from(base64, 'base64') });
  return caller.call<Record<string, unknown>>(method, url, example.body, {
    ...options,
    headers: { ...signatureOf(endpoint), ...headers },
  });
}

const outcomeOf = (endpoint: Endpoint, { status, text }: Answer): string =>
  status === (endpoint.status ?? 200) ? 'as promised' : `${urlOf(endpoint)} answered ${status} ${text}`;

const named = (some: readonly Endpoint[]) => some.map((endpoint): [string, Endpoint] => [nameOf(endpoint), endpoint]);
const runnable = endpoints.filter(isRunnable);
const reads = runnable.filter(({ method }) => method === 'GET');
const changes = runnable.filter(({ method }) => method !== 'GET');
const isEdit = (endpoint: Endpoint): boolean => endpoint.method === 'PUT' && takesIfMatch(endpoint);

describe('the examples of the document', () => {
  it('are there for every endpoint, but for those where none can be', () => {
    expect(withoutExample(endpoints).sort()).toEqual(Object.keys(impossible).sort());
  });
  it('are missed where a new endpoint comes without one', () => {
    const [first = expect.unreachable()] = changes;
    const planted: Endpoint = { ...first, url: '/v1/admin/planted/:id', params: {}, body: {} };
    const { example: _none, ...bare } = planted;
    expect(withoutExample([bare])).toEqual([`${first.method} /v1/admin/planted/:id`]);
  });
  it('fit the shapes of what they are sent to', () => {
    for (const [name, endpoint] of named(runnable.filter(({ example }) => example))) {
      const { params = {}, query = {}, body, example = {} } = endpoint;
      expect(Object.keys(example.params ?? {}), name).toEqual(Object.keys(params));
      expect(() => queryCheck(query, true)({ ...example.query }), name).not.toThrow();
      expect(body === undefined ? example.body : typeof example.body, name).toBe(body && 'object');
      expect(() => bodyCheck(body, true)(example.body), name).not.toThrow();
    }
  });
});

describe('an example of a look', () => {
  it.each(named(reads))('%s works', async (_name, endpoint) => {
    expect(outcomeOf(endpoint, await run(endpoint))).toBe('as promised');
  });
});

/** Answers with items that are no list to page through, for the reason given. */
const whole: Record<string, string> = {
  'GET /v1/admin/approvals/deciders': 'the admins who may decide one request',
  'GET /v1/admin/auth/sessions': 'one’s own, of twelve hours',
  'GET /v1/admin/collections/contents': 'the collections that are asked for',
  'GET /v1/admin/collections/:id': 'one collection with all that is in it',
  'GET /v1/admin/cron': 'the five jobs',
  'GET /v1/admin/exchange-rates': 'one rate of each currency',
  'GET /v1/admin/feed-preview/empty-rails': 'the rails of two surfaces',
  'GET /v1/admin/feed-preview/stops': 'the days that are asked for',
  'GET /v1/admin/genres': 'every genre in use',
  'GET /v1/admin/media/assets/:id/events': 'the events of one asset',
  'GET /v1/admin/payments/reconciliation/:id/sums': 'the products and currencies of one report',
  'GET /v1/admin/publishing/reviewers': 'the admins who may review',
  'GET /v1/demo': 'the six demo admins',
  'GET /v1/comments/preview': 'ten, or as many as are asked for up to fifty, without a second page',
};

/** What is not as in a list that is walked page by page; undefined where there are no items at all. */
async function pagingFaults(endpoint: Endpoint): Promise<string[] | undefined> {
  const { body } = await run(endpoint);
  if (!isRecord(body) || !Array.isArray(body.items)) return undefined;
  const refused = [{ limit: '0' }, { limit: '201' }, { cursor: 'made-up' }];
  const errors = await Promise.all(refused.map(async (query) => (await run(endpoint, query)).body.error));
  const first = (await run(endpoint, { limit: '1' })).body;
  const count = Array.isArray(first.items) ? first.items.length : -1;
  const goesOn = typeof first.nextCursor === 'string' ? 'goes on' : `ends with ${String(first.nextCursor)}`;
  const page = [`${Math.min(body.items.length, 1)} of one`, body.items.length > 1 ? 'goes on' : 'ends with null'];
  const wanted = ['validation_failed', 'validation_failed', 'invalid_cursor', ...page];
  return [...errors, `${count} of one`, goesOn].map(String).filter((fact, n) => fact !== wanted[n]);
}

describe('an example of a list', () => {
  it('goes page by page: it takes limit and cursor, and answers nextCursor', async () => {
    const faults: Record<string, string[]> = {};
    for (const endpoint of reads) faults[nameOf(endpoint)] = (await pagingFaults(endpoint)) ?? ['no list'];
    const lists = Object.entries(faults).filter(([, found]) => !found.includes('no list'));
    expect(lists.filter(([name, found]) => found.length > 0 && !(name in whole))).toEqual([]);
    expect(lists.length - Object.keys(whole).length).toBeGreaterThan(40);
  });
});

describe('an example of a change', () => {
  it('leaves nothing behind in a dry run, and is told what it would do', async () => {
    const before = await everyTable();
    for (const endpoint of changes.filter(takesDryRun)) {
      const { status, body } = await run(endpoint, { dryRun: 'true' });
      const effects = { audit: expect.arrayContaining([expect.anything()]) };
      const answer = { dryRun: true, status: endpoint.status ?? 200, effects };
      expect([status, body], nameOf(endpoint)).toMatchObject([200, answer]);
    }
    expect(await everyTable()).toEqual(before);
    expect(before.length).toBeGreaterThan(10);
  });
  it.each(named(changes.filter((one) => !isEdit(one))))('%s works', async (_name, endpoint) => {
    await reset();
    expect(outcomeOf(endpoint, await run(endpoint))).toBe('as promised');
  });
  it.each(named(changes.filter(isEdit)))(
    '%s works, and makes no new edition when it is repeated',
    async (_name, endpoint) => {
      await reset();
      const first = await run(endpoint);
      expect(outcomeOf(endpoint, first)).toBe('as promised');
      const again = await run(endpoint, {}, { changesNothing: true });
      expect([again.status, again.headers.etag]).toEqual([first.status, first.headers.etag]);
    },
  );
});

describe('an example of a change that takes If-Match', () => {
  // Once for all: what is refused changes nothing.
  beforeAll(reset);
  it.each(named(changes.filter(takesIfMatch)))(
    '%s is refused on another edition than its own',
    async (_name, endpoint) => {
      const send = (ifMatch: string) => run(endpoint, {}, { headers: { 'if-match': ifMatch } });
      expect(await send('"none"')).toMatchObject({ status: 412, body: { error: 'stale_write' } });
      const malformed = { error: 'validation_failed', details: [{ path: 'If-Match' }] };
      expect(await send('not quoted')).toMatchObject({ status: 400, body: malformed });
    },
  );
});

/** Each table with a digest of what is in it. */
async function everyTable(): Promise<string[]> {
  const { pool } = world.database;
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`,
  );
  const digests: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as digest from "${name}" t`,
    );
    digests.push(`${name} ${rows[0]?.digest}`);
  }
  return digests;
}

/** Codes that stand for more than one declaration, but for the two that the contract gives two statuses. */
function declaredTwice(all: readonly ErrorSpec[]): string[] {
  const specs = [...new Set(all)];
  const key = ({ code, status }: ErrorSpec): string =>
    ['user_banned', 'user_deleted'].includes(code) ? `${code} ${status}` : code;
  return specs.map(key).filter((one, index, keys) => keys.indexOf(one) !== index);
}

/** Patterns in a schema that have no words to say what they ask for. */
function wordless(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(wordless);
  if (!isRecord(schema)) return [];
  const { pattern } = schema;
  const isSilent = typeof pattern === 'string' && pattern !== '\\S' && schema['x-message'] === undefined;
  return [...(isSilent ? [pattern] : []), ...Object.values(schema).flatMap(wordless)];
}

describe('the table of endpoints', () => {
  const specs = endpoints.flatMap(errorsOf);
  it('declares every error once, with one status', () => {
    expect(declaredTwice(specs)).toEqual([]);
  });
  it('would show an error that is declared a second time, or with a second status', () => {
    const [first = expect.unreachable()] = specs;
    expect(declaredTwice([...specs, declareError(first.status, first.code)])).toEqual([first.code]);
    expect(declaredTwice([...specs, declareError(418, first.code)])).toEqual([first.code]);
    expect(declaredTwice([declareError(400, 'user_banned'), declareError(403, 'user_banned')])).toEqual([]);
  });
  it('says in words what each pattern asks for', () => {
    const silent = endpoints.flatMap((one) => wordless([one.query, one.body]).map((pattern) => [nameOf(one), pattern]));
    expect(silent).toEqual([]);
    expect(wordless({ properties: { code: { pattern: '^a+$' } } })).toEqual(['^a+$']);
  });
  it('names each endpoint once, and says in a phrase what it is for', () => {
    const names = endpoints.map(nameOf);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const badlySaid = endpoints.filter(({ summary }) => !/^[A-Z][^\n]{3,79}[^.\s]$/.test(summary));
    expect(badlySaid.map(nameOf)).toEqual([]);
  });
});
