import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { addUpSeriesActivity } from './jobs.ts';

/** What rules choose, from what viewers did through the door. */

const world = await openWorld();
const { db } = world.database;
const editor = await makeAdminActor(world, 'content_manager');

interface Preview {
  series: { id: string; title: string; why: string; value: number; isFreeToday: boolean; episodeCount: number }[];
}

let count = 0;
async function collection(rule: object): Promise<string> {
  const { body } = await editor.post<{ id: string }>('/admin/collections', {
    slug: `rule-${++count}`,
    titleI18n: { en: `Rule ${count}` },
    explanation: 'What viewers like now',
    type: 'rule',
    rule,
  });
  return body.id;
}
const preview = async (rule: object, query = '') =>
  (await editor.get<Preview>(`/admin/collections/${await collection(rule)}/preview${query}`)).body.series;
const idsOf = (series: Preview['series']) => series.map(({ id }) => id);

/** Genres keep the tests out of each other's way. */
let genres = 0;
const genre = () => `genre-${++genres}`;

async function freeSeries(genreSlug: string): Promise<{ seriesId: string; episodeId: string }> {
  const seriesId = await makeSeries(world, 'published', { freeEpisodes: 5, genreSlug });
  return { seriesId, episodeId: await makeEpisode(world, 'published', seriesId, 1) };
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
async function begin(viewer: Viewer, episodeId: string, hours = 1): Promise<void> {
  const { status } = await viewer.post('/v1/watch', {
    episodeId,
    startedAt: hoursAgo(hours),
    endedAt: hoursAgo(hours - 0.01),
    secondsWatched: 20,
    completed: false,
  });
  expect(status).toBeLessThan(300);
}

/** A preview before and after the counts are added up, which must be the same. */
async function settled(rule: object, query = ''): Promise<Preview['series']> {
  const first = await preview(rule, query);
  await addUpSeriesActivity.run({
    database: world.database.jobs,
    signal: new AbortController().signal,
    progress: () => undefined,
    log: { error: () => undefined, warn: () => undefined },
  });
  expect(await preview(rule, query)).toEqual(first);
  return first;
}

describe('the series of a rule', () => {
  it('top_this_week are those started most in 7 days, counting a viewer once per day and episode', async () => {
    const genreSlug = genre();
    const [much, less, old, none] = [
      await freeSeries(genreSlug),
      await freeSeries(genreSlug),
      await freeSeries(genreSlug),
      await freeSeries(genreSlug),
    ];
    const [first, second, third] = [await makeViewer(world), await makeViewer(world), await makeViewer(world)];
    for (const viewer of [first, second]) await begin(viewer, much.episodeId);
    await begin(first, less.episodeId, 6 * 24);
    await begin(first, less.episodeId, 6 * 24 - 0.1);
    for (const viewer of [first, second, third]) await begin(viewer, old.episodeId, 8 * 24 + 1);
    const picked = await settled({ sort: 'top_this_week', genre: genreSlug });
    expect(picked).toMatchObject([
      { id: much.seriesId, why: '2 starts in the last 7 days', episodeCount: 1 },
      { id: less.seriesId, why: '1 start in the last 7 days' },
    ]);
    expect(idsOf(picked)).not.toContain(none.seriesId);
  });

  it('trending are those started more often in a day than in the week before', async () => {
    const genreSlug = genre();
    const [steady, rising, fresh, waking] = [
      await freeSeries(genreSlug),
      await freeSeries(genreSlug),
      await freeSeries(genreSlug),
      await freeSeries(genreSlug),
    ];
    const viewers = await Promise.all(Array.from({ length: 6 }, () => makeViewer(world)));
    const beginAll = async (episodeId: string, count: number, hours: number) => {
      for (const viewer of viewers.slice(0, count)) await begin(viewer, episodeId, hours);
    };
    for (const day of [0, 1, 2, 3, 4, 5, 6, 7]) await beginAll(steady.episodeId, 2, 24 * day + 2);
    for (const day of [1, 2, 3, 4, 5, 6, 7]) await beginAll(rising.episodeId, 1, 24 * day + 2);
    await beginAll(rising.episodeId, 4, 2);
    await beginAll(fresh.episodeId, 6, 2);
    // Two against one in a whole week are still only two.
    await beginAll(waking.episodeId, 2, 2);
    await beginAll(waking.episodeId, 1, 50);
    const picked = await settled({ sort: 'trending', genre: genreSlug });
    expect(picked.map(({ id, why, value }) => [id, value, why])).toEqual([
      [fresh.seriesId, 6, 'New: 6 starts in the last 24 hours, none in the 7 days before'],
      [rising.seriesId, 4, 'Started 4 times as often as usual in the last 24 hours'],
      [waking.seriesId, 2, '2 starts in the last 24 hours, fewer than one a day before'],
      [steady.seriesId, 1, 'Started 1 times as often as usual in the last 24 hours'],
    ]);
  });

  it('most_saves are those saved and most_unlocks those unlocked in the window', async () => {
    const genreSlug = genre();
    const [one, other] = [await freeSeries(genreSlug), await freeSeries(genreSlug)];
    const viewers = await Promise.all([1, 2].map(() => makeViewer(world)));
    for (const viewer of viewers) expect((await viewer.put(`/v1/series/${one.seriesId}/save`)).status).toBe(200);
    await viewers[0]?.put(`/v1/series/${other.seriesId}/save`);
    await viewers[0]?.delete(`/v1/series/${one.seriesId}/save`);
    await viewers[1]?.delete(`/v1/series/${one.seriesId}/save`);
    expect(await settled({ sort: 'most_saves', genre: genreSlug })).toMatchObject([
      { id: other.seriesId, why: '1 save in the last 30 days' },
    ]);
    await viewers[0]?.post(`/v1/episodes/${one.episodeId}/unlock`);
    expect(await settled({ sort: 'most_unlocks', genre: genreSlug, window_days: 1 })).toMatchObject([
      { id: one.seriesId, why: '1 unlock in the last 1 day' },
    ]);
  });

  it('count each day of a window of months once', async () => {
    const genreSlug = genre();
    const { seriesId } = await freeSeries(genreSlug);
    for (const days of [1, 20, 45, 100, 364, 367]) {
      const { id } = await makeViewer(world);
      await sql`insert into series_saves (user_id, series_id, created_at)
        values (${id}, ${seriesId}, clock() - make_interval(days => ${days}))`.execute(db);
    }
    for (const [days, saves] of [
      [365, 5],
      [90, 3],
      [46, 3],
      [21, 2],
    ]) {
      const why = `${saves} saves in the last ${days} days`;
      expect(await settled({ sort: 'most_saves', genre: genreSlug, window_days: days })).toMatchObject([{ why }]);
    }
  });

  it('of a market count the activity of its viewers', async () => {
    const genreSlug = genre();
    const [one, other] = [await freeSeries(genreSlug), await freeSeries(genreSlug)];
    await begin(await makeViewer(world, { countryCode: 'ID' }), one.episodeId);
    await begin(await makeViewer(world, { countryCode: 'EG' }), other.episodeId);
    const rule = { sort: 'top_this_week', genre: genreSlug };
    expect(idsOf(await settled({ ...rule, market: 'ID' }))).toEqual([one.seriesId]);
    expect(new Set(idsOf(await settled(rule)))).toEqual(new Set([one.seriesId, other.seriesId]));
  });

  it('newest are those published in the window, editor_score those of the reel; filtered by trope and limited', async () => {
    const genreSlug = genre();
    const [fresh, stale, draft] = [
      await makeSeries(world, 'published', { genreSlug }),
      await makeSeries(world, 'published', { genreSlug }),
      await makeSeries(world, 'draft', { genreSlug }),
    ];
    await sql`update series set published_at = clock() - interval '1 day', tropes = '{twins}' where id = ${fresh}`.execute(
      db,
    );
    await sql`update series set published_at = clock() - interval '8 days' where id = ${stale}`.execute(db);
    expect(idsOf(await preview({ sort: 'newest', genre: genreSlug }))).toEqual([fresh]);
    expect(idsOf(await preview({ sort: 'newest', genre: genreSlug, window_days: 30 }))).toEqual([fresh, stale]);
    expect(idsOf(await preview({ sort: 'newest', genre: genreSlug, window_days: 30, limit: 1 }))).toEqual([fresh]);
    const before = `?at=${hoursAgo(48)}`;
    expect(idsOf(await preview({ sort: 'newest', genre: genreSlug, window_days: 30 }, before))).toEqual([stale]);
    expect(idsOf(await preview({ sort: 'newest', genre: genreSlug, window_days: 30, trope: 'twins' }))).toEqual([
      fresh,
    ]);
    const entries = [fresh, stale, draft].map((seriesId, n) => ({ seriesId, editorialHeroScore: 50 + n }));
    await editor.put('/admin/preview-reel', { entries });
    expect(await preview({ sort: 'editor_score', genre: genreSlug })).toMatchObject([
      { id: stale, why: 'Editorial score 51' },
      { id: fresh, why: 'Editorial score 50' },
    ]);
  });

  it('at a future time include series scheduled by then', async () => {
    const genreSlug = genre();
    const seriesId = await makeSeries(world, 'in_review', { genreSlug });
    const runAt = new Date(Date.now() + 3_600_000).toISOString();
    const plan = { refType: 'series', refId: seriesId, action: 'publish', runAt };
    expect((await editor.post('/admin/schedules', plan)).status).toBe(201);
    const rule = { sort: 'newest', genre: genreSlug };
    expect(await preview(rule)).toEqual([]);
    expect(await preview(rule, `?at=${new Date(Date.now() + 1_800_000).toISOString()}`)).toEqual([]);
    expect(idsOf(await preview(rule, `?at=${new Date(Date.now() + 7_200_000).toISOString()}`))).toEqual([seriesId]);
  });
});
