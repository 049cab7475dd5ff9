import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer, userToken } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { hourMs } from '../../kit/time.ts';

/** Feeds are kept for those who ask for the same, and never for longer than they are true. */

const world = await openWorld();
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

describe('a feed that is kept', () => {
  it('has what a rule chose at most 30 seconds ago, also where that was chosen for another market', async () => {
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
    expect(new Set(await shown('EG'))).toEqual(new Set(begun));
  });

  it('shows an edit at once, among the figures of at most 30 seconds ago', async () => {
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
    for (const seriesId of [first, first, first, second, second, other]) await save(seriesId);
    await railOf({ sort: 'most_saves', genre: genreSlug });
    expect(await shown()).toEqual([first, second]);
    for (const seriesId of [second, second]) await save(seriesId);
    await sql`update series set genre_slug = ${genreSlug} where id = ${other}`.execute(db);
    expect(await shown()).toEqual([first, second, other]);
    await sql`update series set status = 'archived' where id = ${first}`.execute(db);
    expect(await shown()).toEqual([second, other]);
    await sql`update series set status = 'published' where id = ${first}`.execute(db);
    expect(await shown()).toEqual([first, second, other]);
    await world.clock.stopAt(new Date(hour * hourMs + 31_000).toISOString());
    expect(await shown()).toEqual([second, first, other]);
  });

  it('has what viewers see also where much that they do not see has higher figures', async () => {
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

  it('ends with the window of a series that grows too old for the newest', async () => {
    const genreSlug = 'kept-lantern';
    const [leaving, staying] = [
      await makeSeries(world, 'published', { genreSlug }),
      await makeSeries(world, 'published', { genreSlug }),
    ];
    await sql`update series set published_at = clock() - interval '7 days' + interval '20 seconds'
      where id = ${leaving}`.execute(db);
    await sql`update series set published_at = clock() - interval '1 day' where id = ${staying}`.execute(db);
    await railOf({ sort: 'newest', genre: genreSlug });
    expect(await shown()).toEqual([staying, leaving]);
    await world.clock.shift('21 seconds');
    expect(await shown()).toEqual([staying]);
  });

  it('ends at midnight in UTC with what is free', async () => {
    const seriesId = await makeSeries(world, 'published');
    await editor.put('/admin/free-series', { date: '2031-05-02', seriesId });
    const issued = await userToken(world, viewer.id, { issuedAt: new Date('2031-05-01T00:00:00Z') });
    const token = { headers: { authorization: `Bearer ${issued}` } };
    const free = async () =>
      (await viewer.get<Feed>('/v1/feed?surface=discover', token)).body.freeToday.map(({ id }) => id);
    await world.clock.stopAt('2031-05-01T23:59:59.900Z');
    expect(await free()).toEqual([]);
    await world.clock.stopAt('2031-05-02T00:00:00.000Z');
    expect(await free()).toEqual([seriesId]);
  });

  it('is not taken for the newest one where a change was committed late and an old one was forgotten', async () => {
    const id = await makeSeries(world, 'published', { title: 'Before' });
    const title = async () => (await feed()).rails[0]?.series.find((one) => one.id === id)?.title;
    await sql`delete from feed_changes`.execute(db);
    await world.clock.shift('-20 minutes');
    await sql`update series set synopsis = synopsis where id = ${id}`.execute(db);
    await world.clock.shift('0');
    await world.database.transaction(async (tx) => {
      await sql`update series set title = 'After' where id = ${id}`.execute(tx);
      // Someone who came later and was faster.
      await sql`update series set synopsis = synopsis where id = ${await makeSeries(world, 'published')}`.execute(db);
      expect(await title()).toBe('Before');
    });
    const { rows } = await sql`delete from feed_changes where created_at < clock() - interval '10 minutes'
      returning id`.execute(db);
    expect(rows).toHaveLength(1);
    expect(await title()).toBe('After');
  });
});
