import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { episodeOf, seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';
const [free, priced] = [episodeOf(id, 2, {}), episodeOf(id, 3, {})];
const priceOf = (coinsRequired: number) => ({ coinsRequired, priceSource: 'default', overrideId: null });

async function openGrid(permissions: readonly string[]) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'editors', permissions }));
  server.on('GET', '/v1/admin/series/:id', () =>
    json({ ...seriesNamed('Harbour', id), episodeCount: 2 }, 200, { etag: '"1"' }),
  );
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([free, priced]));
  server.on('GET', '/v1/admin/pricing/heat-map', () =>
    json({
      seriesId: id,
      at: '2035-01-01T00:00:00.000Z',
      markets: [null, 'ID'],
      episodes: [
        { ...free, prices: [priceOf(0), priceOf(0)] },
        { ...priced, prices: [priceOf(12), priceOf(8)] },
      ],
    }),
  );
  server.on('POST', '/v1/admin/pricing/overrides', ({ query }) =>
    query.has('dryRun') ? dryRunReply() : json({}, 201),
  );
  const panel = await openPanel(`/series/${id}?tab=episodes`);
  const grid = within(await screen.findByRole('grid'));
  await grid.findByText('Letter 3');
  return { server, grid, ...panel };
}

it('Each episode shows what it costs, over all markets, and leads to why', async () => {
  const { grid } = await openGrid(['catalog:read', 'pricing:read']);
  await grid.findByRole('link', { name: 'Free' });
  const range = grid.getByRole('link', { name: '8–12 coins' });
  expect(range.getAttribute('href')).toContain(`episode=${priced.id}`);
});

it('Those who may not see prices are shown none, and none is asked for', async () => {
  const { grid, server } = await openGrid(['catalog:read']);
  expect(grid.queryByText('Free')).toBeNull();
  expect(server.calls.filter(({ path }) => path.includes('pricing'))).toEqual([]);
});

it('Several episodes are given one price together', async () => {
  const { grid, server, user } = await openGrid(['catalog:read', 'pricing:read', 'pricing:write']);
  await user.click(grid.getByRole('checkbox', { name: 'Select all episodes' }));
  await user.click(await screen.findByRole('button', { name: 'Set price' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Set a price for 2 episodes' }));
  await user.type(drawer.getByLabelText(/^Coins per episode/), '15');
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Set 2 episodes of Harbour to 15 coins' }));
  await sheet.findByText('2 will change');
  await user.click(sheet.getByRole('button', { name: /^Set a price/ }));
  await waitFor(() => expect(server.changes()).toHaveLength(2));
  expect(server.changes().map(({ body }) => body)).toEqual(
    [free, priced].map((one) => ({ scope: 'episode', scopeRef: one.id, coins: 15, activeTo: null })),
  );
});
