import { describe, expect, it } from 'vitest';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { newId } from '../../kit/id.ts';
import { type Coming, openLaunchWorld } from './launch-world.fixture.ts';

const { world, pool, editor, finance, moderator, analyst, launchDay, launchOf, plan, railOf, readySeries } =
  await openLaunchWorld();

describe('placement', () => {
  it('is a rail that shows newest series and includes it, but not one sorted by views', async () => {
    const id = await makeSeries(world, 'in_review', { genreSlug: 'mystery' });
    const rule = (sort: string, genre: string) => ({ type: 'rule', rule: { sort, genre } });
    const others = [await railOf(rule('top_this_week', 'mystery')), await railOf(rule('newest', 'comedy'))];
    expect((await launchOf(id)).checks.rail).toMatchObject({ verdict: 'no_go', rails: [] });
    const { railId } = await railOf(rule('newest', 'mystery'));
    expect((await launchOf(id)).checks.rail).toMatchObject({ verdict: 'go', rails: [{ id: railId }] });
    for (const one of [...others.map((other) => other.railId), railId]) await editor.delete(`/admin/rails/${one}`);
  });
  it('is not a rail that the app does not show, and is the preview reel', async () => {
    const id = await makeSeries(world, 'in_review', { genreSlug: 'horror' });
    const rails: string[] = [];
    for (let n = 0; n < 12; n++) rails.push((await railOf({ type: 'manual' }, 'for_you')).railId);
    const last = await railOf({ type: 'rule', rule: { sort: 'newest', genre: 'horror' } }, 'for_you');
    expect((await launchOf(id)).checks.rail.verdict).toBe('no_go');
    await editor.delete(`/admin/rails/${rails[0]}`);
    expect((await launchOf(id)).checks.rail.rails).toHaveLength(1);
    await editor.delete(`/admin/rails/${last.railId}`);
    await editor.put('/admin/preview-reel', { entries: [{ seriesId: id, editorialHeroScore: 5 }] });
    expect((await launchOf(id)).checks.rail).toMatchObject({ verdict: 'go', isInReel: true, rails: [] });
  });
});

describe('upcoming launches', () => {
  it('are those with a date, soonest first, with the result of their own page', async () => {
    const { id } = await readySeries();
    const undated = await makeSeries(world, 'in_review');
    await plan('episode', await makeEpisode(world, 'in_review', undated, 1), '2031-02-01T00:00:00Z');
    const live = await makeSeries(world, 'published');
    await plan('episode', await makeEpisode(world, 'in_review', live, 1), '2031-02-01T00:00:00Z');
    const { items } = (await analyst.get<Coming>('/admin/launches?limit=200')).body;
    const ids = items.map((item) => item.id);
    expect(ids).not.toContain(live);
    expect(ids.indexOf(undated)).toBeLessThan(ids.indexOf(id));
    const found = (wanted: string) => items.find((item) => item.id === wanted);
    expect(found(id)).toMatchObject({ launchAt: launchDay, verdict: 'go', reasons: [], noGoCount: 0 });
    const { noGoCount } = await launchOf(undated);
    expect(found(undated)).toMatchObject({ launchAt: null, verdict: 'no_go', noGoCount });
    expect(found(undated)?.reasons).toEqual(['no_poster', 'no_hero', 'no_date', 'not_placed', 'no_video']);
    const early = (await analyst.get<Coming>('/admin/launches?before=2031-02-15T00:00:00Z&limit=200')).body.items;
    expect(early.map((item) => item.id)).toContain(undated);
    expect(early.map((item) => item.id)).not.toContain(id);
  });
  it('require publishing:read, and a launch catalog:read', async () => {
    const id = await makeSeries(world, 'draft');
    expect((await moderator.get('/admin/launches')).status).toBe(403);
    expect((await finance.get(`/admin/series/${id}/launch`)).status).toBe(403);
    expect((await moderator.get(`/admin/series/${newId()}/launch`)).status).toBe(404);
  });
  it('list the time zones of the largest markets', async () => {
    const id = await makeSeries(world, 'draft');
    for (const country of ['EG', 'ID', 'ID']) {
      await pool.query(`insert into users (id, is_guest, auth_provider, country_code) values ($1, true, 'guest', $2)`, [
        newId(),
        country,
      ]);
    }
    expect((await launchOf(id)).markets).toEqual([
      { country: 'ID', timeZone: 'Asia/Jakarta' },
      { country: 'EG', timeZone: 'Africa/Cairo' },
    ]);
  });
});
