import { Type } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { nullable } from './schema.ts';
import { lenientEndpoint, openTestApp, strictEndpoint, type TestApp } from './test-app.fixture.ts';

/** What endpoints make of bodies and queries that they did not ask for. */

const Body = Type.Object({ name: Type.String(), price: Type.Integer() });
const endpoints = [
  ...[strictEndpoint, lenientEndpoint].map((behind, index) =>
    behind({
      method: 'POST',
      url: ['/strict', '/lenient'][index] ?? '',
      summary: '',
      access: 'signed_in',
      query: { n: Type.Optional(Type.Integer()) },
      reply: Type.Object({ n: nullable(Type.Integer()) }),
      run: async ({ header }, { query: { n } }) => {
        header('x-extra', 'along');
        return { n: n ?? null };
      },
    }),
  ),
  ...(['PUT', 'POST'] as const).map((method) =>
    strictEndpoint({
      method,
      url: '/things',
      summary: '',
      access: 'signed_in',
      body: Body,
      reply: Body,
      run: async (_, { body }) => body,
    }),
  ),
];

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp(endpoints, '');
});

describe('an action without a body', () => {
  it.each([
    ['nothing', {}],
    ['an empty object', { body: {} }],
    ['nothing that calls itself JSON', { raw: '' }],
  ])('takes %s', async (_, call) => {
    expect((await testApp.call('POST /strict', call)).status).toBe(200);
    expect((await testApp.call('POST /lenient', call)).status).toBe(200);
  });

  it('that is sent something all the same refuses it behind a strict guard, and ignores it behind a lenient one', async () => {
    const faults = { details: [{ path: 'm', message: 'is not a known field' }] };
    expect((await testApp.call('POST /strict', { body: { m: 1 } })).body).toMatchObject(faults);
    expect((await testApp.call('POST /lenient', { body: { m: 1 } })).status).toBe(200);
  });

  it('says in words what is wrong, and in codes too for those who prefer them', async () => {
    const body = { name: 7, price: 1 };
    const faults = (prefer: string) => testApp.call('PUT /things', { body, headers: { prefer } });
    const inWords = { path: 'name', message: 'must be text' };
    expect((await faults('return=minimal')).body.details).toEqual([inWords]);
    const coded = [{ ...inWords, code: 'wrong_type' }];
    expect((await faults('fault-codes')).body.details).toEqual(coded);
    expect((await faults('return=minimal, fault-codes')).body.details).toEqual(coded);
  });

  it('where a body is needed says what is missing', async () => {
    const missing = [{ path: 'name' }, { path: 'price' }];
    expect((await testApp.call('PUT /things')).body).toMatchObject({ details: missing });
    expect((await testApp.call('POST /things', { body: {} })).body).toMatchObject({ details: missing });
    const nothing = [{ path: '', message: 'must be an object' }];
    expect((await testApp.call('POST /things', { raw: 'null' })).body).toMatchObject({ details: nothing });
  });
});

it('a query parameter that nobody knows is refused behind a strict guard, and ignored behind a lenient one', async () => {
  const faults = { details: [{ path: 'm', message: 'is not a known field' }] };
  expect((await testApp.call('POST /strict?n=2&m=1')).body).toMatchObject(faults);
  const answer = await testApp.call('POST /lenient?n=2&m=1');
  expect([answer.body, answer.headers['x-extra']]).toEqual([{ n: 2 }, 'along']);
});
