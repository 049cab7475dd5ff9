import { expect, it } from 'vitest';
import { type AdminActor, makeAdminActor } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const [support, moderator] = [await makeAdminActor(world, 'support'), await makeAdminActor(world, 'moderator')];

interface Shown {
  id: string;
  allowed: string[];
}

async function suspend(until: string | null): Promise<string> {
  const { id } = await makeViewer(world);
  expect((await support.post(`/admin/users/${id}/suspend`, { reason: 'spam', until })).status).toBe(200);
  return id;
}

it('The list shows the same allowed actions as the page of a user', async () => {
  const { id: active } = await makeViewer(world);
  const { id: guest } = await makeViewer(world, { isGuest: true });
  const { id: banned } = await makeViewer(world);
  await support.post(`/admin/users/${banned}/ban`, { reason: 'fraud confirmed' });
  const suspended = await suspend(null);
  const elapsed = await suspend(new Date(Date.now() + 60_000).toISOString());
  await world.clock.shift('2 minutes');
  const allowedIn = async (by: AdminActor) => {
    const { items } = (await by.get<{ items: Shown[] }>('/admin/users')).body;
    for (const { id, allowed } of items) {
      expect((await by.get<Shown>(`/admin/users/${id}`)).body.allowed).toEqual(allowed);
    }
    return [active, elapsed, suspended, banned, guest].map((id) => items.find((one) => one.id === id)?.allowed);
  };
  const free = ['suspend', 'ban', 'adjust', 'logout_all', 'comp_subscription', 'note'];
  expect(await allowedIn(support)).toEqual([
    free,
    free,
    ['ban', 'reactivate', 'adjust', 'logout_all', 'comp_subscription', 'note'],
    ['reactivate', 'logout_all', 'note'],
    ['suspend', 'ban', 'adjust', 'logout_all', 'note'],
  ]);
  expect((await allowedIn(moderator))[0]).toEqual(['suspend', 'ban', 'logout_all', 'comp_subscription', 'note']);
});
