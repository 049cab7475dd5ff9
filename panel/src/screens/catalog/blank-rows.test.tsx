import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';

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
  const sent = server.changes(`/v1/admin/series/${id}/episodes`);
  expect(sent.map(({ body }) => body)).toEqual([expect.objectContaining({ title: 'The letter' })]);
});

it('Escape takes a blank new row away', async () => {
  const { user } = await openGrid();
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  await user.keyboard('{Escape}');
  await screen.findByText('No episodes yet');
});
