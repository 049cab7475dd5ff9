import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { type Item, makeEpisode, makeSeries, type Page } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { refreshReadiness } from '../catalog/readiness.sql.ts';

const world = await openWorld();
const publisher = await makeAdminActor(world, 'content_manager', { name: 'Putri' });
const analyst = await makeAdminActor(world, 'analyst');
const moderator = await makeAdminActor(world, 'moderator');

interface File {
  kind: 'video' | 'caption' | 'poster' | 'hero' | 'thumb';
  status?: 'processing' | 'ready';
  episodeId?: string;
  lang?: string;
}

async function fileOf({ kind, status = 'ready', episodeId, lang }: File): Promise<string> {
  const id = newId();
  const provider = kind === 'video' ? 'video_provider' : 'storage';
  await world.database.pool.query(
    'insert into media_assets (id, kind, provider, status, size_bytes, episode_id, lang) values ($1, $2, $3, $4, 1, $5, $6)',
    [id, kind, provider, status, episodeId ?? null, lang ?? null],
  );
  return id;
}

async function withVideo(episodeId: string, status: File['status'] = 'ready'): Promise<void> {
  const id = await fileOf({ kind: 'video', status, episodeId });
  await world.database.pool.query('update episodes set media_asset_id = $2 where id = $1', [episodeId, id]);
}

const captioned = (episodeId: string, ...languages: string[]) =>
  Promise.all(languages.map((lang) => fileOf({ kind: 'caption', episodeId, lang })));

async function withArtwork(seriesId: string): Promise<void> {
  await world.database.pool.query('update series set poster_asset_id = $2, hero_asset_id = $3 where id = $1', [
    ...[seriesId, await fileOf({ kind: 'poster' }), await fileOf({ kind: 'hero' })],
  ]);
}

const listed = async (id: string) => (await moderator.get<Page>(`/admin/series?q=${id}`)).body.items[0]?.missing;

/** As the series says by itself, and the list right after a change as well as once the job has been. */
const missingIn = async (id: string) => {
  const alone = (await moderator.get<Item>(`/admin/series/${id}`)).body.missing;
  expect(await listed(id)).toEqual(alone);
  await world.database.transaction((tx, now) => refreshReadiness(tx, now, 1_000));
  expect(await listed(id)).toEqual(alone);
  return alone;
};

describe('what a series lacks', () => {
  it('is everything at first, and nothing once every episode has its files', async () => {
    const id = await makeSeries(world, 'in_review', { targetLanguages: ['en', 'ar'] });
    expect(await missingIn(id)).toEqual(['episodes', 'artwork']);
    const [one, two] = [await makeEpisode(world, 'in_review', id, 1), await makeEpisode(world, 'in_review', id, 2)];
    expect(await missingIn(id)).toEqual(['video', 'captions', 'artwork']);
    await withArtwork(id);
    await withVideo(one);
    await withVideo(two, 'processing');
    await captioned(one, 'en', 'ar');
    await captioned(two, 'en');
    expect(await missingIn(id)).toEqual(['video', 'captions']);
    await withVideo(two);
    await captioned(two, 'ar');
    expect(await missingIn(id)).toEqual([]);
  });
  it('are no captions in its only language', async () => {
    const id = await makeSeries(world, 'draft', { targetLanguages: ['id'] });
    await withVideo(await makeEpisode(world, 'draft', id, 1));
    await withArtwork(id);
    expect(await missingIn(id)).toEqual([]);
  });
  it('is not what archived episodes lack, nor drafts that it was published without', async () => {
    const id = await makeSeries(world, 'published', { targetLanguages: ['en', 'ar'] });
    await withArtwork(id);
    const out = await makeEpisode(world, 'published', id, 1);
    await withVideo(out);
    await captioned(out, 'en', 'ar');
    await makeEpisode(world, 'archived', id, 2);
    await makeEpisode(world, 'draft', id, 3);
    expect(await missingIn(id)).toEqual([]);
    await makeEpisode(world, 'in_review', id, 4);
    expect(await missingIn(id)).toEqual(['video', 'captions']);
  });
  it('is its episodes if viewers would see none', async () => {
    const live = await makeSeries(world, 'published');
    await withArtwork(live);
    await makeEpisode(world, 'archived', live, 1);
    await makeEpisode(world, 'draft', live, 2);
    expect(await missingIn(live)).toEqual(['episodes']);
    const planned = await makeSeries(world, 'draft');
    await withArtwork(planned);
    await makeEpisode(world, 'archived', planned, 1);
    expect(await missingIn(planned)).toEqual(['episodes']);
    await withVideo(await makeEpisode(world, 'draft', planned, 2));
    expect(await missingIn(planned)).toEqual([]);
  });
  it('is not what a deleted episode or file lacks', async () => {
    const id = await makeSeries(world, 'draft');
    await withArtwork(id);
    const [kept, gone] = [await makeEpisode(world, 'draft', id, 1), await makeEpisode(world, 'draft', id, 2)];
    await withVideo(kept);
    await world.database.pool.query('update episodes set deleted_at = clock() where id = $1', [gone]);
    expect(await missingIn(id)).toEqual([]);
    await world.database.pool.query('update media_assets set deleted_at = clock() where episode_id = $1', [kept]);
    expect(await missingIn(id)).toEqual(['video']);
  });
});

describe('the calendar', () => {
  it('shows titles in other languages and the picture of each schedule', async () => {
    const seriesId = await makeSeries(world, 'in_review', { titleI18n: { ar: 'ميناء' } });
    const episodeId = await makeEpisode(world, 'in_review', seriesId, 1);
    await withArtwork(seriesId);
    const { posterAssetId } = (await moderator.get<Item & { posterAssetId: string }>(`/admin/series/${seriesId}`)).body;
    const plan = { action: 'publish', runAt: '2031-02-01T12:00:00Z', refType: 'episode', refId: episodeId };
    const { body } = await publisher.post<{ item: object }>('/admin/schedules', plan);
    const item = { seriesTitleI18n: { ar: 'ميناء' }, titleI18n: {}, pictureAssetId: posterAssetId };
    expect(body.item).toMatchObject(item);
    const thumb = await fileOf({ kind: 'thumb' });
    await world.database.pool.query('update episodes set thumb_asset_id = $2 where id = $1', [episodeId, thumb]);
    const { items } = (await analyst.get<{ items: { item: object }[] }>(`/admin/schedules?refId=${episodeId}`)).body;
    expect(items[0]?.item).toMatchObject({ ...item, pictureAssetId: thumb });
  });
  it('shows what each schedule would publish without', async () => {
    const seriesId = await makeSeries(world, 'in_review', { targetLanguages: ['en', 'id'] });
    const episodes = [1, 2, 3].map((number) => makeEpisode(world, 'in_review', seriesId, number));
    const [bare, filmed, ready] = await Promise.all(episodes);
    for (const id of [filmed, ready]) await withVideo(id ?? '');
    await captioned(ready ?? '', 'en', 'id');
    const plan = { action: 'publish', runAt: '2031-01-01T12:00:00Z' };
    for (const refId of [bare, filmed, ready]) {
      await publisher.post('/admin/schedules', { ...plan, refType: 'episode', refId });
    }
    await publisher.post('/admin/schedules', { ...plan, refType: 'series', refId: seriesId });
    const { items } = (await analyst.get<Page>(`/admin/schedules?seriesId=${seriesId}`)).body;
    const missing = new Map(items.map(({ refId, missing: lacking }) => [refId, lacking]));
    expect([bare, filmed, ready, seriesId].map((id) => missing.get(id))).toEqual([
      ...[['video', 'captions'], ['captions'], []],
      ['video', 'captions', 'artwork'],
    ]);
  });
});

describe('a review', () => {
  it('can be decided by active admins with the permission, whose names readers of the catalog see', async () => {
    const gone = await makeAdminActor(world, 'content_manager', { name: 'Omar' });
    const root = await makeAdminActor(world, 'superadmin', { name: 'Sofia' });
    expect((await root.put(`/admin/admins/${gone.id}`, { is_active: false })).status).toBe(200);
    const { body } = await moderator.get<{ items: unknown[] }>('/admin/publishing/reviewers');
    expect(body.items).toEqual([
      { id: publisher.id, name: 'Putri', role: 'content_manager' },
      { id: root.id, name: 'Sofia', role: 'superadmin' },
    ]);
    const finance = await makeAdminActor(world, 'finance');
    expect((await finance.get('/admin/publishing/reviewers')).body).toMatchObject({
      error: 'insufficient_permissions',
    });
  });
});
