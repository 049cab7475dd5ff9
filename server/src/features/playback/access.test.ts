import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { giveCoins, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

/** Access to episodes by state of the series, and the prompt after an episode. */

const world = await openWorld();
const { db } = world.database;
const publisher = await makeAdminActor(world, 'content_manager');

interface Played {
  playbackId: string;
  promptAfter: boolean;
  error: string;
}
const play = (viewer: Viewer, id: string) => viewer.get<Played>(`/v1/episodes/${id}/playback`);
const act = async (seriesId: string, action: string) =>
  expect((await publisher.post(`/admin/series/${seriesId}/workflow`, { action })).status).toBe(200);

/** An episode of a published series, with a video that plays. */
async function episodeThatPlays(freeEpisodes = 0) {
  const seriesId = await makeSeries(world, 'published', { freeEpisodes });
  const [id, assetId] = [await makeEpisode(world, 'published', seriesId), newId()];
  const playbackId = `play-${newId()}`;
  await sql`insert into media_assets (id, kind, episode_id, provider, provider_id, playback_id, status, size_bytes)
    values (${assetId}, 'video', ${id}, 'video_provider', ${newId()}, ${playbackId}, 'ready', 1)`.execute(db);
  await sql`update episodes set media_asset_id = ${assetId} where id = ${id}`.execute(db);
  return { seriesId, id, playbackId };
}

async function buyerOf(id: string): Promise<Viewer> {
  const viewer = await makeViewer(world);
  await giveCoins(world, viewer.id, { paid: 10 });
  expect((await viewer.post(`/v1/episodes/${id}/unlock`)).status).toBe(200);
  return viewer;
}

describe('an unlocked episode', () => {
  it('keeps playing for its buyer only when its series is archived', async () => {
    const { seriesId, id, playbackId } = await episodeThatPlays();
    const [buyer, other] = [await buyerOf(id), await makeViewer(world)];
    await act(seriesId, 'archive');
    expect(await play(buyer, id)).toMatchObject({ status: 200, body: { playbackId } });
    expect((await play(other, id)).body).toEqual({ statusCode: 404, error: 'not_found' });
    expect((await buyer.get(`/v1/series/${seriesId}`)).status).toBe(404);
  });

  it('keeps playing when it is archived itself', async () => {
    const { id, playbackId } = await episodeThatPlays();
    const buyer = await buyerOf(id);
    expect((await publisher.post(`/admin/episodes/${id}/workflow`, { action: 'archive' })).status).toBe(200);
    expect(await play(buyer, id)).toMatchObject({ status: 200, body: { playbackId } });
  });

  it('is not found while its series is in draft, in review or scheduled, and plays again once published', async () => {
    const { seriesId, id } = await episodeThatPlays();
    const buyer = await buyerOf(id);
    const denied = async () => expect((await play(buyer, id)).body).toEqual({ statusCode: 404, error: 'not_found' });
    await act(seriesId, 'archive');
    await act(seriesId, 'restore');
    await denied();
    await act(seriesId, 'submit');
    await denied();
    const plan = { refType: 'series', refId: seriesId, action: 'publish', runAt: '2090-01-01T00:00:00Z' };
    expect((await publisher.post('/admin/schedules', plan)).status).toBe(201);
    await denied();
    await act(seriesId, 'unpublish');
    await act(seriesId, 'publish');
    await denied();
    for (const action of ['submit', 'publish'])
      expect((await publisher.post(`/admin/episodes/${id}/workflow`, { action })).status, action).toBe(200);
    expect((await play(buyer, id)).status).toBe(200);
    expect((await buyer.get('/v1/wallet')).body).toMatchObject({ balanceTotal: 0 });
  });
});

describe('a free episode', () => {
  it('of an archived series requires an unlock', async () => {
    const { seriesId, id } = await episodeThatPlays(1);
    const viewer = await makeViewer(world);
    expect((await play(viewer, id)).status).toBe(200);
    await act(seriesId, 'archive');
    expect((await play(viewer, id)).status).toBe(404);
  });
});

describe('the prompt after an episode', () => {
  it.each([
    [0, true],
    [69, true],
    [70, false],
    [100, false],
  ])('with a cliffhanger score of %d is allowed: %s', async (score, promptAfter) => {
    const { id } = await episodeThatPlays(1);
    const edit = { cliffhanger_score: score, note: 'Seen again' };
    const options = { changesNothing: score === 0 };
    expect((await publisher.put(`/admin/episodes/${id}`, edit, options)).status).toBe(200);
    expect((await play(await makeViewer(world), id)).body).toMatchObject({ promptAfter });
  });
});
