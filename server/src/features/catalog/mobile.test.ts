import { describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { type Item, makeEpisode, makeSeries, type Page } from '../../../test/harness/catalog.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import type { State } from './rules.ts';

const world = await openWorld();
const viewer = await makeViewer(world, { isGuest: true });
const publisher = await makeAdminActor(world, 'content_manager');

const harbour = await makeSeries(world, 'published', {
  title: 'The Harbour Bride',
  slug: 'harbour-bride',
  genreSlug: 'romance',
  freeEpisodes: 1,
  titleI18n: { ar: 'عَروسُ الميناء', id: 'Pengantin Pelabuhan' },
});
for (const [n, state] of (['published', 'draft', 'published', 'archived', 'scheduled'] as const).entries()) {
  await makeEpisode(world, state, harbour, n + 1);
}
await makeSeries(world, 'published', { title: 'Harbour Nights', slug: 'harbour-nights' });

interface Shown extends Item {
  episodes: { episodeNumber: number; isFree: boolean }[];
}
const search = async (query: string): Promise<Page> => (await viewer.get<Page>(`/v1/search?${query}`)).body;
const titles = async (q: string): Promise<string[]> =>
  (await search(`q=${encodeURIComponent(q)}`)).items.map(({ title }) => title);

describe('the address of a series', () => {
  it('works with slug and id, and returns published episodes', async () => {
    const { body } = await viewer.get<Shown>('/v1/series/harbour-bride');
    expect(body).toMatchObject({
      id: harbour,
      slug: 'harbour-bride',
      title: 'The Harbour Bride',
      genreSlug: 'romance',
      tropes: [],
      posterUrl: null,
      heroUrl: null,
      episodeCount: 2,
      freeEpisodes: 1,
      isFreeToday: false,
    });
    expect(body.episodes.map(({ episodeNumber, isFree }) => [episodeNumber, isFree])).toEqual([
      [1, true],
      [3, false],
    ]);
    expect((await viewer.get(`/v1/series/${harbour.toUpperCase()}`)).body).toEqual(body);
  });
  it('marks episodes that are free in the viewer’s market, by the prices of unlocks', async () => {
    const finance = await makeAdminActor(world, 'finance');
    const seriesId = await makeSeries(world, 'published', { freeEpisodes: 2 });
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4]) ids.push(await makeEpisode(world, 'published', seriesId, n));
    const [inEgypt, inGhana] = [
      await makeViewer(world, { countryCode: 'EG' }),
      await makeViewer(world, { countryCode: 'GH' }),
    ];
    const freeFor = async (who: typeof viewer) => {
      const { body } = await who.get<Shown>(`/v1/series/${seriesId}`);
      const list = await who.get<{ items: Shown['episodes'] }>(`/v1/series/${seriesId}/episodes`);
      expect(list.body.items).toEqual(body.episodes);
      return body.episodes.filter(({ isFree }) => isFree).map(({ episodeNumber }) => episodeNumber);
    };
    const override = (scope: string, scopeRef: string | undefined, coins: number) =>
      finance.post('/admin/pricing/overrides', { scope, scopeRef, coins });
    expect(await freeFor(inEgypt)).toEqual([1, 2]);
    await override('episode', ids[1], 3);
    await override('episode', ids[3], 0);
    expect(await freeFor(inEgypt)).toEqual([1, 4]);
    await override('market', 'GH', 0);
    expect([await freeFor(inEgypt), await freeFor(inGhana)]).toEqual([
      [1, 4],
      [1, 3, 4],
    ]);
  });
  it.each<State>(['draft', 'in_review', 'scheduled', 'archived'])(
    'is not found in %s, nor by a search',
    async (state) => {
      const slug = `hidden-${state.replace('_', '-')}`;
      const id = await makeSeries(world, state, { slug, title: `Hidden Harbour ${state}` });
      await makeEpisode(world, 'published', id);
      for (const address of [id, slug]) {
        expect((await viewer.get(`/v1/series/${address}`)).body).toEqual({ statusCode: 404, error: 'not_found' });
        expect((await viewer.get(`/v1/series/${address}/episodes`)).status).toBe(404);
      }
      expect(await titles('hidden harbour')).toEqual([]);
    },
  );
  it('is not found as soon as the series is archived', async () => {
    const id = await makeSeries(world, 'published', { title: 'Soon Gone' });
    expect((await viewer.get(`/v1/series/${id}`)).status).toBe(200);
    await publisher.post(`/admin/series/${id}/workflow`, { action: 'archive' });
    expect((await viewer.get(`/v1/series/${id}`)).status).toBe(404);
    expect(await titles('soon gone')).toEqual([]);
  });
  it('is not found for unknown series, and requires a signed-in user', async () => {
    for (const address of ['nonsense', '01930000-0000-7000-8000-00000000dead', '%25', 'a'.repeat(150)]) {
      expect((await viewer.get(`/v1/series/${address}`)).status).toBe(404);
    }
    expect((await anonymous(world).get('/v1/series/harbour-bride')).status).toBe(401);
  });
  it('uses the language of the query, else the viewer’s, else the original', async () => {
    const titleIn = async (who: typeof viewer, query: string) =>
      (await who.get<Item>(`/v1/series/harbour-bride${query}`)).body.title;
    const arab = await makeViewer(world);
    await arab.put('/v1/me', { language: 'ar-EG' });
    expect(await titleIn(viewer, '?lang=id')).toBe('Pengantin Pelabuhan');
    expect(await titleIn(viewer, '?lang=en')).toBe('The Harbour Bride');
    expect(await titleIn(viewer, '?lang=fr-CA')).toBe('The Harbour Bride');
    expect(await titleIn(arab, '')).toBe('عَروسُ الميناء');
    expect(await titleIn(arab, '?lang=id')).toBe('Pengantin Pelabuhan');
  });
  it('uses the language of the device if neither the query nor the viewer specifies one', async () => {
    const headers = { 'accept-language': 'fr, id;q=0.8, ar;q=0.5' };
    const titleIn = async (who: typeof viewer, query = '') =>
      (await who.get<Item>(`/v1/series/harbour-bride${query}`, { headers })).body.title;
    const arab = await makeViewer(world);
    await arab.put('/v1/me', { language: 'ar' });
    expect(await titleIn(viewer)).toBe('Pengantin Pelabuhan');
    expect(await titleIn(viewer, '?lang=en')).toBe('The Harbour Bride');
    expect(await titleIn(arab)).toBe('عَروسُ الميناء');
    const found = await viewer.get<Page>('/v1/search?q=bride', { headers });
    expect(found.body.items.map(({ title }) => title)).toEqual(['Pengantin Pelabuhan']);
    expect(found.headers.vary).toBe('accept-language');
  });
  it('returns 304 until something in it changes', async () => {
    const id = await makeSeries(world, 'published', { title: 'Read Twice' });
    const url = `/v1/series/${id}`;
    const first = await viewer.get<Shown>(url);
    const { etag, vary } = first.headers;
    expect([first.headers['cache-control'], vary]).toEqual(['private, no-cache', 'accept-language']);
    const again = await viewer.get(url, { headers: { 'if-none-match': String(etag) } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    await makeEpisode(world, 'published', id);
    const changed = await viewer.get<Shown>(url, { headers: { 'if-none-match': String(etag) } });
    expect([changed.status, changed.body.episodes.length]).toEqual([200, 1]);
  });
});

describe('a blank translation', () => {
  it('is replaced by the original', async () => {
    const id = await makeSeries(world, 'published', { slug: 'half-translated' });
    const episode = await makeEpisode(world, 'published', id);
    const blank = { synopsis: 'A debt.', synopsisI18n: { ar: '' }, note: 'not translated yet' };
    await publisher.put(`/admin/series/${id}`, blank);
    await publisher.put(`/admin/episodes/${episode}`, blank);
    const { body } = await viewer.get<Shown>('/v1/series/half-translated?lang=ar');
    expect([body.synopsis, body.episodes]).toMatchObject(['A debt.', [{ synopsis: 'A debt.' }]]);
  });
});

describe('the episodes of a series', () => {
  it('are listed by number, in pages, published ones only', async () => {
    const url = '/v1/series/harbour-bride/episodes';
    const first = (await viewer.get<Page>(`${url}?limit=1`)).body;
    expect(first.items).toMatchObject([{ episodeNumber: 1, seriesId: harbour, thumbUrl: null, durationS: null }]);
    const rest = (await viewer.get<Page>(`${url}?limit=1&cursor=${first.nextCursor}`)).body;
    expect(rest).toMatchObject({ items: [{ episodeNumber: 3 }], nextCursor: null });
  });
});

describe('a search', () => {
  it.each([
    ['harbour', ['Harbour Nights', 'The Harbour Bride']],
    ['BRIDE harbour', ['The Harbour Bride']],
    ['pengantin', ['The Harbour Bride']],
    ['عروس', ['The Harbour Bride']],
    ['عَرُوس الميناء', ['The Harbour Bride']],
    ['hidden', []],
    ['nothing of the kind', []],
    ['%', []],
  ])('for %s finds published series in every language', async (q, expected) => {
    await world.database.pool.query(`update series set published_at = clock() where slug = 'harbour-nights'`);
    expect(await titles(q)).toEqual(expected);
  });
  it('has pages, in the language of the viewer', async () => {
    const first = await search('q=harbour&limit=1&lang=ar');
    const rest = await search(`q=harbour&limit=1&lang=ar&cursor=${first.nextCursor}`);
    expect([...first.items, ...rest.items].map(({ title }) => title)).toEqual(['Harbour Nights', 'عَروسُ الميناء']);
    expect(rest.nextCursor).toBeNull();
  });
  it.each(['', 'q=', 'q=%20', 'q=x&limit=0'])('is refused with %j', async (query) => {
    expect((await viewer.get(`/v1/search?${query}`)).body.error).toBe('validation_failed');
  });
});
