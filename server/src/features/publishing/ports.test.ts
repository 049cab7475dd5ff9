import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { contextFor, findCaller } from '../../demo/admin-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { Refused } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { newId } from '../../kit/id.ts';
import { contentPortsOf } from '../../ports.ts';
import type { Admin } from '../access/public.ts';
import { createEpisode, editEpisode } from '../catalog/actions/episodes.ts';
import { createSeries } from '../catalog/actions/series.ts';
import { showEpisodeWithFiles } from '../catalog/files.ts';
import { removalOf } from './actions/remove.ts';
import { act } from './actions/workflow.ts';

const world = await openWorld();
const editor = await makeAdminActor(world, 'content_manager');

/** What an act answers, or the refusal it meets, when other features have filled the ports. */
async function done<T>(work: (ctx: Ctx<Admin>) => Promise<T>): Promise<T | { error: string }> {
  try {
    return await world.database.transaction(async (tx, now) => {
      const caller = await findCaller(tx, editor.email);
      if (!caller) throw new Error('the editor is not there');
      return work(contextFor(tx, caller, now));
    });
  } catch (error) {
    if (error instanceof Refused) return error.body;
    throw error;
  }
}

const video = '01930000-0000-7000-8000-00000000aaaa';
await world.database.db
  .insertInto('media_assets')
  .values({
    id: video,
    kind: 'video',
    provider: 'video_provider',
    status: 'ready',
    size_bytes: 1,
    playback_id: 'p1',
    duration_s: 91,
  })
  .execute();
const ports = contentPortsOf(world.media);
const { files } = ports;
const withUnlocks = {
  ...ports,
  unlocks: { countUnlockers: async (_db: Db, ids: readonly string[]) => ids.length * 100 },
};

describe('with files from media', () => {
  it('an episode accepts a video only as its video', async () => {
    const seriesId = await makeSeries(world, 'draft');
    const newEpisode = { episodeNumber: 1, title: 'One', mediaAssetId: video.toUpperCase() };
    const episode = await done((ctx) => createEpisode(ctx, files, seriesId, newEpisode));
    expect(episode).toMatchObject({ mediaAssetId: video });
    const asThumb = { episodeNumber: 2, title: 'Two', thumb_asset_id: video };
    expect(await done((ctx) => createEpisode(ctx, files, seriesId, asThumb))).toMatchObject({
      error: 'validation_failed',
      details: [{ path: 'thumb_asset_id', message: 'must be an asset of kind thumb' }],
    });
    const asPoster = { title: 'Poster', posterAssetId: video };
    expect(await done((ctx) => createSeries(ctx, files, asPoster))).toMatchObject({ error: 'validation_failed' });
  });
  it('an episode shows them, and warnings name only the missing ones', async () => {
    const seriesId = await makeSeries(world, 'draft', { targetLanguages: ['en', 'ar'] });
    const id = await makeEpisode(world, 'draft', seriesId);
    await world.database.db
      .insertInto('media_assets')
      .values({
        id: newId(),
        kind: 'caption',
        lang: 'en',
        episode_id: id,
        series_id: seriesId,
        provider: 'storage',
        status: 'ready',
        size_bytes: 1,
        playback_id: 'en.vtt',
      })
      .execute();
    const shown = await done(async (ctx) => {
      const row = await editEpisode(ctx, files, id, { mediaAssetId: video });
      return showEpisodeWithFiles(ctx.tx, files, row, ctx.caller);
    });
    expect(shown).toMatchObject({ media: { id: video, durationS: 91 }, captions: [{ lang: 'en' }] });
    const warnings = await done((ctx) => act(ctx, ports, 'episode', id, { action: 'submit' }));
    expect(warnings).toEqual([{ code: 'missing_captions', languages: ['ar'] }]);
  });
});

describe('with viewers from unlocks', () => {
  it('restoring reports how many viewers lose access', async () => {
    const id = await makeSeries(world, 'archived');
    await makeEpisode(world, 'published', id, 1);
    await makeEpisode(world, 'published', id, 2);
    const warnings = await done((ctx) => act(ctx, withUnlocks, 'series', id, { action: 'restore' }));
    expect(warnings).toEqual([
      { code: 'unlocked_users_lose_access', count: 200 },
      { code: 'episodes_restored', count: 2 },
    ]);
  });
  it('deleting reports how many viewers had unlocked it', async () => {
    const id = await makeEpisode(world, 'archived');
    const changes = await done(async (ctx) => {
      await removalOf('episode', withUnlocks).execute(ctx, id, {});
      return ctx.effects.toJSON().changes;
    });
    expect(changes).toMatchObject([{ type: 'episode', id, before: { unlockedViewers: 100 } }]);
  });
});
