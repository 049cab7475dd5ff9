import { beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from '../../src/api.ts';
import { isPlain } from '../../src/kit/http/endpoint.ts';
import { makeAdminActor } from '../harness/actor.ts';
import { makeExampleRoot } from '../harness/example-world.ts';
import { kinds, mountKinds } from '../harness/kinds.ts';
import { testCount } from '../harness/long-form.ts';
import { makeViewer } from '../harness/viewer.ts';
import { openWorld, type World } from '../harness/world.ts';
import type { Access } from './contract-access.ts';
import { type Document, nameOf, operationsOf } from './document.ts';
import { fuzz } from './fuzz.ts';
import { runMatrix } from './matrix.ts';
import { makePrincipals } from './principals.ts';

/** Every kind of endpoint is guarded, checked and answered like the plain ones. */

let world: World;
const document: Document = JSON.parse(JSON.stringify(describeApi(kinds)));
const operations = operationsOf(document);

beforeAll(async () => {
  world = await openWorld();
  mountKinds(world);
  await makeExampleRoot(world);
});

describe('the kinds of endpoint', () => {
  it('are all there', () => {
    const plain = kinds.filter(isPlain);
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['read', 'write', 'shared', 'stream', 'batched']));
    expect(plain.some(({ upload }) => upload?.streamed)).toBe(true);
  });

  it('let everyone into what is theirs and nobody into anything else', { timeout: 120_000 }, async () => {
    const accessOf = (url: string): Access =>
      url.startsWith('/v1/admin/') ? { guard: 'admin', anyOf: ['payments:read'] } : { guard: 'user' };
    const routes = operations.map((operation) => ({ ...operation, access: accessOf(operation.url) }));
    const { cells, wrong } = await runMatrix(world.app, routes, await makePrincipals(world));
    expect(wrong).toEqual([]);
    expect(cells).toBeGreaterThan(500);
  });

  it('answer in the documented shapes whatever is sent to them, and never crash', { timeout: 120_000 }, async () => {
    const { findings, succeeded } = await fuzz(world, document, testCount(40, { long: 120 }) * operations.length, 3);
    expect(findings).toEqual([]);
    expect([...succeeded].sort()).toEqual(operations.map(nameOf).sort());
  });
});

describe('through the eyes of those who call them', () => {
  it('an export is a file, and leaves an audit entry', async () => {
    const finance = await makeAdminActor(world, 'finance');
    const { id } = await makeViewer(world);
    const { status, text, headers } = await finance.get('/admin/kinds/export.csv?status=active');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ]);
    expect(text).toContain(`${id},active\r\n`);
  });

  it('an export that leaves no audit entry does not pass the harness', async () => {
    const other = world.another();
    const finance = await makeAdminActor(other, 'finance');
    const [silent] = kinds.filter(({ kind }) => kind === 'stream');
    if (!silent) throw new Error('one of the kinds is a stream');
    other.app.get('/v1/admin/silent', { config: { endpoint: silent } }, async (_request, reply) =>
      reply.type('text/csv').send('a\r\n'),
    );
    await expect(finance.get('/admin/silent')).rejects.toThrow('left no audit entry');
  });

  it('a large file is taken, and leaves an audit entry', async () => {
    const finance = await makeAdminActor(world, 'finance');
    const { status, body } = await finance.upload('/admin/kinds/import', { rail: 'ios' }, { name: 'a', bytes: 'a,b' });
    expect([status, body.rail]).toEqual([201, 'ios']);
  });

  it('what a reader has is not sent again', async () => {
    const viewer = await makeViewer(world);
    const first = await viewer.get(`/v1/kinds/${viewer.id}`);
    const again = await viewer.get(`/v1/kinds/${viewer.id}`, {
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([first.status, again.status, again.text]).toEqual([200, 304, '']);
  });
});
