import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { seriesNamed } from '../../../test/samples.ts';
import { setLanguage } from '../../words/define.ts';
import ar from '../../words/server.ar.json';
import en from '../../words/server.en.json';
import id from '../../words/server.id.json';
import { serverTables } from '../../words/server.ts';
import { genreNames, genreOf, tropeOf } from './genres.ts';

const nameIn = ({ genre }: { genre: Readonly<Record<string, string>> }, slug: string) => genre[slug];

it('A genre is chosen from those there are, or written in plain words; a refused one is not told as a pattern', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/series', () => server.page([]));
  server.on('GET', '/v1/admin/genres', () => json({ items: ['dark-romance'], nextCursor: null, tropes: [] }));
  const details = [{ path: 'genreSlug', message: 'must match a pattern', code: 'wrong_form' }];
  server.on('POST', '/v1/admin/series', () => errorResponse(400, 'validation_failed', { details }));
  const { user } = await openPanel('/series/new');
  const drawer = within(await screen.findByRole('dialog', { name: 'New series' }));
  await waitFor(() => expect(document.querySelector('datalist option')?.getAttribute('value')).toBe('Dark romance'));
  await user.type(drawer.getByLabelText('Title'), 'Quay');
  await user.type(drawer.getByLabelText('Genre'), 'Slow Burn');
  await user.click(drawer.getByRole('button', { name: 'Create series' }));
  await screen.findByText('This value has the wrong format.');
  const sent = server.calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toMatchObject({ genreSlug: 'slow-burn' });
  expect(screen.queryByText(/pattern/)).toBeNull();
});

it('A genre that is typed by a name that it has in any language is the one there is', async () => {
  const typed = ['Drama', ' revenge ', 'balas Dendam', 'balas-dendam', 'انتقام', 'Dark  Romance'];
  const kept = ['drama', 'revenge', 'revenge', 'revenge', 'revenge', 'dark-romance'];
  for (const language of ['en', 'ar', 'id'] as const) {
    await setLanguage(language);
    expect(typed.map((one) => genreOf(one, null, []))).toEqual(kept);
  }
});

it('A genre that others have written is not made anew in another spelling', () => {
  const known = ['slow_burn', 'drama'];
  expect(['Slow Burn', 'slow burn', 'Slow train'].map((typed) => genreOf(typed, null, known))).toEqual([
    'slow_burn',
    'slow_burn',
    'slow-train',
  ]);
});

it('Genres are found by the names that the panel shows', () => {
  const shown = Object.keys(serverTables.genre).map((genre) => [
    genre,
    [en, ar, id].map((words) => nameIn(words, genre)),
  ]);
  expect(Object.entries(genreNames)).toEqual(shown);
});

it('What a series has is kept as it is written, and what is new is written as the others are', () => {
  expect(['Slow burn', 'Dark romance'].map((typed) => genreOf(typed, 'slow_burn', []))).toEqual([
    'slow_burn',
    'dark-romance',
  ]);
  expect(['Second Chance', 'fake marriage'].map((typed) => tropeOf(typed, ['second-chance'], []))).toEqual([
    'second-chance',
    'fake_marriage',
  ]);
});

it('A trope or a genre is the one there is, however its words are joined', () => {
  const spellings = ['Fake marriage', 'fake-marriage', 'FAKE_marriage', ' fake  marriage '];
  for (const kept of ['fake_marriage', 'fake-marriage', 'Fake marriage']) {
    expect(new Set(spellings.map((typed) => tropeOf(typed, [], [kept])))).toEqual(new Set([kept]));
  }
  expect(['slow-burn', 'Slow_Burn'].map((typed) => genreOf(typed, null, ['slow_burn']))).toEqual([
    'slow_burn',
    'slow_burn',
  ]);
});

/** A series with a genre and a trope that are typed without those there are. */
async function typeWithoutGenres(genres: Promise<Response>) {
  const server = fakeServer();
  const seriesId = '01930000-0000-7000-8000-000000000041';
  const series = { ...seriesNamed('Harbour', seriesId), allowed: ['update'] };
  server.on('GET', '/v1/admin/series/:id', () => json(series, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/genres', () => genres);
  server.on('PUT', '/v1/admin/series/:id', () => json(series, 200, { etag: '"2"' }));
  const { user } = await openPanel(`/series/${seriesId}`);
  await user.type(await screen.findByLabelText('Tropes'), 'Fake Marriage, -');
  await user.type(screen.getByLabelText('Genre'), 'Slow-Burn');
  const save = () => user.click(screen.getByRole('button', { name: 'Save changes' }));
  return { server, save };
}

const known = { items: ['slow_burn'], nextCursor: null, tropes: ['fake-marriage'] };
const genresAreThere = () => waitFor(() => expect(document.querySelector('datalist option')).not.toBeNull());

it('A save before the genres and tropes have come sends nothing, says so, and keeps what is typed', async () => {
  let answer = (_reply: Response) => {};
  const genres = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const { server, save } = await typeWithoutGenres(genres);
  await save();
  await screen.findByText('Not saved: the genres and tropes are still loading');
  answer(json(known));
  await genresAreThere();
  expect(server.changes()).toHaveLength(0);
  expect(screen.getByLabelText<HTMLInputElement>('Tropes').value).toBe('Fake Marriage, -');
  await save();
  await waitFor(() => expect(server.changes()).toHaveLength(1));
  expect(server.changes()[0]?.body).toMatchObject({ tropes: ['fake-marriage'], genreSlug: 'slow_burn' });
});

it('Where the genres and tropes could not be loaded that is said, and they are loaded anew', async () => {
  const { server, save } = await typeWithoutGenres(Promise.resolve(errorResponse(403, 'insufficient_permissions')));
  server.on('GET', '/v1/admin/genres', () => json(known));
  await save();
  await screen.findByText('Not saved: the genres and tropes could not be loaded');
  await genresAreThere();
  expect(server.changes()).toHaveLength(0);
  await save();
  await waitFor(() => expect(server.changes()).toHaveLength(1));
  expect(server.changes()[0]?.body).toMatchObject({ tropes: ['fake-marriage'] });
});
