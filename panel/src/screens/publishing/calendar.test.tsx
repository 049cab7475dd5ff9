import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { pendingSchedule } from '../../../test/samples.ts';
import { setPreferences } from '../../ui/preferences.ts';

const seriesId = '01930000-0000-7000-8000-0000000000c0';
const name = 'A very long name of a series that does not fit';

const scheduleOf = (number: number) => ({
  ...pendingSchedule,
  id: `01930000-0000-7000-8000-0000000000d${number}`,
  refType: 'episode',
  refId: `01930000-0000-7000-8000-0000000000e${number}`,
  item: {
    seriesId,
    seriesTitle: name,
    seriesTitleI18n: { ar: 'عروس الميناء' },
    pictureAssetId: 'picture',
    episodeNumber: number,
    title: `Letter ${number}`,
    titleI18n: {},
  },
});

function serve() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/schedules', ({ query }) =>
    server.page(query.get('status') === 'failed' ? [] : [1, 2, 3, 4, 5].map(scheduleOf)),
  );
  server.on('GET', '/v1/admin/media/assets', () => server.page([{ id: 'picture', kind: 'thumb', url: '/media/p' }]));
  server.on('GET', '/v1/admin/series/:id', () => json({ posterAssetId: null }));
}

afterEach(() => setPreferences({ language: 'en' }));

it('A day shows a few of many with their pictures, and opens to show all', async () => {
  serve();
  const { user } = await openPanel('/calendar?day=2135-11-25');
  const more = await screen.findByRole('button', { name: `3 more of ${name} on 25 Nov 2135` });
  const chips = screen.getAllByRole('button', { name: /episode \d, Letter/ });
  expect(chips).toHaveLength(2);
  expect(await screen.findByTitle(name)).toBeTruthy();
  await expect.poll(() => chips[0]?.querySelector('img')?.getAttribute('src')).toBe('/media/p');
  await user.click(more);
  const day = within(await screen.findByRole('dialog', { name: `${name}, 25 Nov 2135` }));
  expect(day.getAllByRole('listitem')).toHaveLength(5);
  await user.click(day.getByRole('button', { name: /episode 5/ }));
  const drawer = within(await screen.findByRole('dialog', { name: `${name}, episode 5` }));
  expect(drawer.getByText('Amal').closest('[title]')?.getAttribute('title')).toBe('a@demo.example');
  expect(drawer.queryByText('a@demo.example')).toBeNull();
});

it('Series are called by their titles in the language of the panel', async () => {
  serve();
  setPreferences({ language: 'ar' });
  await openPanel('/calendar?day=2135-11-25');
  await screen.findByRole('rowheader', { name: 'عروس الميناء' });
});

it('What is planned keeps a tab stop when the one that had it goes behind the button', async () => {
  serve();
  const { user } = await openPanel('/calendar?view=week&day=2135-11-25');
  (await screen.findByRole('button', { name: /episode 5, Letter/ })).focus();
  await user.click(screen.getByText('Month'));
  await screen.findByRole('button', { name: `3 more of ${name} on 25 Nov 2135` });
  const stops = screen.getAllByRole('button', { name: /episode \d, Letter/ }).map(({ tabIndex }) => tabIndex);
  expect(stops).toEqual([0, -1]);
});

it('A drag that ends outside the days leaves none of them highlighted', async () => {
  serve();
  await openPanel('/calendar?day=2135-11-25');
  const [chip = expect.unreachable('no chip')] = await screen.findAllByRole('button', { name: /episode \d, Letter/ });
  const [day = expect.unreachable('no day')] = screen.getAllByRole('cell');
  fireEvent.dragStart(chip, { dataTransfer: { setData: () => {} } });
  await waitFor(() => {
    fireEvent.dragOver(day);
    expect(day.dataset.over).toBe('true');
  });
  fireEvent.dragEnd(chip);
  await waitFor(() => expect(day.dataset.over).toBeUndefined());
});
