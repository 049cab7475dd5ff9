import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

it.each(['From', 'Until'])('A price is not set while "%s" cannot be read, and is once it is empty', async (label) => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/pricing/overrides', () => server.page([]));
  server.on('GET', '/v1/admin/pricing/config', () => json({ defaultCoinsPerEpisode: 8 }));
  server.on('GET', '/v1/admin/pricing/series', () => server.page([]));
  server.on('POST', '/v1/admin/pricing/overrides', () => dryRunReply());
  const { user } = await openPanel('/pricing/new');
  const form = within(await screen.findByRole('dialog', { name: 'Set a price' }));
  await user.click(form.getByRole('radio', { name: 'Market' }));
  await user.selectOptions(form.getByLabelText('Market', { selector: 'select' }), 'EG');
  await user.type(form.getByLabelText(/^Coins/), '5');
  const go = form.getByRole<HTMLButtonElement>('button', { name: 'Continue' });
  await waitFor(() => expect(go.disabled).toBe(false));
  await user.type(form.getByLabelText(label), '40 Dec');
  await form.findByText(/^Enter a date such as/);
  await user.click(go);
  expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.clear(form.getByLabelText(label));
  await user.click(go);
  await screen.findByRole('dialog', { name: 'Set Egypt to 5 coins' });
});

it('A price for an episode that is free now says so before it is set, with the poster of the series', async () => {
  const [series, episode] = ['01930000-0000-7000-8000-000000000021', '01930000-0000-7000-8000-000000000022'];
  const server = fakeServer();
  const harbour = {
    id: series,
    title: 'Harbour',
    titleI18n: {},
    status: 'published',
    episodeCount: 2,
    pictureUrl: '/p.jpg',
  };
  const free = { coinsRequired: 0, priceSource: 'free_episode', overrideId: null };
  const episodes = [{ id: episode, episodeNumber: 1, title: 'The letter', titleI18n: {}, prices: [free] }];
  server.on('GET', '/v1/admin/pricing/overrides', () => server.page([]));
  server.on('GET', '/v1/admin/pricing/config', () => json({ defaultCoinsPerEpisode: 8 }));
  server.on('GET', '/v1/admin/pricing/series', () => server.page([harbour]));
  server.on('GET', '/v1/admin/pricing/heat-map', () => json({ seriesId: series, markets: [null], episodes }));
  server.on('POST', '/v1/admin/pricing/overrides', () => dryRunReply());
  const { user } = await openPanel('/pricing/new');
  const form = within(await screen.findByRole('dialog', { name: 'Set a price' }));
  await user.click(form.getByRole('radio', { name: 'Episode' }));
  await user.click(await form.findByRole('radio', { name: /^Harbour/ }));
  await user.selectOptions(await form.findByLabelText('Episode', { selector: 'select' }), episode);
  await user.type(form.getByLabelText(/^Coins/), '5');
  await user.click(form.getByRole('button', { name: 'Continue' }));
  const sheet = await screen.findByRole('dialog', { name: 'Set Harbour, episode 1 to 5 coins' });
  within(sheet).getByText('This episode is free now. With this price viewers pay for it.');
  expect(sheet.querySelector('img')?.getAttribute('src')).toBe('/p.jpg');
});
