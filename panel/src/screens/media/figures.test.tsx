import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { episodeOf, seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';

async function openEpisode(publishedAt: string | null) {
  const episode = episodeOf(id, 3, { status: publishedAt ? 'published' : 'draft', publishedAt });
  const server = fakeServer();
  const permissions = ['catalog:read', 'analytics:read'];
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'content_manager', permissions }));
  server.on('GET', '/v1/admin/episodes/:id', () => json(episode, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id', () => json(seriesNamed('Harbour', id), 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([episode]));
  server.on('GET', '/v1/admin/media/assets', () => server.page([]));
  const figures = {
    episodeId: episode.id,
    episodeNumber: 3,
    starts: 400,
    completes: 300,
    paywallHits: 80,
    unlocks: 20,
  };
  server.on('GET', '/v1/admin/analytics/content/series/:id', () =>
    json({ seriesId: id, period: { start: '2035-01-01', end: '2035-01-30' }, episodes: [figures], asOf: null }),
  );
  await openPanel(`/episodes/${episode.id}`);
  await screen.findByRole('heading', { name: 'Letter 3' });
  return server;
}

it('An episode that is out says what viewers did with it, and in which days', async () => {
  await openEpisode('2035-01-01T00:00:00.000Z');
  const section = within(await screen.findByRole('region', { name: 'Viewers' }));
  await section.findByText(/1.+30 Jan, UTC/);
  const said = section.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(said).toEqual(['400', '300 (75%)', '80', '20 (25%)']);
  section.getByRole('link', { name: 'Analytics of the series' });
});

it('An episode that was never out has no such figures', async () => {
  const server = await openEpisode(null);
  expect(screen.queryByRole('region', { name: 'Viewers' })).toBeNull();
  expect(server.calls.some(({ path }) => path.includes('analytics'))).toBe(false);
});
