import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries, type Page } from '../../../test/harness/catalog.ts';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { refreshReadiness } from './readiness.sql.ts';

/** Stored readiness equals computed readiness after any change, including concurrent ones. */

const world = await openWorld();
const { transaction, pool } = world.database;
const reader = await makeAdminActor(world, 'moderator');
const refresh = () => transaction((tx, now) => refreshReadiness(tx, now, 1_000));
const listed = async (id: string) => (await reader.get<Page>(`/admin/series?q=${id}`)).body.items[0]?.missing;

/** A series in two languages with one episode that has everything. */
async function complete() {
  const id = await makeSeries(world, 'in_review', { targetLanguages: ['en', 'ar'] });
  const episodeId = await makeEpisode(world, 'in_review', id, 1);
  const [video, english, arabic, poster, hero] = [newId(), newId(), newId(), newId(), newId()];
  await pool.query(
    `insert into media_assets (id, kind, provider, status, size_bytes, episode_id, lang) values
       ($1, 'video', 'video_provider', 'ready', 1, $4, null), ($2, 'caption', 'storage', 'ready', 1, $4, 'en'),
       ($3, 'caption', 'storage', 'ready', 1, $4, 'ar'), ($5, 'poster', 'storage', 'ready', 1, null, null),
       ($6, 'hero', 'storage', 'ready', 1, null, null)`,
    [video, english, arabic, episodeId, poster, hero],
  );
  await pool.query('update episodes set media_asset_id = $2 where id = $1', [episodeId, video]);
  await pool.query('update series set poster_asset_id = $2, hero_asset_id = $3 where id = $1', [id, poster, hero]);
  await refresh();
  return { id, episodeId, video, arabic };
}

type Complete = Awaited<ReturnType<typeof complete>>;
const changes: [name: string, text: string, whose: keyof Complete, missing: string[]][] = [
  ['the video is removed', 'update media_assets set deleted_at = clock() where id = $1', 'video', ['video']],
  ['the episode loses its video', 'update episodes set media_asset_id = null where id = $1', 'episodeId', ['video']],
  ['a caption is removed', 'update media_assets set deleted_at = clock() where id = $1', 'arabic', ['captions']],
  ['a language is added', `update series set target_languages = '{en,ar,id}' where id = $1`, 'id', ['captions']],
  ['the episode is archived', `update episodes set status = 'archived' where id = $1`, 'episodeId', ['episodes']],
  ['the episode is removed', 'update episodes set deleted_at = clock() where id = $1', 'episodeId', ['episodes']],
];

it.each(changes)('When %s the list is right immediately, and after the job', async (_name, text, whose, missing) => {
  const series = await complete();
  expect(await listed(series.id)).toEqual([]);
  await pool.query(text, [series[whose]]);
  expect(await listed(series.id)).toEqual(missing);
  expect(await refresh()).toBe(1);
  expect(await listed(series.id)).toEqual(missing);
});

it('A ready video is no longer missing', async () => {
  const { id, episodeId, video } = await complete();
  const next = newId();
  await pool.query(
    `insert into media_assets (id, kind, provider, status, size_bytes, episode_id)
     values ($1, 'video', 'video_provider', 'processing', 1, $2)`,
    [next, episodeId],
  );
  await pool.query('update episodes set media_asset_id = $2 where media_asset_id = $1', [video, next]);
  await refresh();
  expect(await listed(id)).toEqual(['video']);
  await pool.query(`update media_assets set status = 'ready' where id = $1`, [next]);
  expect(await listed(id)).toEqual([]);
});

it('Unchanged series are not computed again', async () => {
  const { id } = await complete();
  expect(await refresh()).toBe(0);
  await pool.query('update series_readiness set lacks_video = true where series_id = $1', [id]);
  expect(await listed(id), 'what is kept is what is shown').toEqual(['video']);
});

it('A change during the job is not lost', async () => {
  const { id, video } = await complete();
  await pool.query(`update series set target_languages = '{en,ar,id}' where id = $1`, [id]);
  const change = await pool.connect();
  await change.query('begin');
  await change.query('update media_assets set deleted_at = clock() where id = $1', [video]);
  expect(await refresh()).toBe(1);
  await change.query('commit');
  change.release();
  expect(await listed(id)).toEqual(['video', 'captions']);
  await refresh();
  expect(await listed(id)).toEqual(['video', 'captions']);
});

it('Concurrent jobs store the latest readiness', async () => {
  const { id, video } = await complete();
  await pool.query(`update series set target_languages = '{en,ar,id}' where id = $1`, [id]);
  let second: Promise<number> | undefined;
  await transaction(async (tx, now) => {
    await refreshReadiness(tx, now, 1_000);
    await pool.query('update media_assets set deleted_at = clock() where id = $1', [video]);
    second = refresh();
    await expect.poll(() => countLockWaiters(world)).toBe(1);
  });
  expect(await second).toBe(1);
  expect(await listed(id)).toEqual(['video', 'captions']);
});
