import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { episodeOf, seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';

const episode = (number: number, lockedFields: readonly string[] = []) =>
  episodeOf(id, number, { mediaAssetId: number === 3 ? 'video-3' : null, lockedFields });
const idOf = (number: number) => episode(number).id;

const isOrder = (body: unknown): body is { order: string[] } =>
  typeof body === 'object' && body !== null && 'order' in body;

/** A server that numbers the episodes, and takes only the newest edition of the series. */
async function openGrid(
  first = [episode(1, ['episodeNumber']), episode(2), episode(3), episode(4)],
  change: object = {},
) {
  const server = fakeServer();
  let [episodes, revision] = [first, 1];
  server.on('GET', '/v1/admin/series/:id', () =>
    json({ ...seriesNamed('Harbour', id), revision, ...change }, 200, { etag: `"${revision}"` }),
  );
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page(episodes));
  server.on('GET', '/v1/admin/schedules', () => server.page([]));
  server.on('GET', '/v1/admin/media/assets', () =>
    server.page([
      { id: 'video-3', kind: 'video', url: '/film', thumbnailCandidates: [{ url: '/media/still', timeS: 1 }] },
    ]),
  );
  server.on('PUT', '/v1/admin/series/:id/episodes/order', ({ body, ifMatch }) => {
    if (ifMatch !== `"${revision}"`) return errorResponse(412, 'stale_write');
    const order = isOrder(body) ? body.order : [];
    revision += 1;
    episodes = order.flatMap((one, index) => {
      const episode = episodes.find((held) => held.id === one);
      if (!episode) return [];
      const isSame = episode.episodeNumber === index + 1;
      return [{ ...episode, episodeNumber: index + 1, revision: episode.revision + (isSame ? 0 : 1) }];
    });
    return json({ items: episodes, nextCursor: null, revision }, 200, { etag: `"${revision}"` });
  });
  const panel = await openPanel(`/series/${id}?tab=episodes`);
  const edit = (number: number) => {
    episodes = episodes.map((one) => (one.id === idOf(number) ? { ...one, revision: one.revision + 1 } : one));
  };
  return { server, edit, titles: () => episodes.map(({ title }) => title), ...panel };
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

it('An episode that is moved several times quickly goes on moving, and keeps the focus', async () => {
  const { server, user, titles } = await openGrid([1, 2, 3, 4, 5].map((number) => episode(number)));
  (await screen.findByRole('gridcell', { name: /: Letter 1$/ })).focus();
  await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{ArrowDown}{/Alt}');
  await waitFor(() => expect(server.changes()).toHaveLength(3));
  await waitFor(() =>
    expect(screen.getByRole('gridcell', { name: 'Title of episode 4: Letter 1' })).toBe(document.activeElement),
  );
  expect(server.changes().map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"', '"3"']);
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(titles()).toEqual([2, 3, 4, 5, 1].map((number) => `Letter ${number}`)));
  const cell = await screen.findByRole('gridcell', { name: 'Title of episode 5: Letter 1' });
  await waitFor(() => expect([document.activeElement, cell.tabIndex]).toEqual([cell, 0]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('Only the last of several moves offers to be taken back', async () => {
  const { user } = await openGrid();
  (await screen.findByRole('gridcell', { name: /: Letter 4$/ })).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  const first = await screen.findByRole('group', { name: 'Saved' });
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  // Well before it would close by itself.
  await waitFor(() => expect(first.isConnected).toBe(false), { timeout: 5_000 });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('group', { name: 'Undone' });
});

it('What was typed and not saved goes on with the edition that reordering and its undo have made', async () => {
  const { server, user } = await openGrid();
  const cell = await screen.findByRole('gridcell', { name: /: Letter 4$/ });
  cell.focus();
  await user.keyboard('{Enter}Letter 4 again{Enter}');
  (await screen.findByRole('gridcell', { name: /: Letter 3$/ })).focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await screen.findByRole('gridcell', { name: 'Title of episode 3: Letter 4 again' });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('gridcell', { name: 'Title of episode 4: Letter 4 again' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const path = `/v1/admin/episodes/${idOf(4)}`;
  await waitFor(() => expect(server.changes(path)).toHaveLength(1));
  expect(server.changes(path)[0]).toMatchObject({ body: { title: 'Letter 4 again' }, ifMatch: '"3"' });
});

it('An edit that someone else was ahead of stays behind after a reordering', async () => {
  const { server, user, edit } = await openGrid();
  const cell = await screen.findByRole('gridcell', { name: /: Letter 4$/ });
  cell.focus();
  await user.keyboard('{Enter}Letter 4 again{Enter}');
  edit(4);
  (await screen.findByRole('gridcell', { name: /: Letter 3$/ })).focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await screen.findByRole('gridcell', { name: 'Title of episode 3: Letter 4 again' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const path = `/v1/admin/episodes/${idOf(4)}`;
  await waitFor(() => expect(server.changes(path)[0]?.ifMatch).toBe('"1"'));
});

it('A row is not dragged across an episode whose number is locked', async () => {
  const { server } = await openGrid([episode(1), episode(2, ['episodeNumber']), episode(3), episode(4)]);
  const dataTransfer = { setData: () => {} };
  fireEvent.dragStart(await screen.findByTitle('Drag episode 4 to another place'), { dataTransfer });
  const [, first, , third] = screen.getAllByRole('row');
  await waitFor(() => {
    fireEvent.dragOver(third ?? document.body, { dataTransfer });
    expect(third?.hasAttribute('data-over')).toBe(true);
  });
  // Not cancelled: the browser shows that nothing can be dropped there.
  expect(fireEvent.dragOver(first ?? document.body, { dataTransfer })).toBe(true);
  expect(first?.hasAttribute('data-over')).toBe(false);
  fireEvent.drop(first ?? document.body, { dataTransfer });
  fireEvent.drop(third ?? document.body, { dataTransfer });
  await screen.findByText('Order of the episodes of Harbour');
  expect(server.changes().map(({ body }) => body)).toEqual([{ order: [1, 2, 4, 3].map(idOf) }]);
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

it('Reordering is spoken of where rows can be moved', async () => {
  await openGrid();
  await screen.findByTitle('Drag episode 4 to another place');
  screen.getByText(/dragging, changes the order/);
});

it.each([
  ['an archived series', [episode(1), episode(2)], { status: 'archived' }, 0],
  ['locked rows', [episode(1, ['episodeNumber']), episode(2), episode(3, ['episodeNumber'])], {}, 1],
])('Reordering is not spoken of over %s', async (_of, episodes, change, dragged) => {
  await openGrid(episodes, change);
  await screen.findByRole('gridcell', { name: /: Letter 1/ });
  screen.getByText(/Arrow keys move/);
  expect(screen.queryByText(/changes the order/)).toBeNull();
  expect(screen.queryAllByTitle(/^Drag episode/)).toHaveLength(dragged);
});

it('Edits of the details go on with the edition that reordering has made', async () => {
  const { server, user } = await openGrid();
  await screen.findByRole('gridcell', { name: /: Letter 3$/ });
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  const [synopsis] = await screen.findAllByLabelText('Synopsis');
  await user.type(synopsis ?? document.body, 'A ferry leaves');
  await user.click(screen.getByRole('tab', { name: /Episodes/ }));
  (await screen.findByRole('gridcell', { name: /: Letter 3$/ })).focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await screen.findByText('Order of the episodes of Harbour');
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  await user.click(await screen.findByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(server.changes(`/v1/admin/series/${id}`)).toHaveLength(1));
  expect(server.changes(`/v1/admin/series/${id}`)[0]).toMatchObject({ ifMatch: '"2"' });
});
