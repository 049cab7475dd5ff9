import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const editor = await makeAdminActor(world, 'content_manager');
const operator = await makeAdminActor(world, 'superadmin');
const viewer = await makeViewer(world, { countryCode: 'ID' });

interface Card {
  id: string;
  title: string;
  isFreeToday: boolean;
}
interface Feed {
  surface: string;
  market: string;
  lang: string;
  rails: {
    id: string;
    collectionId: string | null;
    slug: string;
    title: string;
    explanation: string;
    series: Card[];
  }[];
  freeToday: Card[];
  previewReel: Card[];
  generatedAt: string;
  changes: { rails: { id: string; added: string[]; removed: string[] }[]; freeToday: { added: string[] } };
}

let count = 0;
async function rail(
  seriesIds: readonly string[],
  fields: object = {},
  surface = 'discover',
): Promise<{ id: string; collectionId: string }> {
  const made = await editor.post<{ id: string }>('/admin/collections', {
    slug: `feed-${++count}`,
    titleI18n: { en: `Feed ${count}`, ar: `خلاصة ${count}` },
    type: 'manual',
    explanation: 'Chosen for the tests',
  });
  const items = seriesIds.map((seriesId, sort) => ({ seriesId, sort }));
  await editor.put(`/admin/collections/${made.body.id}/items`, { items });
  const shown = await editor.post<{ id: string }>('/admin/rails', { surface, collectionId: made.body.id, ...fields });
  return { id: shown.body.id, collectionId: made.body.id };
}
async function emptied(): Promise<void> {
  const { items } = (await editor.get<{ items: { id: string }[] }>('/admin/rails?limit=200')).body;
  for (const { id } of items) await editor.delete(`/admin/rails/${id}`);
}
const feed = async (query = '?surface=discover') => (await viewer.get<Feed>(`/v1/feed${query}`)).body;
const idsOf = (cards: readonly Card[] = []) => cards.map(({ id }) => id);
const live = (title = 'Live') => makeSeries(world, 'published', { title, titleI18n: { ar: `${title} ar` } });

describe('the feed', () => {
  it('has the active rails of a surface in order, with their visible series', async () => {
    await emptied();
    const [a, b] = [await live('A'), await live('B')];
    const unseen: string[] = [];
    for (const state of ['draft', 'in_review', 'scheduled', 'archived'] as const) {
      unseen.push(await makeSeries(world, state));
    }
    const first = await rail([b, ...unseen, a]);
    await rail([a], { status: 'paused' });
    await rail(unseen);
    const last = await rail([a], { sort: 0 });
    const { rails, ...rest } = await feed();
    expect(rest).toMatchObject({ surface: 'discover', market: 'ID', lang: 'en' });
    expect(rails.map(({ id, collectionId, series }) => [id, collectionId, idsOf(series)])).toEqual(
      [
        [first.id, first.collectionId, [b, a]],
        [last.id, last.collectionId, [a]],
      ].toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    );
    expect(rails.every(({ explanation }) => explanation === 'Chosen for the tests')).toBe(true);
  });

  it('is in the language of the query, the viewer or the device, and for the requested market', async () => {
    await emptied();
    await rail([await live('Ferry')]);
    expect(await feed('?surface=discover&lang=ar&market=eg')).toMatchObject({
      lang: 'ar',
      market: 'EG',
      rails: [{ title: expect.stringMatching(/^خلاصة/), series: [{ title: 'Ferry ar' }] }],
    });
    const byDevice = await viewer.get<Feed>('/v1/feed?surface=discover', { headers: { 'accept-language': 'ar-EG' } });
    expect(byDevice.body.lang).toBe('ar');
    expect((await viewer.get('/v1/feed?surface=home')).status).toBe(400);
  });

  it('is never empty: without rails it shows the newest series', async () => {
    await emptied();
    const id = await live();
    await sql`update series set published_at = clock() where id = ${id}`.execute(world.database.db);
    const { rails } = await feed();
    expect(rails).toMatchObject([{ id: 'newest', collectionId: null, title: 'New', explanation: 'The newest series' }]);
    expect(idsOf(rails[0]?.series)[0]).toBe(id);
    expect((await feed('?lang=id')).rails[0]?.title).toBe('Terbaru');
    await sql`update series set published_at = published_at - interval '3 years'`.execute(world.database.db);
    expect(idsOf((await feed()).rails[0]?.series)).toContain(id);
  });

  it('of for_you has twelve rails, empty ones not counted', async () => {
    await emptied();
    const [id, draft] = [await live(), await makeSeries(world, 'draft')];
    await rail([draft], {}, 'for_you');
    for (let n = 0; n < 13; n++) await rail([id], {}, 'for_you');
    expect(await feed('')).toMatchObject({ surface: 'for_you', rails: Array(12).fill({}) });
    await emptied();
  });

  it('of discover has all rails', async () => {
    await emptied();
    const id = await live();
    for (let n = 0; n < 14; n++) await rail([id]);
    expect((await feed()).rails).toHaveLength(14);
    await emptied();
  });

  it('has the series that a rule selects when it is read', async () => {
    await emptied();
    const genre = `genre-${++count}`;
    const fresh = await makeSeries(world, 'published', { genreSlug: genre });
    const made = await editor.post<{ id: string }>('/admin/collections', {
      slug: `rule-${count}`,
      titleI18n: { en: 'Just out' },
      explanation: 'Out since last week',
      type: 'rule',
      rule: { sort: 'newest', genre },
    });
    await editor.post('/admin/rails', { surface: 'discover', collectionId: made.body.id });
    const publishedOn = (moment: string) =>
      sql`update series set published_at = ${moment} where id = ${fresh}`.execute(world.database.db);
    await publishedOn(new Date(Date.now() - 8 * 86_400_000).toISOString());
    expect((await feed()).rails).toMatchObject([{ id: 'newest' }]);
    const soon = await makeSeries(world, 'in_review', { genreSlug: genre });
    expect((await editor.post(`/admin/series/${soon}/workflow`, { action: 'publish' })).status).toBe(200);
    expect((await feed()).rails).toMatchObject([
      { collectionId: made.body.id, explanation: 'Out since last week', series: [{ id: soon }] },
    ]);
    await emptied();
  });

  it('has the free series of the market today, and the reel by score', async () => {
    const [free, hero, lesser, hidden] = [await live(), await live(), await live(), await makeSeries(world, 'draft')];
    await rail([free]);
    const date = new Date().toISOString().slice(0, 10);
    await editor.put('/admin/free-series', { date, seriesId: free, marketCode: 'ID' });
    const entries = [lesser, hero, hidden].map((seriesId, n) => ({
      seriesId,
      editorialHeroScore: [10, 90, 99][n] ?? 0,
    }));
    await editor.put('/admin/preview-reel', { entries });
    const here = await feed();
    expect(idsOf(here.freeToday)).toEqual([free]);
    expect(here.rails.flatMap(({ series }) => series).find(({ id }) => id === free)?.isFreeToday).toBe(true);
    expect(idsOf(here.previewReel)).toEqual([hero, lesser]);
    expect((await feed('?surface=discover&market=EG')).freeToday).toEqual([]);
    await editor.delete(`/admin/free-series/${date}`);
    expect((await feed()).freeToday).toEqual([]);
  });

  it('returns 304 until something in it changes, also from another process', async () => {
    await emptied();
    const [a, b] = [await live('A'), await live('B')];
    const { collectionId } = await rail([a]);
    const otherProcess = world.another();
    const otherViewer = await makeViewer(otherProcess, { countryCode: 'ID' });
    const first = await viewer.get<Feed>('/v1/feed?surface=discover');
    expect((await otherViewer.get<Feed>('/v1/feed?surface=discover')).headers.etag).toBe(first.headers.etag);
    const known = { headers: { 'if-none-match': String(first.headers.etag) } };
    expect((await viewer.get('/v1/feed?surface=discover', known)).status).toBe(304);
    await editor.put(`/admin/collections/${collectionId}/items`, {
      items: [b, a].map((seriesId, sort) => ({ seriesId, sort })),
    });
    for (const one of [viewer, otherViewer]) {
      const { status, body } = await one.get<Feed>('/v1/feed?surface=discover', known);
      expect([status, idsOf(body.rails[0]?.series)]).toEqual([200, [b, a]]);
    }
    expect((await editor.post(`/admin/series/${b}/workflow`, { action: 'archive' })).status).toBe(200);
    for (const one of [viewer, otherViewer]) {
      expect(idsOf((await one.get<Feed>('/v1/feed?surface=discover')).body.rails[0]?.series)).toEqual([a]);
    }
  });

  it('requires an active viewer', async () => {
    const banned = await makeViewer(world);
    expect((await banned.get('/v1/feed')).status).toBe(200);
    await operator.post(`/admin/users/${banned.id}/ban`, { reason: 'fraud' });
    expect((await banned.get('/v1/feed')).status).toBe(403);
  });
});

describe('the feed of a moment', () => {
  it('includes content scheduled by then and the free series of that day, and lists the differences from now', async () => {
    await emptied();
    const [a, soon] = [await live('A'), await makeSeries(world, 'in_review', { title: 'Soon' })];
    await makeEpisode(world, 'published', soon, 1);
    const { id } = await rail([a, soon]);
    const runAt = new Date(Date.now() + 3_600_000).toISOString();
    await editor.post('/admin/schedules', { refType: 'series', refId: soon, action: 'publish', runAt });
    const at = new Date(Date.now() + 48 * 3_600_000).toISOString();
    await editor.put('/admin/free-series', { date: at.slice(0, 10), seriesId: a });
    const see = async (query: string) => (await editor.get<Feed>(`/admin/feed-preview?surface=discover${query}`)).body;
    await sql`update publish_schedules set run_at = clock() - interval '1 minute' where ref_id = ${soon}`.execute(
      world.database.db,
    );
    // What is late is not out until it is published.
    expect(idsOf((await feed()).rails[0]?.series)).toEqual([a]);
    const now = await see('');
    expect(idsOf(now.rails[0]?.series)).toEqual([a]);
    expect(now.changes).toMatchObject({ rails: [], freeToday: { added: [] } });
    const then = await see(`&at=${at}`);
    expect(then.rails[0]?.series).toMatchObject([
      { id: a, isFreeToday: true },
      { id: soon, isFreeToday: false },
    ]);
    expect(then.changes).toMatchObject({
      rails: [{ id, added: [soon], removed: [], moved: [] }],
      freeToday: { added: [a] },
      railOrder: { added: [], removed: [], moved: [] },
    });
    expect((await editor.get('/admin/feed-preview?at=yesterday')).status).toBe(400);
    expect((await editor.get('/admin/feed-preview?lang=fr')).status).toBe(400);
    expect(await see('&lang=ar')).toMatchObject({ lang: 'ar' });
  });
});
