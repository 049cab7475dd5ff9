import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json, lost } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { layla, userId } from '../../../test/samples.ts';

it('A half-written note is there after a look at another tab, a reload and a failure, until it is added', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  for (const part of ['timeline', 'notes']) server.on('GET', `/v1/admin/users/:id/${part}`, () => server.page([]));
  server.on('POST', '/v1/admin/users/:id/notes', lost);
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('New note');
  let panel = await openPanel(`/users/${userId}?tab=notes`);
  await panel.user.type(await field(), 'Asked twice about');
  await panel.user.click(screen.getByRole('tab', { name: /Timeline/ }));
  await waitFor(() => expect(screen.queryByLabelText('New note')).toBeNull());
  await panel.user.click(screen.getByRole('tab', { name: /Notes/ }));
  expect((await field()).value).toBe('Asked twice about');

  panel.close();
  panel = await openPanel(`/users/${userId}?tab=notes`);
  expect((await field()).value).toBe('Asked twice about');
  await panel.user.click(screen.getByRole('button', { name: 'Add the note' }));
  await screen.findByText(/The server did not answer/);
  expect((await field()).value).toBe('Asked twice about');

  server.on('POST', '/v1/admin/users/:id/notes', () => json({}, 201));
  await panel.user.click(screen.getByRole('button', { name: 'Add the note' }));
  await waitFor(async () => expect((await field()).value).toBe(''));
});
