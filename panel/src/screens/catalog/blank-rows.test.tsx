import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json, networkError } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';

const path = `/v1/admin/series/${id}/episodes`;

async function openGrid() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/series/:id', () => json(seriesNamed('Harbour', id), 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([]));
  server.on('GET', '/v1/admin/schedules', () => server.page([]));
  server.on('POST', '/v1/admin/series/:id/workflow', () => dryRunReply());
  server.on('POST', '/v1/admin/series/:id/episodes', () => json({}, 201));
  const panel = await openPanel(`/series/${id}?tab=episodes`);
  await panel.user.click(await screen.findByRole('button', { name: 'Add episode' }));
  return { server, ...panel };
}

it('A new row in which nothing is written is not saved, and keeps nothing from being saved', async () => {
  const { server, user } = await openGrid();
  await user.keyboard('The letter{Enter}');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  screen.getByText('1 episode not saved yet');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Episodes of Harbour');
  const sent = server.changes(path);
  expect(sent.map(({ body }) => body)).toEqual([expect.objectContaining({ title: 'The letter' })]);
});

it('Escape takes a blank new row away', async () => {
  const { user } = await openGrid();
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  await user.keyboard('{Escape}');
  await screen.findByText('No episodes yet');
});

it('A blank new row goes when it is left, and when Enter is pressed in it', async () => {
  const { user } = await openGrid();
  await user.keyboard('The letter{Enter}');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  await user.click(screen.getByRole('heading', { name: 'Harbour' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Add episode' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  screen.getByText('1 episode not saved yet');
});

it.each(['the button', 'Enter'])('Rows that are added by %s have numbers without gaps', async (by) => {
  const { user } = await openGrid();
  for (const title of ['One', 'Two', 'Three']) {
    await user.keyboard(`${title}{Enter}`);
    if (by === 'the button') await user.click(screen.getByRole('button', { name: 'Add episode' }));
  }
  await user.keyboard('{Escape}');
  for (const [index, title] of ['One', 'Two', 'Three'].entries()) {
    screen.getByRole('gridcell', { name: `Title of episode ${index + 1}: ${title}` });
  }
});

it('A new row is sent as it was looked at, whatever became of the row before it', async () => {
  const { server, user } = await openGrid();
  server.on('POST', path, ({ query }) => (query.has('dryRun') ? dryRunReply() : networkError()));
  await user.keyboard('Pilot{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  server.on('POST', path, () => json({}, 201));
  await user.click(await screen.findByRole('button', { name: 'Add episode' }));
  await user.keyboard('Opening night{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('Episodes of Harbour');
  const sent = server.changes(path);
  expect(sent.map(({ body }) => body)).toMatchObject([{ title: 'Pilot' }, { title: 'Opening night' }]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

it('A new row that was changed after an unanswered sending is not sent before that one is found out about', async () => {
  const { server, user } = await openGrid();
  server.on('POST', path, ({ query }) => (query.has('dryRun') ? dryRunReply() : networkError()));
  await user.keyboard('Pilot{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await user.dblClick(await screen.findByRole('gridcell', { name: /: Pilot$/ }));
  await user.keyboard('Opening night{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: /Pilot/ });
  await user.click(within(dialog).getByRole('button', { name: 'Dismiss' }));
  server.on('POST', path, () => json({}, 201));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.changes(path)).toHaveLength(2));
  expect(server.changes(path).map(({ body }) => body)).toMatchObject([{ title: 'Pilot' }, { title: 'Opening night' }]);
});

it('What was discarded can be put back', async () => {
  const { user } = await openGrid();
  await user.keyboard('Pilot{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: /: Pilot$/ })).toBeNull());
  const toast = await screen.findByRole('group', { name: 'Changes discarded' });
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await screen.findByRole('gridcell', { name: /: Pilot$/ });
});
