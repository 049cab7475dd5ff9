import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { giveCoins, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const support = await makeAdminActor(world, 'support');

interface Entry {
  id: string;
  eventId: string | null;
}
interface Page {
  items: Entry[];
  nextCursor: string | null;
}

async function viewerWithUnlocks() {
  const viewer = await makeViewer(world);
  await giveCoins(world, viewer.id, { paid: 30 });
  const seriesId = await makeSeries(world, 'published', {
    title: 'The Ferry',
    freeEpisodes: 1,
    titleI18n: { ar: 'العبّارة' },
  });
  const free = await makeEpisode(world, 'published', seriesId, 1);
  const paid = await makeEpisode(world, 'published', seriesId, 2);
  for (const id of [free, paid]) expect((await viewer.post(`/v1/episodes/${id}/unlock`)).status).toBe(200);
  return { viewer, seriesId, free, paid };
}
const listed = (viewer: Viewer, query = '') => support.get<Page>(`/admin/users/${viewer.id}/unlocks${query}`);

describe('the unlocks of a user', () => {
  it('are listed newest first, with episode, price and price source', async () => {
    const { viewer, seriesId, free, paid } = await viewerWithUnlocks();
    const series = { seriesId, seriesTitle: 'The Ferry', seriesTitleI18n: { ar: 'العبّارة' }, pictureUrl: null };
    const { body } = await listed(viewer);
    expect(body).toMatchObject({
      items: [
        { ...series, episodeId: paid, episodeNumber: 2, title: 'Episode 2', coins: 10, priceSource: 'default' },
        { ...series, episodeId: free, episodeNumber: 1, coins: 0, priceSource: 'free_episode', eventId: null },
      ],
      nextCursor: null,
    });
    const first = await listed(viewer, '?limit=1');
    const second = await listed(viewer, `?limit=1&cursor=${first.body.nextCursor}`);
    expect([...first.body.items, ...second.body.items]).toEqual(body.items);
    expect((await support.get(`/admin/users/${newId()}/unlocks`)).status).toBe(404);
  });

  it('are one entry each in the timeline, with or without wallet:read', async () => {
    const { viewer, free, paid } = await viewerWithUnlocks();
    const path = `/admin/users/${viewer.id}/timeline`;
    const subject = { type: 'episode', seriesTitle: 'The Ferry', pictureAssetId: null };
    const entries = (await support.get<{ items: object[] }>(path)).body.items;
    expect(entries).toMatchObject([
      { type: 'unlock', title: 'unlock', data: { amount: -10, subject: { ...subject, id: paid, episodeNumber: 2 } } },
      { type: 'unlock', title: 'The Ferry', data: { subject: { ...subject, id: free, episodeNumber: 1 } } },
      { type: 'coins', title: 'iap' },
    ]);
    await makeRole(world, 'reader', ['users:read']);
    const { items } = (await (await makeAdminActor(world, 'reader')).get<{ items: object[] }>(path)).body;
    expect(items).toMatchObject([
      { type: 'unlock', data: { subject: { id: paid } } },
      { type: 'unlock', data: { subject: { id: free } } },
    ]);
    expect(JSON.stringify(items)).not.toContain('amount');
  });

  it('are counted without a name after the user is anonymized', async () => {
    const { viewer } = await viewerWithUnlocks();
    const [asks, decides] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
    const asked = await asks.post<{ approvalId: string }>(`/admin/users/${viewer.id}/anonymize`, {
      reason: 'asked for it',
    });
    expect((await decides.post(`/admin/approvals/${asked.body.approvalId}/approve`)).status).toBe(200);
    expect((await listed(viewer)).body.items).toHaveLength(2);
    expect((await support.get(`/admin/users/${viewer.id}`)).body).toMatchObject({ status: 'deleted', unlocksCount: 2 });
  });
});
