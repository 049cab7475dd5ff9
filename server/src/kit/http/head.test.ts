import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const analyst = await makeAdminActor(world, 'analyst');
const id = await makeSeries(world, 'draft', { title: 'Harbour' });

const signedIn = { authorization: `Bearer ${analyst.token}` };
const ask = (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = signedIn) =>
  world.app.inject({ method, url, headers });

it.each([
  ['what there is', `/v1/admin/series/${id}`, 200],
  ['a list', '/v1/admin/series', 200],
  ['nothing', '/v1/admin/series/no-such-id', 404],
  ['what one may not see', '/v1/admin/admins', 403],
  ['no query that there is', '/v1/admin/series?limit=many', 400],
])('HEAD answers as GET does, without a body: %s', async (_case, url, status) => {
  const [head, full] = [await ask('HEAD', url), await ask('GET', url)];
  expect([head.statusCode, full.statusCode, head.payload]).toEqual([status, status, '']);
  for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
    expect([name, head.headers[name]]).toEqual([name, full.headers[name]]);
  }
});

it('HEAD is refused to who is not signed in, and where nothing is read', async () => {
  expect((await ask('HEAD', '/v1/admin/series', {})).statusCode).toBe(401);
  expect((await ask('HEAD', `/v1/admin/series/${id}/workflow`)).statusCode).toBe(404);
});
