import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';

const episodeOf = (number: number, lockedFields: readonly string[] = []) => {
  const { posterAssetId: _poster, heroAssetId: _hero, ...rest } = seriesNamed(`Letter ${number}`, id);
  return {
    ...{ ...rest, id: id.replace(/.$/, String(number)), seriesId: id, episodeNumber: number, cliffhanger_score: 1 },
    ...{ captions: [], media: null, mediaAssetId: number === 3 ? 'video-3' : null, thumb_asset_id: null, lockedFields },
  };
};
const idOf = (number: number) => episodeOf(number).id;

async function openGrid() {
  const server = fakeServer();
  const episodes = [episodeOf(1, ['episodeNumber']), episodeOf(2), episodeOf(3), episodeOf(4)];
  server.on('GET', '/v1/admin/series/:id', () => json(seriesNamed('Harbour', id), 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page(episodes));
  server.on('GET', '/v1/admin/schedules', () => server.page([]));
  server.on('GET', '/v1/admin/media/assets', () =>
    server.page([
      { id: 'video-3', kind: 'video', url: '/film', thumbnailCandidates: [{ url: '/media/still', timeS: 1 }] },
    ]),
  );
  server.on('PUT', '/v1/admin/series/:id/episodes/order', () => json({ items: [] }, 200, { etag: '"2"' }));
  const panel = await openPanel(`/series/${id}?tab=episodes`);
  return { server, ...panel };
}

it('Alt and an arrow give an episode another place, in one call for all', async () => {
  const { server, user } = await openGrid();
  (await screen.findByRole('gridcell', { name: /: Letter 3$/ })).focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await screen.findByText('Order of the episodes of Harbour');
  const [sent] = server.changes();
  expect(sent?.path).toMatch(/episodes\/order$/);
  expect(sent?.body).toEqual({ order: [1, 2, 4, 3].map(idOf) });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.changes()).toHaveLength(2));
  expect(server.changes()[1]).toMatchObject({ body: { order: [1, 2, 3, 4].map(idOf) }, ifMatch: '"2"' });
});

it('A row is dragged to another place, and not to that of an episode whose number is locked', async () => {
  const { server } = await openGrid();
  const dataTransfer = { setData: () => {} };
  fireEvent.dragStart(await screen.findByTitle('Drag episode 4 to another place'), { dataTransfer });
  const [, first, second] = screen.getAllByRole('row');
  await waitFor(() => {
    fireEvent.dragOver(second ?? document.body, { dataTransfer });
    expect(second?.hasAttribute('data-over')).toBe(true);
  });
  fireEvent.drop(first ?? document.body, { dataTransfer });
  fireEvent.drop(second ?? document.body, { dataTransfer });
  await screen.findByText('Order of the episodes of Harbour');
  expect(server.changes().map(({ body }) => body)).toEqual([{ order: [1, 4, 2, 3].map(idOf) }]);
  expect(screen.queryByTitle('Drag episode 1 to another place')).toBeNull();
});

it('An episode without a thumbnail shows the first picture of its video', async () => {
  await openGrid();
  await waitFor(() => expect(document.querySelector('[role=grid] img')?.getAttribute('src')).toBe('/media/still'));
});
