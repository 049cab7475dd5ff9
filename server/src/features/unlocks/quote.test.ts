import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { giveCoins, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const [finance, editor] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'content_manager')];

const quote = async (viewer: Viewer, id: string) => (await viewer.post(`/v1/episodes/${id}/unlock/quote`)).body;
const override = (scope: string, scopeRef: string, coins: number) =>
  finance.post('/admin/pricing/overrides', { scope, scopeRef, coins });

describe('the quote', () => {
  it('has the price and whether the balance, paid and bonus, covers it', async () => {
    const viewer = await makeViewer(world);
    const episodeId = await makeEpisode(world, 'published');
    const access = { alreadyUnlocked: false, freeToday: false, subscribed: false };
    const asked = { episodeId, coinsRequired: 10, priceSource: 'default', ...access };
    expect(await quote(viewer, episodeId)).toEqual({ ...asked, balanceTotal: 0, sufficient: false });
    await giveCoins(world, viewer.id, { paid: 6, bonus: 4 });
    expect(await quote(viewer, episodeId)).toEqual({ ...asked, balanceTotal: 10, sufficient: true });
    const body = (await viewer.post(`/v1/episodes/${episodeId}/unlock/quote`, { ignored: true })).body;
    expect(body).toEqual({ ...asked, balanceTotal: 10, sufficient: true });
  });

  it('is the price of the user’s market, as in playback and the price explanation', async () => {
    const seriesId = await makeSeries(world, 'published', { freeEpisodes: 1 });
    const [first, second] = [
      await makeEpisode(world, 'published', seriesId, 1),
      await makeEpisode(world, 'published', seriesId, 2),
    ];
    await override('market', 'BH', 4);
    const viewer = await makeViewer(world, { countryCode: 'BH' });
    expect(await quote(viewer, first)).toMatchObject({
      coinsRequired: 0,
      priceSource: 'free_episode',
      sufficient: true,
    });
    expect(await quote(viewer, second)).toMatchObject({ coinsRequired: 4, priceSource: 'market' });
    expect(await quote(await makeViewer(world), second)).toMatchObject({ coinsRequired: 10, priceSource: 'default' });
    await override('series', seriesId, 7);
    const price = { coinsRequired: 7, priceSource: 'series' };
    expect(await quote(viewer, second)).toMatchObject(price);
    const explained = await finance.get(`/admin/pricing/explain?episodeId=${second}&market=BH`);
    expect(explained.body).toMatchObject(price);
    expect((await viewer.get(`/v1/episodes/${second}/playback`)).body).toMatchObject({ coinsRequired: 7 });
    await override('episode', first, 3);
    expect(await quote(viewer, first)).toMatchObject({ coinsRequired: 3, priceSource: 'episode' });
  });

  it('shows free days, which do not change the price', async () => {
    const seriesId = await makeSeries(world, 'published');
    const episodeId = await makeEpisode(world, 'published', seriesId);
    const today = new Date().toISOString().slice(0, 10);
    await editor.put('/admin/free-series', { date: today, seriesId, marketCode: 'OM' });
    expect(await quote(await makeViewer(world, { countryCode: 'OM' }), episodeId)).toMatchObject({
      freeToday: true,
      coinsRequired: 10,
      priceSource: 'default',
    });
    expect(await quote(await makeViewer(world), episodeId)).toMatchObject({ freeToday: false });
  });

  it('shows whether the user has unlocked the episode', async () => {
    const seriesId = await makeSeries(world, 'published');
    const episodeId = await makeEpisode(world, 'published', seriesId);
    const [viewer, other] = [await makeViewer(world), await makeViewer(world)];
    await giveCoins(world, viewer.id, { paid: 10 });
    expect((await viewer.post(`/v1/episodes/${episodeId}/unlock`)).status).toBe(200);
    expect(await quote(viewer, episodeId)).toMatchObject({ alreadyUnlocked: true, coinsRequired: 10 });
    expect(await quote(other, episodeId)).toMatchObject({ alreadyUnlocked: false });
    const play = (who: Viewer) => who.get(`/v1/episodes/${episodeId}/playback`);
    expect((await play(viewer)).body.error).toBe('not_found');
    expect((await play(other)).body.error).toBe('episode_locked');
    const support = await makeAdminActor(world, 'support');
    expect((await support.get(`/admin/users/${viewer.id}`)).body).toMatchObject({ unlocksCount: 1 });
  });

  it('is a read that does not wait for concurrent changes of the user', async () => {
    const [viewer, episodeId] = [await makeViewer(world), await makeEpisode(world, 'published')];
    const change = await world.database.transaction(async (tx) => {
      await sql`select from users where id = ${viewer.id} for update`.execute(tx);
      const waiting = viewer.put('/v1/me', { displayName: 'Later' });
      await expect.poll(() => countLockWaiters(world)).toBe(1);
      expect(await quote(viewer, episodeId)).toMatchObject({ episodeId });
      return { waiting };
    });
    expect((await change.waiting).status).toBe(200);
  });

  it('of an archived episode is for users who have unlocked it', async () => {
    const seriesId = await makeSeries(world, 'published');
    const episodeId = await makeEpisode(world, 'published', seriesId);
    const [owner, other] = [await makeViewer(world), await makeViewer(world)];
    await giveCoins(world, owner.id, { paid: 10 });
    expect((await owner.post(`/v1/episodes/${episodeId}/unlock`)).status).toBe(200);
    await world.database.pool.query(`update episodes set status = 'archived' where id = $1`, [episodeId]);
    expect(await quote(owner, episodeId)).toMatchObject({ episodeId, alreadyUnlocked: true, balanceTotal: 0 });
    expect(await quote(other, episodeId)).toEqual({ statusCode: 404, error: 'not_found' });
  });

  it('is not found for episodes that are not visible', async () => {
    const viewer = await makeViewer(world);
    const hidden = await makeSeries(world, 'archived');
    const ids = [
      ...[newId(), 'nonsense', await makeEpisode(world, 'draft'), await makeEpisode(world, 'archived')],
      await makeEpisode(world, 'published', hidden),
    ];
    for (const id of ids) expect(await quote(viewer, id)).toEqual({ statusCode: 404, error: 'not_found' });
  });
});
