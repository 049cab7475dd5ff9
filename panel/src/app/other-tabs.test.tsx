import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../test/fake-server.ts';
import { openPanel } from '../../test/render.tsx';
import { layla, userId } from '../../test/samples.ts';
import { hasDrafts } from '../ui/draft.ts';

const key = 'cliffhanger.signed-in';
const other = { ...admin, id: '01930000-0000-7000-8000-0000000000bb', name: 'Omar Haddad' };
const notes = `/v1/admin/users/${userId}/notes`;

function openServer() {
  const server = fakeServer();
  server.on('POST', '/v1/admin/auth/logout', () => new Response(null, { status: 204 }));
  server.on('POST', '/v1/admin/auth/login', () => json({ admin: other }));
  server.on('POST', '/v1/admin/users/:id/notes', () => json({ id: userId }));
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  for (const part of ['timeline', 'notes']) server.on('GET', `/v1/admin/users/:id/${part}`, () => server.page([]));
  return server;
}

async function openWithDraft() {
  const server = openServer();
  const panel = await openPanel(`/users/${userId}?tab=notes`);
  await panel.user.type(await screen.findByLabelText('New note'), 'Asked twice');
  return { ...panel, server };
}

/** What another tab writes; the browser tells this one of it, unless it sleeps. */
function inOtherTab(adminId: string | null, isHeard: boolean): void {
  if (adminId === null) localStorage.removeItem(key);
  else localStorage.setItem(key, adminId);
  if (isHeard) window.dispatchEvent(new StorageEvent('storage', { key, newValue: adminId }));
}

const replaced = () => screen.findByText('Another account is signed in in this browser');

it('When someone else signs in in another tab, nothing of the first admin stays on the page', async () => {
  const { close } = await openWithDraft();
  inOtherTab(other.id, true);
  await replaced();
  expect(screen.queryByLabelText('New note')).toBeNull();
  expect(screen.queryByText(admin.name)).toBeNull();
  await waitFor(() => expect(hasDrafts()).toBe(false));
  close();
});

it('A change is not sent in the name of someone else, also where the other tab was not heard', async () => {
  const { server, user, close } = await openWithDraft();
  inOtherTab(other.id, false);
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await replaced();
  expect(server.changes(notes)).toEqual([]);
  await waitFor(() => expect(hasDrafts()).toBe(false));
  expect(Object.keys(localStorage).filter((name) => name.startsWith('cliffhanger.attempt'))).toEqual([]);
  close();
});

it('A page that learns from the server that someone else is signed in is replaced too', async () => {
  const { server, client, close } = await openWithDraft();
  server.on('GET', '/v1/admin/admins/me', () => json(other));
  await client.invalidateQueries();
  await replaced();
  close();
});

it('Signing out in another tab leads to the sign-in and clears what was typed', async () => {
  const { router, close } = await openWithDraft();
  inOtherTab(null, true);
  await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'));
  expect(hasDrafts()).toBe(false);
  close();
});

it('Signing in and out is written down for the other tabs; the same admin goes on', async () => {
  const { server, user, router, close } = await openWithDraft();
  expect(localStorage.getItem(key)).toBe(admin.id);
  inOtherTab(admin.id, true);
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(server.changes(notes)).toHaveLength(1));
  inOtherTab(null, true);
  await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'));
  await user.type(await screen.findByLabelText('Email'), 'omar@demo.example');
  await user.type(screen.getByLabelText('Password'), 'p');
  server.on('GET', '/v1/admin/admins/me', () => json(other));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(localStorage.getItem(key)).toBe(other.id));
  await screen.findByText(other.name);
  close();
});
