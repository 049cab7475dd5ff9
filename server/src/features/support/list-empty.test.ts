import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const support = await makeAdminActor(world, 'support');

it('An empty page of users has the total', async () => {
  const viewers = [await makeViewer(world, { countryCode: 'MT' }), await makeViewer(world, { countryCode: 'MT' })];
  const list = (query: string) =>
    support.get<{ items: object[]; nextCursor: string | null }>(`/admin/users?country=MT&limit=1${query}`);
  const first = await list('');
  await world.database.pool.query(`update users set country_code = 'CY' where id = $1`, [viewers[0]?.id]);
  const rest = await list(`&cursor=${first.body.nextCursor}`);
  expect(rest.body).toEqual({ items: [], nextCursor: null, total: 1 });
});
