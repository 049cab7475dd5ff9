import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries, type Page } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import type { Sort } from './rules.ts';

const world = await openWorld();
const reader = await makeAdminActor(world, 'moderator');

const list = async (query: string): Promise<Page> => (await reader.get<Page>(`/admin/series?${query}`)).body;
const titles = async (query: string): Promise<string[]> => (await list(query)).items.map(({ title }) => title);

const harbour = await makeSeries(world, 'published', {
  title: 'The Harbour Bride',
  slug: 'harbour-bride',
  genreSlug: 'romance',
  titleI18n: { ar: 'عَروسُ الميناء', id: 'Pengantin Pelabuhan' },
});
await makeSeries(world, 'draft', { title: 'apples & 100% Revenge', genreSlug: 'revenge', titleI18n: { ar: 'إنتقام' } });
await makeSeries(world, 'in_review', { title: 'Zoë’s Étude', genreSlug: 'romance' });
await world.database.pool.query('update series set deleted_at = clock() where id = $1', [
  await makeSeries(world, 'draft', { title: 'Gone Harbour' }),
]);
await makeEpisode(world, 'published', harbour, 1);
await makeEpisode(world, 'draft', harbour, 2);
await makeEpisode(world, 'published', harbour, 3);
await world.database.pool.query(
  'update episodes set deleted_at = clock() where series_id = $1 and episode_number = 3',
  [harbour],
);

describe('the list of series', () => {
  it('is newest first, excludes deleted series, and counts episodes', async () => {
    expect(await titles('')).toEqual(['Zoë’s Étude', 'apples & 100% Revenge', 'The Harbour Bride']);
    expect((await list('status=published')).items).toMatchObject([{ episodeCount: 2, publishedEpisodeCount: 1 }]);
  });
  it('shows each series exactly as the detail does', async () => {
    const editor = await makeAdminActor(world, 'content_manager');
    const id = await makeSeries(world, 'published', {
      title: '"Quoted" \\ 1 < 2 & \u{1f3ac}\u2028',
      slug: 'quoted',
      genreSlug: 'odd',
      titleI18n: { ar: '«ليلى» \\n', id: 'Kata "kutipan"' },
    });
    const alone = (await editor.get(`/admin/series/${id}`)).body;
    expect((await editor.get<Page>('/admin/series?genreSlug=odd')).body.items).toEqual([alone]);
    await world.database.pool.query('update series set deleted_at = clock() where id = $1', [id]);
  });
  it('lists the actions of each concurrent caller', async () => {
    const editor = await makeAdminActor(world, 'content_manager');
    const open = (who: typeof reader) => who.get<Page>('/admin/series?status=draft');
    await open(editor);
    const [read, edited] = await Promise.all([open(reader), open(editor)]);
    expect(read.body.items).toMatchObject([{ allowed: [] }]);
    expect(edited.body.items).toMatchObject([{ allowed: expect.arrayContaining(['submit']) }]);
  });
  it.each([
    ['q=harbour', ['The Harbour Bride']],
    ['q=BRIDE%20the', ['The Harbour Bride']],
    ['q=pelabuhan', ['The Harbour Bride']],
    [`q=${encodeURIComponent('عروس')}`, ['The Harbour Bride']],
    [`q=${encodeURIComponent('الميناء عروس')}`, ['The Harbour Bride']],
    [`q=${encodeURIComponent('انتقام')}`, ['apples & 100% Revenge']],
    [`q=${encodeURIComponent('أنتقام')}`, ['apples & 100% Revenge']],
    [`q=${encodeURIComponent('étude')}`, ['Zoë’s Étude']],
    [`q=${encodeURIComponent('ÉTUDE'.normalize('NFD'))}`, ['Zoë’s Étude']],
    ['q=harbour-bride', ['The Harbour Bride']],
    ['q=100%25', ['apples & 100% Revenge']],
    ['q=%25', ['apples & 100% Revenge']],
    ['q=_', []],
    [`q=${encodeURIComponent('\\')}`, []],
    [`q=${encodeURIComponent('＼')}`, []],
    [`q=${harbour}`, ['The Harbour Bride']],
    ['q=harbour%20pelabuhan%20nothing', []],
    ['q=%20', ['Zoë’s Étude', 'apples & 100% Revenge', 'The Harbour Bride']],
    ['genreSlug=romance', ['Zoë’s Étude', 'The Harbour Bride']],
    ['genreSlug=unheard-of', []],
    ['status=draft&genreSlug=revenge', ['apples & 100% Revenge']],
    ['sort=title&order=asc', ['apples & 100% Revenge', 'The Harbour Bride', 'Zoë’s Étude']],
    ['sort=published_at&order=asc', ['The Harbour Bride', 'apples & 100% Revenge', 'Zoë’s Étude']],
  ])('finds by %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });
  it.each<Sort>(['created_at', 'updated_at', 'published_at', 'title'])(
    'sorted by %s shows every series once, page by page, both ways',
    async (sort) => {
      for (const order of ['asc', 'desc']) {
        const seen: string[] = [];
        let cursor = '';
        do {
          const page = await list(`sort=${sort}&order=${order}&limit=1${cursor}`);
          seen.push(...page.items.map(({ title }) => title));
          cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
        } while (cursor);
        expect(seen).toEqual(await titles(`sort=${sort}&order=${order}`));
        expect(seen).toHaveLength(3);
      }
    },
  );
  it('refuses cursors of other lists and unknown parameters', async () => {
    const { nextCursor } = await list('limit=1');
    expect((await reader.get(`/admin/series?limit=1&sort=title&cursor=${nextCursor}`)).body.error).toBe(
      'invalid_cursor',
    );
    for (const query of ['status=gone', 'sort=slug', 'limit=0', 'colour=red']) {
      expect((await reader.get(`/admin/series?${query}`)).body.error).toBe('validation_failed');
    }
  });
});

describe('the list of a series’ episodes', () => {
  it('is by number, excludes deleted episodes, and has pages', async () => {
    const url = `/admin/series/${harbour}/episodes`;
    const first = (await reader.get<Page>(`${url}?limit=1`)).body;
    expect(first.items).toMatchObject([{ episodeNumber: 1, media: null, captions: [], allowed: [] }]);
    const next = (await reader.get<Page>(`${url}?limit=1&cursor=${first.nextCursor}`)).body;
    expect(next).toMatchObject({ items: [{ episodeNumber: 2 }], nextCursor: null });
    expect((await reader.get<Page>(`${url}?status=draft`)).body.items).toMatchObject([{ episodeNumber: 2 }]);
    expect((await reader.get('/admin/series/01930000-0000-7000-8000-00000000dead/episodes')).status).toBe(404);
  });
});

it('The genres and tropes of all series are listed for filters and rules', async () => {
  for (const n of [1, 2, 3]) {
    await makeSeries(world, 'draft', {
      title: `Shelf ${n}`,
      genreSlug: `genre-${n}`,
      tropes: ['amnesia', `trope ${n}`],
    });
  }
  const removed = await makeSeries(world, 'draft', { title: 'Shelf 4', genreSlug: 'gone', tropes: ['gone'] });
  await world.database.pool.query('update series set deleted_at = clock() where id = $1', [removed]);
  const { body } = await reader.get<{ items: string[]; tropes: string[] }>('/admin/genres');
  expect(body.items).toEqual(['genre-1', 'genre-2', 'genre-3', 'revenge', 'romance']);
  expect(body.tropes).toEqual(['amnesia', 'trope 1', 'trope 2', 'trope 3']);
  expect((await (await makeAdminActor(world, 'finance')).get('/admin/genres')).status).toBe(200);
});
