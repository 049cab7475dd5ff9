import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { declareError } from '../errors.ts';
import { byNewest } from '../page.ts';
import { endpointsFor, publicGuardSpec } from './endpoints.ts';
import { openApi } from './openapi.ts';
import { Id } from './schema.ts';

/** What the document says of each kind of endpoint. */

const behind = endpointsFor<unknown, never>(publicGuardSpec);
const common = { summary: 'Something', access: 'anyone' } as const;
const Thing = Type.Object({ id: Id }, { title: 'Thing' });

const about = {
  title: 'Test',
  description: '',
  version: '0',
  effects: [],
  tags: [],
  license: { name: 'none' },
  tagOf: () => 'test',
};

interface Shown {
  paths: Record<string, Record<string, Record<string, unknown>>>;
}

function operationOf(endpoint: ReturnType<typeof behind>): Record<string, unknown> {
  const document: Shown = JSON.parse(JSON.stringify(openApi([endpoint], about)));
  return Object.values(document.paths)[0]?.[endpoint.method.toLowerCase()] ?? {};
}

it('A query parameter is required unless it is optional', () => {
  const query = { q: Type.String(), limit: Type.Optional(Type.Integer({ default: 50 })) };
  const { parameters } = operationOf(
    behind({ ...common, method: 'GET', url: '/x', query, reply: Thing, run: async () => ({ id: '' }) }),
  );
  expect(parameters).toMatchObject([
    { name: 'q', in: 'query', required: true },
    { name: 'limit', in: 'query', required: false },
  ]);
});

it('A shared read shows its tag, the headers it reads, and 304', () => {
  const operation = operationOf(
    behind.sharedRead({
      ...common,
      url: '/x',
      reply: Thing,
      headers: { 'accept-language': 'What the caller reads' },
      conditional: { cacheControl: 'no-cache' },
      topics: [],
      cacheKey: () => ({}),
      run: async () => ({ body: { id: '' } }),
    }),
  );
  expect(operation.parameters).toMatchObject([
    { name: 'Accept-Language', in: 'header', description: 'What the caller reads' },
    { name: 'If-None-Match', in: 'header' },
  ]);
  const text = { schema: { type: 'string' } };
  const etag = { headers: { ETag: text, 'Cache-Control': text, Vary: text } };
  expect(operation.responses).toMatchObject({
    200: { ...etag, content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
    304: etag,
  });
  expect(operation).not.toHaveProperty('responses.304.content');
});

it.each([
  ['text/csv; charset=utf-8', 'text/csv', { type: 'string' }],
  ['application/zip', 'application/zip', { type: 'string', format: 'binary' }],
])('A stream of %s shows its type and no other', (type, shown, schema) => {
  const operation = operationOf(
    behind.stream({
      ...common,
      url: '/x',
      sends: { type, fileName: 'x.csv' },
      run: async () => (async function* () {})(),
    }),
  );
  expect(operation.responses).toMatchObject({
    200: { headers: { 'Content-Disposition': {} }, content: { [shown]: { schema } } },
    429: {},
  });
});

it('A streamed upload shows its form, the size of its file and 413', () => {
  const operation = operationOf(
    behind.upload({
      ...common,
      url: '/x',
      upload: { maxBytes: 7 },
      body: Type.Object({ rail: Type.String() }),
      reply: Thing,
      prepare: async () => undefined,
      run: async () => ({ id: '' }),
    }),
  );
  expect(operation.requestBody).toMatchObject({
    content: {
      'multipart/form-data': {
        schema: {
          properties: { rail: {}, file: { type: 'string', format: 'binary', description: 'At most 7 bytes' } },
          required: ['rail', 'file'],
        },
      },
    },
  });
  expect(operation.responses).toHaveProperty('413');
});

it('A batched change shows what any change shows', () => {
  const change = { ...common, method: 'POST', url: '/x', idempotent: true, body: Thing, reply: Thing } as const;
  const batched = behind.batchedWrite({ ...change, run: async (_ctx, items) => items.map(({ body }) => body) });
  const plain = behind({ ...change, run: async (_ctx, { body }) => body });
  expect(operationOf(batched)).toEqual(operationOf(plain));
});

it('A list shows its filters, its cursor and its page', () => {
  const operation = operationOf(
    behind.list({
      ...common,
      url: '/x',
      query: { status: Type.Optional(Type.String()) },
      item: Thing,
      sort: byNewest('madeAt'),
      list: async () => [{ id: '', madeAt: new Date() }],
      show: ({ id }) => ({ id }),
    }),
  );
  expect(operation.parameters).toMatchObject([{ name: 'cursor' }, { name: 'limit' }, { name: 'status' }]);
  expect(operation).toHaveProperty([
    'responses',
    '200',
    'content',
    'application/json',
    'schema',
    'properties',
    'nextCursor',
  ]);
  expect(operation).toHaveProperty(['responses', '400', 'description'], '`invalid_cursor`, `validation_failed`');
});

const post = { ...common, method: 'POST', url: '/x', reply: Thing, run: async () => ({ id: '' }) } as const;

it.each([
  ['refuses nothing', Type.Object({ name: Type.Optional(Type.String()) }), false],
  ['needs a field', Type.Object({ name: Type.String() }), true],
  ['needs any field', Type.Object({ name: Type.Optional(Type.String()) }, { minProperties: 1 }), true],
])('A body is required where an empty one is refused: one that %s', (_, body, required) => {
  expect(operationOf(behind({ ...post, body }))).toHaveProperty('requestBody.required', required);
});

it('What can be edited shows its tag, and what takes a key that it was answered before', () => {
  const reply = Type.Object({ id: Id, revision: Type.Integer() });
  const edited = operationOf(behind({ ...post, reply, run: async () => ({ id: '', revision: 1 }) }));
  expect(edited).toHaveProperty('responses.200.headers.ETag');
  expect(edited).not.toHaveProperty('responses.200.headers.Idempotent-Replayed');
  const keyed = operationOf(behind({ ...post, idempotent: true }));
  expect(keyed).toHaveProperty('responses.200.headers.Idempotent-Replayed');
  expect(keyed).not.toHaveProperty('responses.200.headers.ETag');
});

it('Only responses that ask to retry have a Retry-After', () => {
  const { responses } = operationOf(behind(post));
  expect(responses).toMatchObject({
    429: { headers: { 'Retry-After': {} } },
    503: { headers: { 'Retry-After': {} } },
  });
  expect(responses).not.toHaveProperty('500.headers');
});

it('Headers without which a call is refused are required', () => {
  const { parameters } = operationOf(behind({ ...post, requiredHeaders: { 'webhook-id': 'Names the message' } }));
  expect(parameters).toEqual([
    { name: 'webhook-id', in: 'header', description: 'Names the message', required: true, schema: { type: 'string' } },
  ]);
});

it('What a guard refuses of changes alone is shown on changes alone', () => {
  const forged = declareError(403, 'forged');
  const guarded = endpointsFor<unknown, never>({ ...publicGuardSpec, changeRefusals: [forged] });
  const read = { ...common, method: 'GET', url: '/x', reply: Thing, run: async () => ({ id: '' }) } as const;
  expect(operationOf(guarded(post))).toHaveProperty('responses.403.description', '`forged`');
  expect(operationOf(guarded(read))).not.toHaveProperty('responses.403');
});
