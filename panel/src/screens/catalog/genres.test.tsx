import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json, refusal } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
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
  server.on('GET', '/v1/admin/genres', () => json({ genres: ['dark-romance'], tropes: [] }));
  const details = [{ path: 'genreSlug', message: 'must match pattern "^[a-z0-9]+(-[a-z0-9]+)*$"' }];
  server.on('POST', '/v1/admin/series', () => refusal(400, 'validation_failed', { details }));
  const { user } = await openPanel('/series/new');
  const drawer = within(await screen.findByRole('dialog', { name: 'New series' }));
  await waitFor(() => expect(document.querySelector('datalist option')?.getAttribute('value')).toBe('Dark romance'));
  await user.type(drawer.getByLabelText('Title'), 'Quay');
  await user.type(drawer.getByLabelText('Genre'), 'Slow Burn');
  await user.click(drawer.getByRole('button', { name: 'Create series' }));
  await screen.findByText('This format is not accepted. Use letters, digits and dashes.');
  const sent = server.calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toMatchObject({ genreSlug: 'slow-burn' });
  expect(screen.queryByText(/pattern/)).toBeNull();
});

it('A genre that is typed by a name that it has in any language is the one there is', async () => {
  const typed = ['Drama', ' revenge ', 'balas Dendam', 'انتقام', 'Dark  Romance'];
  const kept = ['drama', 'revenge', 'revenge', 'revenge', 'dark-romance'];
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
  expect(['Second Chance', 'fake marriage'].map((typed) => tropeOf(typed, ['second-chance']))).toEqual([
    'second-chance',
    'fake_marriage',
  ]);
});
