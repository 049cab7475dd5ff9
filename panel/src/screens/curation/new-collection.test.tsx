import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

it('Only a rule that counts viewers asks which of them', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/series', () => server.page([]));
  server.on('POST', '/v1/admin/collections/preview', () => json({ series: [] }));
  const { user } = await openPanel('/collections/new');
  await user.selectOptions(await screen.findByLabelText('How series are chosen'), 'By rule');
  const rule = within(await screen.findByRole('region', { name: 'Rule' }));
  for (const [sort, asks] of [
    ['Most started this week', true],
    ['Newest', false],
    ['Most saved', true],
    ['Editorial score', false],
  ] as const) {
    await user.selectOptions(rule.getByLabelText('Sorted by'), sort);
    expect([sort, rule.queryByLabelText('Count activity in') !== null]).toEqual([sort, asks]);
  }
});

it('A market that was chosen for another rule is not sent along unseen', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/series', () => server.page([]));
  server.on('POST', '/v1/admin/collections/preview', () => json({ series: [] }));
  const { user } = await openPanel('/collections/new');
  await user.selectOptions(await screen.findByLabelText('How series are chosen'), 'By rule');
  const rule = within(await screen.findByRole('region', { name: 'Rule' }));
  const looked = () => server.calls.findLast(({ path }) => path === '/v1/admin/collections/preview')?.body;
  await user.selectOptions(rule.getByLabelText('Count activity in'), 'Indonesia');
  await waitFor(() => expect(looked()).toMatchObject({ rule: { market: 'ID' } }));
  await user.selectOptions(rule.getByLabelText('Sorted by'), 'Newest');
  await waitFor(() => expect(looked()).toMatchObject({ rule: { sort: 'newest', market: null } }));
});

it('A trending series without earlier starts is called new, not so many times as often as usual', async () => {
  const server = fakeServer();
  const card = (id: string, value: number, usualStarts: number) => ({
    id,
    slug: id,
    title: id,
    synopsis: '',
    genreSlug: null,
    tropes: [],
    posterUrl: null,
    heroUrl: null,
    episodeCount: 1,
    freeEpisodes: 0,
    isFreeToday: false,
    why: '',
    value,
    usualStarts,
  });
  server.on('GET', '/v1/admin/series', () => server.page([]));
  server.on('POST', '/v1/admin/collections/preview', () =>
    json({ series: [card('new', 6, 0), card('rare', 1, 0.4), card('rising', 3.7, 2)] }),
  );
  const { user } = await openPanel('/collections/new');
  await user.selectOptions(await screen.findByLabelText('How series are chosen'), 'By rule');
  const rule = within(await screen.findByRole('region', { name: 'Rule' }));
  await user.selectOptions(rule.getByLabelText('Sorted by'), 'Trending');
  await screen.findByText('New: 6 starts in the last 24 hours, none in the 7 days before');
  screen.getByText('1 start in the last 24 hours, fewer than one a day before');
  screen.getByText('Started 3.7 times as often as usual');
});
