import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../test/fake-server.ts';
import { openPanel } from '../../test/render.tsx';
import { seriesNamed } from '../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';
const assetId = '01930000-0000-7000-8000-000000000061';
const harbour = { ...seriesNamed('Harbour', id), posterAssetId: assetId };
const asset = { id: assetId, kind: 'poster', url: 'https://public.example/media/files/a.jpg', sourceFileName: 'a.jpg' };

function serve() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/media/assets', () => server.page([asset]));
  server.on('GET', '/v1/admin/media/assets/:id', () => json(asset));
  server.on('GET', '/v1/admin/series', () => server.page([harbour, seriesNamed('Bare', assetId)]));
  server.on('GET', '/v1/admin/series/:id', () => json(harbour, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/schedules', () => server.page([]));
  server.on('POST', '/v1/admin/series/:id/workflow', () => dryRunReply());
  return server;
}

const picturesIn = (element: HTMLElement) => [...element.querySelectorAll('img')].map((one) => one.getAttribute('src'));

it('The list of series shows their posters, which are asked for in one call', async () => {
  const server = serve();
  await openPanel('/series');
  const row = (await screen.findByText('Harbour')).closest('tr');
  await waitFor(() => expect(row && picturesIn(row)).toEqual(['/media/files/a.jpg']));
  const asked = server.calls.filter(({ path, query }) => path === '/v1/admin/media/assets' && query.has('ids'));
  expect(asked.map(({ query }) => query.get('ids'))).toEqual([assetId]);
});

it('The grid of episodes shows their thumbnails', async () => {
  const server = serve();
  const { posterAssetId: _poster, heroAssetId: _hero, ...rest } = harbour;
  const episode = { ...rest, seriesId: id, episodeNumber: 1, cliffhanger_score: 1, mediaAssetId: null, media: null };
  server.on('GET', '/v1/admin/series/:id/episodes', () =>
    server.page([{ ...episode, captions: [], thumb_asset_id: assetId }]),
  );
  await openPanel(`/series/${id}?tab=episodes`);
  const grid = await screen.findByRole('grid');
  await waitFor(() => expect(picturesIn(grid)).toEqual(['/media/files/a.jpg']));
});

it('What is opened in the calendar shows the poster of its series', async () => {
  const server = serve();
  const schedule = {
    id: assetId,
    refType: 'series',
    refId: id,
    action: 'publish',
    status: 'pending',
    last_error: null,
    runAt: '2135-11-25T12:00:00.000Z',
    createdAt: '2035-01-01T00:00:00.000Z',
    executedAt: null,
    retry_count: 0,
    revision: 1,
    createdBy: { id: 'a', email: 'a@demo.example', name: 'Amal' },
    allowed: ['cancel'],
    missing: [],
    item: { seriesId: id, seriesTitle: 'Harbour', episodeNumber: null, title: 'Harbour' },
  };
  server.on('GET', '/v1/admin/schedules', ({ query }) =>
    server.page(query.get('status') === 'failed' ? [] : [schedule]),
  );
  const { user } = await openPanel('/calendar?day=2135-11-25');
  await user.click(await screen.findByRole('button', { name: /Harbour, the whole series/ }));
  const drawer = await screen.findByRole('dialog', { name: /Harbour/ });
  await waitFor(() => expect(picturesIn(drawer)).toEqual(['/media/files/a.jpg']));
});
