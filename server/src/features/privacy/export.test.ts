import { expect, it } from 'vitest';
import { anonymous, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { giveCoins } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
await makeRole(world, 'privacy desk', ['users:anonymize']);
const [desk, support] = [await makeAdminActor(world, 'privacy desk'), await makeAdminActor(world, 'support')];
const auditor = await makeAdminActor(world, 'superadmin');

async function someone(name: string) {
  const account = { email: `${name}@birds.example`, password: 'moonlit ferry 12', displayName: name };
  const { body } = await anonymous(world).post<{ access_token: string; user: { id: string } }>(
    '/v1/auth/register',
    account,
  );
  return { id: body.user.id, viewer: withToken(world, body.access_token) };
}

const episodeId = await makeEpisode(world, 'published', await makeSeries(world, 'published', { freeEpisodes: 1 }));
const { id, viewer } = await someone('layla');
const stranger = await someone('maya');
await giveCoins(world, id, { paid: 30, bonus: 12 });
await viewer.post('/v1/comments', { episodeId, body: 'What an ending!' });
await stranger.viewer.post('/v1/comments', { episodeId, body: 'Not for me' });
const started = {
  episodeId,
  startedAt: new Date(Date.now() - 60_000).toISOString(),
  secondsWatched: 9,
  completed: false,
};
await viewer.post('/v1/watch', started);
await viewer.post('/v1/events', {
  events: [{ name: 'app_open', at: new Date().toISOString(), props: { from: 'push' } }],
});
await support.post(`/admin/users/${id}/notes`, { body: 'Impatient on the phone' });

it('users export what they did, and nothing of others or by admins', async () => {
  const { status, body, text } = await viewer.get<Record<string, object>>('/v1/me/export');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    account: { id, email: 'layla@birds.example', displayName: 'layla', status: 'active' },
    wallet: { balancePaid: 30, balanceBonus: 12 },
    coinMovements: [{ paid: 30, bonus: 12 }],
    comments: [{ episodeId, body: 'What an ending!', status: 'visible' }],
    watches: [{ episodeId, secondsWatched: 9, completed: false }],
    payments: [],
  });
  expect(text).not.toContain('Not for me');
  expect(text).not.toContain('Impatient');
});

it('admins who may anonymize users export the same, which is audited', async () => {
  const own = (await viewer.get<{ account: object; coinMovements: object }>('/v1/me/export')).body;
  const { status, text } = await desk.get(`/admin/users/${id}/export.json`);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ account: own.account, coinMovements: own.coinMovements });
  expect((await support.get(`/admin/users/${id}/export.json`)).status).toBe(403);
  const query = `/admin/audit-log?action=user.export&targetId=${id}`;
  const { items } = (await auditor.get<{ items: { admin_email: string }[] }>(query)).body;
  expect(items).toHaveLength(1);
});
