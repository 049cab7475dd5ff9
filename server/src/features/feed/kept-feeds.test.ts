import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer, userToken } from '../../../test/harness/viewer.ts';
import { openWorldWithBus } from '../../../test/harness/world.ts';
import { hourMs } from '../../kit/time.ts';

/** Feeds are kept for those who ask for the same, and never for longer than they are true. */

const world = await openWorldWithBus();
const { db } = world.database;
const editor = await makeAdminActor(world, 'content_manager');
const viewer = await makeViewer(world, { countryCode: 'ID' });

interface Feed {
  rails: { slug: string; title: string; series: { id: string; title: string }[] }[];
  freeToday: { id: string }[];
}
const feed = async (market = 'ID') => (await viewer.get<Feed>(`/v1/feed?surface=discover&market=${market}`)).body;
const shown = async (market?: string) => (await feed(market)).rails[0]?.series.map(({ id }) => id);

let count = 0;
async function railOf(rule: object): Promise<void> {
  const made = await editor.post<{ id: string }>('/admin/collections', {
    slug: `kept-${++count}`,
    titleI18n: { en: `Kept ${count}` },
    type: 'rule',
    rule,
    explanation: 'Chosen for the tests',
  });
  await editor.post('/admin/rails', { surface: 'discover', collectionId: made.body.id });
}

beforeEach(async () => {
  await world.clock.shift('0');
  const { items } = (await editor.get<{ items: { id: string }[] }>('/admin/rails?limit=200')).body;
  for (const { id } of items) await editor.delete(`/admin/rails/${id}`);
});

describe('a cached feed', () => {
  it('has the series that a rule selected within 30 seconds, even for another market', async () => {
    const genreSlug = 'kept-harbour';
    const begun: string[] = [];
    const begin = async () => {
      const seriesId = await makeSeries(world, 'published', { freeEpisodes: 1, genreSlug });
      const episodeId = await makeEpisode(world, 'published', seriesId, 1);
      const { rows } = await sql<{ now: Date }>`select clock() as now`.execute(db);
      begun.unshift(seriesId);
      return { episodeId, startedAt: rows[0]?.now.toISOString(), secondsWatched: 1, completed: false };
    };
    const [first, second] = [await begin(), await begin()];
    await railOf({ sort: 'top_this_week', genre: genreSlug });
    await viewer.post('/v1/watch', first);
    expect(await shown('ID')).toEqual([begun[1]]);
    await viewer.post('/v1/watch', second);
    await world.clock.shift('20 seconds');
    await shown('EG');
    await world.clock.shift('35 seconds');
    await expect.poll(async () => new Set(await shown('EG'))).toEqual(new Set(begun));
  });

  it('shows edits immediately and viewer activity within 30 seconds', async () => {
    const genreSlug = 'kept-tower';
    // Amid an hour: figures are counted anew at its end.
    const hour = Math.floor(Date.now() / hourMs) + 1.1;
    await world.clock.stopAt(new Date(hour * hourMs).toISOString());
    const [first, second, other] = [
      await makeSeries(world, 'published', { genreSlug }),
      await makeSeries(world, 'published', { genreSlug }),
      await makeSeries(world, 'published', { genreSlug: 'kept-cellar' }),
    ];
    const save = async (seriesId: string) => (await makeViewer(world)).put(`/v1/series/${seriesId}/save`);
    for (const seriesId of [first, first, second, other]) await save(seriesId);
    await railOf({ sort: 'most_saves', genre: genreSlug });
    await expect.poll(() => shown()).toEqual([first, second]);
    for (const seriesId of [second, second]) await save(seriesId);
    expect(await shown()).toEqual([first, second]);
    await world.clock.stopAt(new Date(hour * hourMs + 31_000).toISOString());
    await expect.poll(() => shown()).toEqual([second, first]);
    await sql`update series set genre_slug = ${genreSlug} where id = ${other}`.execute(db);
    await expect.poll(() => shown()).toEqual([second, first, other]);
    await sql`update series set status = 'archived' where id = ${first}`.execute(db);
    await expect.poll(() => shown()).toEqual([second, other]);
  });

  it('has visible series even if many hidden ones have higher figures', async () => {
    const seen = await makeSeries(world, 'published');
    await (await makeViewer(world)).put(`/v1/series/${seen}/save`);
    const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
    await owner.connect();
    await owner.query(`insert into series_activity_added (series_id, market, hour, saves)
      select gen_random_uuid(), 'ID', date_trunc('hour', clock(), 'UTC'), 2 from generate_series(1, 600)`);
    await owner.end();
    await railOf({ sort: 'most_saves', window_days: 3 });
    expect(await shown()).toContain(seen);
  });

  it('expires when a series leaves the newest', async () => {
    const genreSlug = 'kept-lantern';
    const now = (Math.floor(Date.now() / hourMs) + 1.1) * hourMs;
    await world.clock.stopAt(new Date(now).toISOString());
    const [leaving, staying] = [
      await makeSeries(world, 'published', { genreSlug }),
      await makeSeries(world, 'published', { genreSlug }),
    ];
    await sql`update series set published_at = clock() - interval '7 days' + interval '20 seconds'
      where id = ${leaving}`.execute(db);
    await sql`update series set published_at = clock() - interval '1 day' where id = ${staying}`.execute(db);
    await railOf({ sort: 'newest', genre: genreSlug });
    await expect.poll(() => shown()).toEqual([staying, leaving]);
    await world.clock.stopAt(new Date(now + 21_000).toISOString());
    await expect.poll(() => shown()).toEqual([staying]);
  });

  it('expires at midnight in UTC with the free series', async () => {
    const seriesId = await makeSeries(world, 'published');
    await editor.put('/admin/free-series', { date: '2031-05-02', seriesId });
    const holder = { countryCode: 'ID', language: null, isGuest: false };
    const issued = await userToken(world, viewer.id, { issuedAt: new Date('2031-05-01T00:00:00Z'), holder });
    const token = { headers: { authorization: `Bearer ${issued}` } };
    const free = async () =>
      (await viewer.get<Feed>('/v1/feed?surface=discover', token)).body.freeToday.map(({ id }) => id);
    await world.clock.stopAt('2031-05-01T23:59:59.900Z');
    await expect.poll(free).toEqual([]);
    await world.clock.stopAt('2031-05-02T00:00:00.000Z');
    await expect.poll(free).toEqual([seriesId]);
  });
});
