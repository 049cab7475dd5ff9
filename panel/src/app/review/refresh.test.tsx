import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { admin, dryRunReply, errorResponse, fakeServer, json, neverResponds } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

const omar = { ...admin, id: '01930000-0000-7000-8000-0000000000bb', name: 'Omar Haddad', email: 'omar@demo.example' };

function openServer() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins', () => server.page([omar]));
  server.on('GET', '/v1/admin/admins/:id', () => json(omar, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/admins/me', () => json(admin));
  server.on('GET', '/v1/admin/roles', () => server.page([]));
  server.on('GET', '/v1/admin/audit-log', () => server.page([]));
  server.on('GET', '/v1/admin/approvals', () => server.page([]));
  server.on('PUT', '/v1/admin/admins/:id', ({ query, body }) =>
    query.has('dryRun') ? dryRunReply() : json({ ...omar, ...Object(body), revision: 2 }, 200, { etag: '"2"' }),
  );
  return server;
}

async function rename({ user }: Awaited<ReturnType<typeof openPanel>>) {
  const drawer = await screen.findByRole('dialog', { name: 'Omar Haddad' });
  const name = await within(drawer).findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Omar H');
  await user.click(within(drawer).getByRole('button', { name: 'Save changes' }));
  const dialog = await screen.findByRole('dialog', { name: /^Edit/ });
  await within(dialog).findByText('Nothing would change.');
  await user.click(within(dialog).getByRole('button', { name: /^Save/ }));
}

const readsOf = (server: ReturnType<typeof openServer>, path: string) =>
  server.calls.filter((call) => call.method === 'GET' && call.path === path).length;

describe('after a change', () => {
  it('says at once that it is done, and shows what it answered, however long the rest takes to be fetched anew', async () => {
    const server = openServer();
    const panel = await openPanel(`/admins/${omar.id}`);
    await screen.findByLabelText('Name');
    for (const path of ['/v1/admin/admins', '/v1/admin/admins/:id', '/v1/admin/audit-log', '/v1/admin/approvals']) {
      server.on('GET', path, neverResponds);
    }
    await rename(panel);
    await screen.findByText(/^Saved the changes to/);
    await screen.findByRole('dialog', { name: 'Omar H' });
  });

  it('fetches anew only what it touched', async () => {
    const server = openServer();
    const panel = await openPanel(`/admins/${omar.id}`);
    await screen.findByLabelText('Name');
    await expect.poll(() => readsOf(server, '/v1/admin/admins')).toBe(1);
    // Asked for when the page is idle, whenever that is.
    await expect.poll(() => readsOf(server, '/v1/admin/auth/sessions'), { timeout: 10_000 }).toBe(1);
    const before = { list: readsOf(server, '/v1/admin/admins'), sessions: readsOf(server, '/v1/admin/auth/sessions') };
    await rename(panel);
    await screen.findByText(/^Saved the changes to/);
    await expect.poll(() => readsOf(server, '/v1/admin/admins')).toBe(before.list + 1);
    expect(readsOf(server, '/v1/admin/auth/sessions')).toBe(before.sessions);
  });

  it('shows what the server has where it was refused, and keeps it where that cannot be fetched', async () => {
    const server = openServer();
    const panel = await openPanel(`/admins/${omar.id}`);
    await screen.findByLabelText('Name');
    server.on('PUT', '/v1/admin/admins/:id', ({ query }) =>
      query.has('dryRun') ? dryRunReply() : errorResponse(409, 'last_superadmin'),
    );
    await rename(panel);
    await screen.findByText('Not saved');
    const at = server.calls.findIndex(({ method, query }) => method === 'PUT' && !query.has('dryRun'));
    await expect
      .poll(() => server.calls.slice(at + 1).map(({ path }) => path))
      .toContain(`/v1/admin/admins/${omar.id}`);
    server.on('GET', '/v1/admin/admins/:id', () => errorResponse(404, 'not_found'));
    await panel.client.invalidateQueries();
    await screen.findByText(/Not refreshed\./);
    screen.getByRole('dialog', { name: 'Omar Haddad' });
  });
});
