import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import type { Explanation } from './queries.ts';

const episodeId = '01930000-0000-7000-8000-000000000055';
const seriesId = '01930000-0000-7000-8000-000000000043';

const explanation: Explanation = {
  coinsRequired: 8,
  priceSource: 'default',
  candidates: [],
  freeToday: false,
  market: null,
  at: '2035-01-03T00:00:00.000Z',
  episode: {
    id: episodeId,
    seriesId,
    episodeNumber: 3,
    title: 'The letter',
    titleI18n: {},
    seriesTitle: 'Harbour',
    seriesTitleI18n: {},
  },
};

function pricing() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/pricing/overrides', () => server.page([]));
  server.on('GET', '/v1/admin/pricing/config', () => json({ defaultCoinsPerEpisode: 8, allowed: [] }));
  server.on('GET', '/v1/admin/pricing/series', () => server.page([]));
  server.on('GET', '/v1/admin/pricing/heat-map', () => json({ seriesId, at: '', markets: [null], episodes: [] }));
  server.on('GET', '/v1/admin/pricing/explain', ({ query }) =>
    json({ ...explanation, freeToday: query.get('at') === '2035-01-03T00:00:00.000Z' }),
  );
  return server;
}

const path = `/pricing?view=table&series=${seriesId}&episode=${episodeId}`;
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Price of episode 3, The letter' }));

it('A price that is explained names its series, and the moment stands in the address', async () => {
  pricing();
  const { user, router } = await openPanel(path);
  const drawer = await dialog();
  drawer.getByText('Harbour');
  expect(drawer.queryByText(/is free on/)).toBeNull();
  await user.type(drawer.getByLabelText('At'), '3 Jan 2035 00:00');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ at: '2035-01-03T00:00:00.000Z' }));
  await drawer.findByText('The series is free on 3 Jan 2035. Viewers pay nothing, whatever the price below.');
});

it('A link to an explanation shows the same moment', async () => {
  const server = pricing();
  await openPanel(`${path}&at=2035-01-03T00:00:00.000Z`);
  const drawer = await dialog();
  expect(drawer.getByLabelText<HTMLInputElement>('At').value).toContain('2035');
  await drawer.findByText(/^The series is free on/);
  expect(server.calls.findLast(({ path: asked }) => asked.endsWith('/explain'))?.query.get('at')).toBe(
    '2035-01-03T00:00:00.000Z',
  );
});
