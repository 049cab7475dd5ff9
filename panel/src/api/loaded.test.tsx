import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorResponse, fakeServer, json, networkError } from '../../test/fake-server.ts';
import { openPanel } from '../../test/render.tsx';
import { layla, laylaInList, userId } from '../../test/samples.ts';
import { keyOf } from './query.ts';

describe('what a page has loaded', () => {
  it('stays when it cannot be refreshed, with a strip that says so and tries again', async () => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/users/:id', () => json(layla));
    server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
    const { client, user } = await openPanel(`/users/${userId}`);
    await screen.findByRole('heading', { name: 'Layla K' });
    server.on('GET', '/v1/admin/users/:id', () => errorResponse(500, 'internal_error'));
    await client.invalidateQueries({ queryKey: keyOf('/v1/admin/users/{id}', { path: { id: userId } }) });
    await screen.findByText(/Not refreshed\./);
    screen.getByRole('heading', { name: 'Layla K' });
    server.on('GET', '/v1/admin/users/:id', () => json({ ...layla, displayName: 'Layla Karim' }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'Layla Karim' });
    await waitFor(() => expect(screen.queryByText(/Not refreshed\./)).toBeNull());
  });

  it('gives place to the error only where there is nothing', async () => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/ledger/events/:id', () => errorResponse(404, 'not_found'));
    await openPanel(`/ledger/${userId}`);
    await screen.findByText('This could not be loaded');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('keeps the rows of a list too', async () => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/users', () => json({ items: [laylaInList], nextCursor: null, total: 1 }));
    const { user } = await openPanel('/users');
    await screen.findByRole('link', { name: /Layla K/ });
    server.on('GET', '/v1/admin/users', networkError);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText(/Not refreshed\. The server did not answer/);
    screen.getByRole('link', { name: /Layla K/ });
  });
});
