import { sql } from 'kysely';
import { Type } from 'typebox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { afterCommit, type Db } from '../db/database.ts';
import { declareError, refuse } from '../errors.ts';
import { newId } from '../id.ts';
import { mustMatch } from '../revision.ts';
import type { Ctx } from './endpoint.ts';
import { Id } from './schema.ts';
import {
  createdThings,
  lenientEndpoint,
  openTestApp,
  strictEndpoint,
  type TestApp,
  type TestCaller,
} from './test-app.fixture.ts';

const nameTaken = declareError(409, 'name_taken', {}, ['things_name_unique']);
const nowhere = declareError(400, 'nowhere', {}, ['things_shelf']);
const tooDear = declareError(400, 'too_dear');

const Body = Type.Object({ name: Type.String(), price: Type.Integer(), shelf: Type.Optional(Id) });
interface Wish {
  name: string;
  price: number;
  shelf?: string;
}

/** What was made and committed. */
const committed: string[] = [];

/** Makes a thing and tells of it, so that a dry run has something to show and to undo. */
async function make({ tx, effects, header }: Ctx<TestCaller>, { name, price, shelf }: Wish) {
  const id = newId();
  afterCommit(tx, () => void committed.push(name));
  if (price > 100) refuse(tooDear);
  await sql`insert into things (id, name, shelf) values (${id}, ${name}, ${shelf ?? null})`.execute(tx);
  effects.add(createdThings, { id, name });
  header('x-made', id);
  return { name, revision: 1 };
}
const reply = Type.Object({ name: Type.String(), revision: Type.Integer() });
const making = {
  summary: '',
  access: 'signed_in',
  status: 201,
  body: Body,
  reply,
  errors: [nameTaken, nowhere, tooDear],
} as const;
const target = async (db: Db, { id }: { id: string }) =>
  (await sql<{ id: string }>`select id from things where id = ${id}`.execute(db)).rows[0];

const endpoints = [
  strictEndpoint({
    ...making,
    method: 'POST',
    url: '/things',
    idempotent: true,
    run: (ctx, { body }) => make(ctx, body),
  }),
  strictEndpoint({
    ...making,
    method: 'POST',
    url: '/exports',
    dryRun: false,
    run: (ctx, { body }) => make(ctx, body),
  }),
  lenientEndpoint({
    ...making,
    method: 'POST',
    url: '/unlocks',
    idempotent: true,
    run: (ctx, { body }) => make(ctx, body),
  }),
  strictEndpoint({ method: 'GET', url: '/things', summary: '', access: 'signed_in', run: async () => ({}) }),
  strictEndpoint({
    method: 'PUT',
    url: '/things/:id',
    summary: '',
    access: 'signed_in',
    params: { id: Id },
    target,
    body: Type.Object({ name: Type.String() }),
    reply: Type.Object({}),
    errors: [nameTaken],
    run: async ({ tx, ifMatch }, { params, body }) => {
      mustMatch(ifMatch, 1);
      await sql`update things set name = ${body.name} where id = ${params.id}`.execute(tx);
      return {};
    },
  }),
  strictEndpoint({
    method: 'DELETE',
    url: '/things/:id',
    summary: '',
    access: 'signed_in',
    params: { id: Id },
    status: 204,
    target,
    run: ({ tx }, { params }) => sql`delete from things where id = ${params.id}`.execute(tx),
  }),
];

let testApp: TestApp;
const first = newId();
beforeAll(async () => {
  testApp = await openTestApp(
    endpoints,
    `create table things (id uuid primary key, name text not null constraint things_name_unique unique,
       shelf uuid constraint things_shelf references things deferrable initially deferred);
     grant select, insert, update, delete on things to cliffhanger_app`,
  );
});
beforeEach(async () => {
  committed.length = 0;
  await testApp.run('truncate things, idempotency_keys');
  await testApp.run('insert into things values ($1, $2)', [first, 'first']);
});
const names = async () => (await testApp.run('select name from things order by name')).map(({ name }) => name);
const count = async (table: string) => (await testApp.run(`select from ${table}`)).length;

describe('a dry run', () => {
  it('answers what the real call would, with all that it would do, and leaves nothing', async () => {
    const answer = await testApp.call('POST /things?dryRun=true', { body: { name: 'dry', price: 1 } });
    expect(answer.body).toEqual({
      dryRun: true,
      status: 201,
      body: { name: 'dry', revision: 1 },
      effects: { created: [{ id: expect.any(String), name: 'dry' }] },
    });
    expect([answer.status, answer.headers.etag, answer.headers['x-made']]).toEqual([200, undefined, undefined]);
    expect(await names()).toEqual(['first']);
    expect(committed).toEqual([]);
  });

  it('of a removal says that there would be no body, and removes nothing', async () => {
    const answer = await testApp.call(`DELETE /things/${first}?dryRun=true`);
    expect([answer.status, answer.body]).toMatchObject([200, { dryRun: true, status: 204, body: null }]);
    expect(await names()).toEqual(['first']);
  });

  it('that is not asked for is none', async () => {
    expect((await testApp.call('POST /things?dryRun=false', { body: { name: 'real', price: 1 } })).status).toBe(201);
    expect(await names()).toEqual(['first', 'real']);
    expect(committed).toEqual(['real']);
  });

  it('uses no idempotency key up', async () => {
    const request = { body: { name: 'keyed', price: 1 }, headers: { 'idempotency-key': 'one' } };
    for (const dry of ['true', 'true', 'false']) await testApp.call(`POST /things?dryRun=${dry}`, request);
    expect(await names()).toEqual(['first', 'keyed']);
    expect(await count('idempotency_keys')).toBe(1);
  });
});

describe('a dry run is refused exactly as the real call is', () => {
  const unknown = '0197a2b4-0000-7000-8000-000000000000';
  it.each([
    ['by a rule', 'POST /things', { body: { name: 'a', price: 101 } }, 'too_dear'],
    ['by a constraint', 'POST /things', { body: { name: 'first', price: 1 } }, 'name_taken'],
    ['by what only COMMIT checks', 'POST /things', { body: { name: 'a', price: 1, shelf: unknown } }, 'nowhere'],
    ['by its shape', 'POST /things', { body: { name: 'a' } }, 'validation_failed'],
    ['because nothing is there', `PUT /things/${unknown}`, { body: { name: 'a' } }, 'not_found'],
    [
      'because it is stale',
      `PUT /things/${first}`,
      { body: { name: 'a' }, headers: { 'if-match': '"2"' } },
      'stale_write',
    ],
    ['because nobody asks', 'POST /things', { name: null, body: {} }, 'unauthorized'],
  ])('%s', async (_, url, call, error) => {
    const [real, dry] = [await testApp.call(url, call), await testApp.call(`${url}?dryRun=true`, call)];
    expect(real.body.error).toBe(error);
    expect([dry.status, dry.text]).toEqual([real.status, real.text]);
    expect(await names()).toEqual(['first']);
  });
});

describe('a dry run is not offered', () => {
  const request = { body: { name: 'a', price: 1 } };
  it.each([
    ['where the endpoint says so', 'POST /exports?dryRun=true', request, 'is not offered here'],
    ['there, not even a real one by that name', 'POST /exports?dryRun=false', request, 'is not offered here'],
    ['for reads', 'GET /things?dryRun=true', {}, 'is not a known field'],
    ['in other words', 'POST /things?dryRun=1', request, 'must be true or false'],
    ['in capitals', 'POST /things?dryRun=TRUE', request, 'must be true or false'],
    ['as an empty word', 'POST /things?dryRun=', request, 'must be true or false'],
    ['twice over', 'POST /things?dryRun=true&dryRun=true', request, 'must be true or false'],
  ])('%s', async (_, url, call, message) => {
    const answer = await testApp.call(url, call);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      statusCode: 400,
      error: 'validation_failed',
      details: [expect.objectContaining({ path: 'dryRun', message })],
    });
    expect(await names()).toEqual(['first']);
  });

  it('on endpoints of the app: there the parameter is ignored, and the call is real and still executed once', async () => {
    const keyed = { ...request, headers: { 'idempotency-key': 'one' } };
    const answers = [
      await testApp.call('POST /unlocks?dryRun=true', keyed),
      await testApp.call('POST /unlocks?dryRun=true', keyed),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
    expect(await names()).toEqual(['a', 'first']);
  });
});
