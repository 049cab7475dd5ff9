import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from '../../src/api.ts';
import { endpointsFor } from '../../src/kit/http/endpoints.ts';
import { Id } from '../../src/kit/http/schema.ts';
import { anonymous, makeAdminActor, password } from '../harness/actor.ts';
import { makeExampleRoot } from '../harness/example-world.ts';
import { openWorld, type World } from '../harness/world.ts';
import { type Document, documentOf, nameOf, operationsOf } from './document.ts';
import { fuzz, fuzzersOf } from './fuzz.ts';

/** The long form has another seed each time, which it prints: `FUZZ_REQUESTS=20000 FUZZ_SEED=7` repeats one. */
const isLong = process.env.FUZZ_REQUESTS !== undefined;
const wished = Number(process.env.FUZZ_REQUESTS ?? 0);
const leastPerOperation = 4;
const seed = Number(process.env.FUZZ_SEED ?? (isLong ? Math.floor(Math.random() * 1e9) : 20_261_118));

/** These want a one-time code, which nobody makes up: that one of them ever succeeds is a defect of its own. */
const codeWanted = ['confirm', 'disable']
  .map((verb) => `POST /v1/admin/auth/totp/${verb}`)
  .concat('POST /v1/admin/auth/step-up');

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await makeExampleRoot(world);
});

describe('whatever is sent to it, the service', () => {
  it('answers in the documented shapes and never crashes', { timeout: 300_000 + wished * 20 }, async () => {
    const bystander = await makeAdminActor(world, 'superadmin');
    const document = await documentOf(world.app);
    const operations = operationsOf(document);
    const requests = Math.max(wished, operations.length * leastPerOperation);
    const report = await fuzz(world, document, requests, seed, operations);
    const statuses = Object.entries(report.statuses).map(([status, count]) => `${status}: ${count}`);
    console.log(
      `fuzz: ${report.requests} requests to ${report.operations} operations, of which ${report.succeeded.size} ` +
        `also succeeded, seed ${seed}, ${report.findings.length} findings (${statuses.join(', ')})`,
    );
    expect(report.findings).toEqual([]);
    const everyone = operations.flatMap((operation) =>
      fuzzersOf(operation).map((who) => `${who} → ${nameOf(operation)}`),
    );
    expect(everyone.filter((name) => !report.reached.has(name))).toEqual([]);
    expect(codeWanted.filter((name) => report.succeeded.has(name))).toEqual([]);
    const signedIn = await anonymous(world).post('/admin/auth/login', { email: bystander.email, password });
    expect(signedIn.status).toBe(200);
    expect(await anonymous(world).get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });
});

interface Planted {
  readonly url: string;
  readonly status?: 204;
  handler(request: FastifyRequest, reply: FastifyReply): unknown;
}

const plantedEndpoint = {
  name: 'planted',
  strict: true,
  security: {},
  refusals: [],
  rates: { read: 'open', write: 'open' },
};

/** Every way in which an endpoint could break its promise, each at an address of its own. */
const planted: readonly Planted[] = [
  {
    url: '/crashes',
    handler: () => {
      throw new Error('a defect');
    },
  },
  {
    url: '/leaks',
    handler: (_, reply) =>
      reply.code(404).send({ statusCode: 404, error: 'not_found', cause: 'select id from admins where x' }),
  },
  { url: '/other-shape', handler: (_, reply) => reply.code(400).send({ message: 'Bad Request' }) },
  {
    url: '/other-code',
    handler: (_, reply) => reply.code(400).send({ statusCode: 400, error: 'never_declared' }),
  },
  { url: '/other-status', handler: (_, reply) => reply.code(418).send({ statusCode: 418, error: 'not_found' }) },
  { url: '/says-more', handler: () => ({ done: true, secret: 'told' }) },
  { url: '/says-less', handler: () => ({}) },
  { url: '/says-something', status: 204, handler: (_, reply) => reply.code(200).send({ done: true }) },
  { url: '/takes-anything', handler: () => ({ done: true }) },
  {
    url: '/forgets-headers',
    handler: (_, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end('{"done":true}');
    },
  },
];

describe('the fuzz', () => {
  it('notices every way in which an endpoint could break its promise', async () => {
    const other = world.another();
    other.app.log.level = 'silent';
    const endpoints = planted.map(({ url, status, handler }) => {
      const endpoint = endpointsFor<unknown, never>(plantedEndpoint)({
        method: 'PUT',
        url: `/admin/planted${url}/:id`,
        access: 'anyone',
        summary: 'Breaks its promise',
        ...(status && { status }),
        params: { id: Id },
        query: { limit: Type.Optional(Type.Integer()) },
        body: Type.Object({ name: Type.String() }),
        reply: Type.Object({ done: Type.Boolean() }),
        run: async () => ({ done: true }),
      });
      other.app.put(endpoint.url, { config: { endpoint } }, async (request, reply) => handler(request, reply));
      return endpoint;
    });
    const document: Document = JSON.parse(JSON.stringify(describeApi(endpoints)));
    const { findings } = await fuzz(other, document, 40 * planted.length, 1);
    const of = (url: string) => findings.filter((finding) => finding.includes(`/planted${url}/`));
    expect(of('/crashes')).toContainEqual(expect.stringContaining('a crash: 500'));
    expect(of('/leaks')).toContainEqual(expect.stringContaining('tells of the inside'));
    expect(of('/other-shape')).toContainEqual(expect.stringContaining('not the documented body of 400'));
    expect(of('/other-code')).toContainEqual(expect.stringContaining('not the documented body of 400'));
    expect(of('/other-status')).toContainEqual(expect.stringContaining('an undocumented status: 418'));
    expect(of('/says-more')).toContainEqual(expect.stringContaining('must NOT have additional properties'));
    expect(of('/says-less')).toContainEqual(expect.stringContaining("must have required property 'done'"));
    expect(of('/says-something')).toContainEqual(expect.stringContaining('not the documented body of 200'));
    expect(of('/takes-anything')).toContainEqual(expect.stringContaining('accepted the unknown parameter'));
    expect(of('/takes-anything')).toContainEqual(expect.stringContaining('accepted the body'));
    expect(of('/forgets-headers')).toContainEqual(expect.stringContaining('x-content-type-options is missing'));
  });
});
