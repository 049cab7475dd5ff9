import { sql } from 'kysely';
import { Type } from 'typebox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../db/database.ts';
import { declareError, refuse } from '../errors.ts';
import { newId } from '../id.ts';
import { mustMatch } from '../revision.ts';
import { mount } from './mount.ts';
import { Id, nullable } from './schema.ts';
import { mountOptions, openTestApp, serveTestApp, strictEndpoint, type TestApp } from './test-app.fixture.ts';

const nameTaken = declareError(409, 'name_taken', {}, ['things_name_unique']);
const tooDear = declareError(400, 'too_dear');
const neverListed = declareError(409, 'never_listed');

const Thing = Type.Object({ id: Id, name: Type.String(), price: Type.Integer(), revision: Type.Integer() });
interface Row {
  id: string;
  name: string;
  price: number;
  revision: number;
  secret: string;
}
const find = async (db: Db, id: string) => (await sql<Row>`select * from things where id = ${id}`.execute(db)).rows[0];
const add = async (db: Db, name: string, price = 1) => {
  const values = sql`(${newId()}, ${name}, ${price})`;
  const { rows } = await sql<Row>`insert into things (id, name, price) values ${values} returning *`.execute(db);
  return rows[0] ?? refuse(neverListed);
};
const Body = Type.Object({ name: Type.String(), price: Type.Integer() });
const common = { summary: '', access: 'signed_in', params: { id: Id } } as const;
const target = (db: Db, { id }: { id: string }) => find(db, id);

const endpoints = [
  strictEndpoint({
    ...common,
    method: 'GET',
    url: '/things/:id',
    query: { part: Type.Optional(Type.Integer()) },
    reply: Thing,
    target,
    run: async (_, { target: thing }) => thing,
  }),
  strictEndpoint({
    ...common,
    method: 'PUT',
    url: '/things/:id',
    body: Body,
    reply: Thing,
    target,
    errors: [tooDear, nameTaken],
    run: async ({ tx, ifMatch }, { target: thing, body }) => {
      mustMatch(ifMatch, thing.revision);
      if (body.price > 100) refuse(tooDear);
      const { name, price } = body;
      await sql`update things set name = ${name}, price = ${price}, revision = revision + 1 where id = ${thing.id}`.execute(
        tx,
      );
      return (await find(tx, thing.id)) ?? refuse(neverListed);
    },
  }),
  strictEndpoint({
    ...common,
    method: 'DELETE',
    url: '/things/:id',
    status: 204,
    target,
    run: async ({ tx }, { params }) => sql`delete from things where id = ${params.id}`.execute(tx),
  }),
  strictEndpoint({
    method: 'POST',
    url: '/things',
    summary: '',
    access: 'signed_in',
    status: 201,
    body: Body,
    reply: Thing,
    errors: [nameTaken],
    run: ({ tx }, { body: { name, price } }) => add(tx, name, price),
  }),
  strictEndpoint({
    method: 'POST',
    url: '/things/misfit',
    summary: '',
    access: 'signed_in',
    body: Type.Object({ reply: Type.Unknown() }),
    reply: Type.Object({ price: Type.Integer(), tag: nullable(Type.String()) }),
    run: async ({ tx }, { body: { reply } }) => {
      await add(tx, 'made in vain');
      return Object.assign({ price: 1, tag: null }, reply);
    },
  }),
  ...(['unlisted', 'unnamed', 'crash'] as const).map((kind) =>
    strictEndpoint({
      method: 'POST',
      url: `/things/${kind}`,
      summary: '',
      access: 'signed_in',
      reply: Thing,
      run: async ({ tx }) => {
        const thing = await add(tx, 'made in vain');
        if (kind === 'unlisted') refuse(neverListed);
        if (kind === 'unnamed') await add(tx, 'made in vain');
        if (kind === 'crash') throw new Error('secret of the innards');
        return thing;
      },
    }),
  ),
];

let testApp: TestApp;
let id: string;
beforeAll(async () => {
  testApp = await openTestApp(
    endpoints,
    `create table things (id uuid primary key, name text not null constraint things_name_unique unique,
       price integer not null, revision integer not null default 1, secret text not null default 'hidden');
     grant select, insert, update, delete on things to cliffhanger_app`,
  );
});
beforeEach(async () => {
  await testApp.run('truncate things');
  id = (await add(testApp.world.database.db, 'first').catch(() => undefined))?.id ?? '';
});
const names = async () => (await testApp.run('select name from things order by name')).map(({ name }) => name);

describe('errors have a fixed precedence', () => {
  const good = { name: 'new', price: 5 };
  const unknown = '0197a2b4-0000-7000-8000-000000000000';
  it.each([
    ['no JSON', { name: null, raw: '{' }, unknown, 400, 'invalid_json'],
    ['no text', { name: null, raw: '{"name":"\\u0000"}' }, unknown, 400, 'validation_failed'],
    [
      'no JSON by its type',
      { name: null, raw: 'a=b', headers: { 'content-type': 'text/plain' } },
      unknown,
      415,
      'unsupported_media_type',
    ],
    ['too much', { name: null, raw: `"${'x'.repeat(262_144)}"` }, unknown, 413, 'payload_too_large'],
    ['nobody', { name: null, body: { price: 'x' } }, unknown, 401, 'unauthorized'],
    ['someone who may not', { name: 'guest', body: { price: 'x' } }, unknown, 403, 'forbidden'],
    ['nothing there', { body: { price: 'x' } }, unknown, 404, 'not_found'],
    ['no id at all', { body: { price: 'x' } }, 'no-id', 404, 'not_found'],
    ['nothing there, asked oddly', { body: good }, `${unknown}?dryRun=maybe&x=1`, 404, 'not_found'],
    ['a bad shape', { body: { price: 'x' }, headers: { 'if-match': '"9"' } }, '', 400, 'validation_failed'],
    ['a bad query', { body: good, headers: { 'if-match': '"9"' } }, '?x=1', 400, 'validation_failed'],
    ['a bad dry run', { body: good, headers: { 'if-match': '"9"' } }, '?dryRun=maybe', 400, 'validation_failed'],
    [
      'a malformed edition',
      { body: { name: 'new', price: 500 }, headers: { 'if-match': '9' } },
      '',
      400,
      'validation_failed',
    ],
    ['an old edition', { body: { name: 'new', price: 500 }, headers: { 'if-match': '"9"' } }, '', 412, 'stale_write'],
    ['a rule', { body: { name: 'new', price: 500 } }, '', 400, 'too_dear'],
  ])('%s', async (_, call, path, status, error) => {
    const answer = await testApp.call(`PUT /things/${/^(?:\?|$)/.test(path) ? `${id}${path}` : path}`, call);
    expect(answer.body).toMatchObject({ statusCode: status, error });
    expect(answer.status).toBe(status);
    expect(await names()).toEqual(['first']);
  });
});

describe('a resource', () => {
  it('is answered with its edition as a tag, and an edit of that edition passes once', async () => {
    const read = await testApp.call(`GET /things/${id}`);
    expect([read.status, read.headers.etag, read.headers['cache-control']]).toEqual([200, '"1"', 'no-store']);
    const edit = { body: { name: 'second', price: 2 }, headers: { 'if-match': '"1"' } };
    const edited = await testApp.call(`PUT /things/${id}`, edit);
    expect([edited.status, edited.headers.etag, edited.body.revision]).toEqual([200, '"2"', 2]);
    expect((await testApp.call(`PUT /things/${id}`, edit)).status).toBe(412);
  });

  it('is found by its id in capitals too', async () => {
    expect((await testApp.call(`GET /things/${id.toUpperCase()}`)).body.id).toBe(id);
  });

  it('never shows a column that its schema does not name', async () => {
    expect((await testApp.call(`GET /things/${id}`)).body).toEqual({ id, name: 'first', price: 1, revision: 1 });
  });

  it('is made with 201 and removed with 204, which has no body', async () => {
    const created = await testApp.call('POST /things', { body: { name: 'made', price: 2 } });
    expect([created.status, created.body.name]).toEqual([201, 'made']);
    const removed = await testApp.call(`DELETE /things/${String(created.body.id)}`);
    expect([removed.status, removed.text, removed.headers['content-type']]).toEqual([204, '', undefined]);
    expect(await names()).toEqual(['first']);
  });
});

describe('nothing is left of a change', () => {
  it.each([
    ['a text for a number', { price: 'much' }],
    ['a text that looks like the number', { price: '7' }],
    ['null for a number, which would be shown as 0', { price: null }],
    ['a fraction for a whole number, which would be cut', { price: 1.7 }],
    ['an object for a text', { tag: {} }],
  ])('whose reply would not fit its schema: %s', async (_, reply) => {
    const answer = await testApp.call('POST /things/misfit', { body: { reply } });
    expect([answer.status, answer.body]).toEqual([500, { statusCode: 500, error: 'internal_error' }]);
    expect(await names()).toEqual(['first']);
  });

  it('whose reply cannot be written, in production too', async () => {
    const lenient = serveTestApp(testApp.world, testApp.world.database, endpoints, { unlistedErrorsCrash: false });
    const answer = await lenient.call('POST /things/misfit', { body: { reply: { price: 'much' } } });
    expect([answer.status, answer.body]).toEqual([500, { statusCode: 500, error: 'internal_error' }]);
    expect(await names()).toEqual(['first']);
    await lenient.app.close();
  });

  it('that breaks a constraint which stands for a refusal: that refusal is the answer', async () => {
    const answer = await testApp.call('POST /things', { body: { name: 'first', price: 2 } });
    expect([answer.status, answer.body]).toEqual([409, { statusCode: 409, error: 'name_taken' }]);
  });

  it.each([
    ['unlisted', 'a refusal that the endpoint does not list'],
    ['unnamed', 'a constraint that stands for no refusal'],
    ['crash', 'an error of ours'],
  ])('that meets with %s, %s: the caller hears of an internal error, the log of the rest', async (kind) => {
    const answer = await testApp.call(`POST /things/${kind}`);
    expect([answer.status, answer.body]).toEqual([500, { statusCode: 500, error: 'internal_error' }]);
    expect(testApp.logged.at(-1)).toMatch(/does not list never_listed|things_name_unique|secret of the innards/);
    expect(await names()).toEqual(['first']);
  });
});

it('a service whose endpoint has no guard, has no rate or has no access does not start', () => {
  const [endpoint] = endpoints;
  if (!endpoint) throw new Error('there are endpoints');
  const { app, world } = testApp;
  const { database } = world;
  const options = { ...mountOptions, database, unlistedErrorsCrash: true };
  expect(() => mount(app, [endpoint], { ...options, guards: {} })).toThrow('has the unknown guard strict');
  const { guard } = endpoint;
  const guards = { strict: { authenticate: async () => ({ caller: null, callerId: null, now: new Date() }) } };
  const hasty = { ...endpoint, guard: { ...guard, rates: { read: 'hasty', write: 'hasty' } } };
  expect(() => mount(app, [hasty], { ...options, guards })).toThrow('has the unknown rate hasty');
  const silent = { ...endpoint, access: Object.values<never>({})[0] };
  expect(() => mount(app, [Object.assign({}, endpoint, silent)], { ...options, guards: {} })).toThrow('has no access');
});
