import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json, refusal } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { setLanguage } from '../../words/define.ts';
import { genreOf, tropeOf } from './genres.ts';

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

it('A genre that is typed by its name in the language of the panel is the one there is', async () => {
  expect(['Drama', ' revenge ', 'Balas dendam'].map((typed) => genreOf(typed))).toEqual([
    'drama',
    'revenge',
    'balas-dendam',
  ]);
  await setLanguage('ar');
  expect(['دراما', 'drama', 'Dark  Romance'].map((typed) => genreOf(typed))).toEqual([
    'drama',
    'drama',
    'dark-romance',
  ]);
  await setLanguage('id');
  expect(genreOf('balas Dendam')).toBe('revenge');
});

it('What a series has is kept as it is written, and what is new is written as the others are', () => {
  expect(['Slow burn', 'Dark romance'].map((typed) => genreOf(typed, 'slow_burn'))).toEqual([
    'slow_burn',
    'dark-romance',
  ]);
  expect(['Second Chance', 'fake marriage'].map((typed) => tropeOf(typed, ['second-chance']))).toEqual([
    'second-chance',
    'fake_marriage',
  ]);
});
