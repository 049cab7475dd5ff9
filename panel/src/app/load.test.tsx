import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json, networkError } from '../../test/fake-server.ts';
import { openPanel } from '../../test/render.tsx';
import { laylaInList } from '../../test/samples.ts';

/** A busy machine takes its time. */
const patient = { timeout: 10_000 };
const usersPath = '/v1/admin/users';

function serverWith(permissions: typeof admin.permissions) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions }));
  server.on('GET', usersPath, () => json({ items: [laylaInList], nextCursor: null, total: 1 }));
  const reads = () => server.calls.filter(({ path }) => path === usersPath).length;
  return { ...server, reads };
}

it('a link that is hovered fetches what its screen shows, before it is opened', async () => {
  const server = serverWith(['users:read']);
  const { user } = await openPanel('/account');
  expect(server.reads()).toBe(0);
  await user.hover(await screen.findByRole('link', { name: 'Users' }));
  await expect.poll(server.reads, patient).toBe(1);
  await user.click(screen.getByRole('link', { name: 'Users' }));
  await screen.findByText('Layla K');
});

it('a fetch that failed before leaves the screen to show it, with a way to try again', async () => {
  const server = serverWith(['users:read']);
  const works = { now: false };
  server.on('GET', usersPath, () =>
    works.now ? json({ items: [laylaInList], nextCursor: null, total: 1 }) : json({ error: 'internal_error' }, 500),
  );
  const { user } = await openPanel('/account');
  await user.hover(await screen.findByRole('link', { name: 'Users' }));
  await expect.poll(server.reads, patient).toBe(1);
  await user.click(screen.getByRole('link', { name: 'Users' }));
  await screen.findByRole('heading', { name: 'Users' });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  works.now = true;
  await user.click(retry);
  await screen.findByText('Layla K');
});

it('while the browser is offline a notice says so, and what failed is fetched again by itself after that', async () => {
  const server = serverWith(['users:read']);
  server.on('GET', usersPath, networkError);
  const notice = () => screen.queryByText(/^You are offline/);
  await openPanel('/users');
  await screen.findByRole('button', { name: 'Try again' }, patient);
  expect(notice()).toBeNull();
  act(() => void window.dispatchEvent(new Event('offline')));
  await waitFor(() => expect(notice()).not.toBeNull());
  server.on('GET', usersPath, () => json({ items: [laylaInList], nextCursor: null, total: 1 }));
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('Layla K');
  expect(notice()).toBeNull();
});

it('what is typed stays where the next fetch of its screen fails', async () => {
  const server = serverWith(['users:read']);
  const { user, router } = await openPanel('/users');
  await screen.findByText('Layla K');
  server.on('GET', usersPath, networkError);
  const field = await screen.findByRole('searchbox', { name: /Email, phone/ });
  await user.type(field, 'zz');
  await expect.poll(() => router.state.location.search, patient).toMatchObject({ q: 'zz' });
  await expect.poll(server.reads, patient).toBeGreaterThan(1);
  expect(field.isConnected).toBe(true);
  expect(field).toHaveProperty('value', 'zz');
});

it('nothing is asked for that the one who is signed in may not read', async () => {
  const server = serverWith(['catalog:read']);
  await openPanel('/users');
  await screen.findByText('You do not have access to this');
  expect(server.reads()).toBe(0);
});
