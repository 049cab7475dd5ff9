import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import type { View } from './queries.ts';

const viewOf = (given: Partial<View>): View => ({
  id: '01930000-0000-7000-8000-0000000000a1',
  list: 'users',
  name: 'Guests',
  search: { guest: 'guest' },
  role: null,
  owner: { id: admin.id, name: admin.name },
  revision: 1,
  createdAt: '2035-01-01T00:00:00.000Z',
  updatedAt: '2035-01-01T00:00:00.000Z',
  allowed: ['update', 'delete'],
  ...given,
});

const shared = viewOf({
  id: '01930000-0000-7000-8000-0000000000a2',
  name: 'Suspended in Egypt',
  search: { status: 'suspended', country: 'EG' },
  role: { id: '01930000-0000-7000-8000-0000000000f1', name: 'support' },
  owner: { id: '01930000-0000-7000-8000-0000000000ab', name: 'Putri Lestari' },
  allowed: [],
});

function serve(views: View[], role = 'support') {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, role, permissions: ['users:read'] }));
  server.on('GET', '/v1/admin/users', () => server.page([]));
  server.on('GET', '/v1/admin/saved-views', () => server.page(views));
  return server;
}

/** Where nothing has a size, a menu is never where it can be seen. */
const hidden = { hidden: true };

async function openViews(at = '/users') {
  const panel = await openPanel(at);
  await panel.user.click(await screen.findByRole('button', { name: 'Views' }));
  await screen.findByLabelText('Name of the view');
  return panel;
}

it('The views of a list are one’s own and those shared with one’s role, and each shows its filters', async () => {
  serve([viewOf({}), shared, viewOf({ id: 'other', list: 'approvals-mine', name: 'Of another list' })]);
  const { user, router } = await openViews();
  const menu = within(screen.getByRole('menu', hidden));
  await menu.findByRole('menuitem', { name: 'Guests', ...hidden });
  expect(menu.queryByText('Of another list')).toBeNull();
  expect(menu.queryByRole('button', { name: /Suspended in Egypt/, ...hidden })).toBeNull();
  await user.click(menu.getByRole('menuitem', { name: /Suspended in Egypt.*Putri Lestari · Support/, ...hidden }));
  expect(router.state.location).toMatchObject({
    pathname: '/users',
    search: { status: 'suspended', country: 'EG' },
  });
});

it('A view is saved for oneself or for one’s role, and is replaced under its own name', async () => {
  const views: View[] = [];
  const server = serve(views);
  server.on('POST', '/v1/admin/saved-views', ({ body }) => {
    views.push(viewOf({ name: 'Egypt', ...(typeof body === 'object' && body) }));
    return json(views[0], 201);
  });
  server.on('PUT', '/v1/admin/saved-views/:id', () => json(viewOf({ name: 'Egypt', revision: 2 })));
  const { user, router } = await openViews('/users?country=EG');
  await screen.findByText('No saved views yet');
  await user.type(screen.getByLabelText('Name of the view'), 'Egypt{Enter}');
  await screen.findByRole('button', { name: 'Undo' });
  expect(server.changes().map(({ body }) => body)).toEqual([
    { list: 'users', name: 'Egypt', search: { country: 'EG' }, role: null },
  ]);

  await router.navigate({ href: '/users?country=ID&limit=25' });
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await screen.findByRole('menuitem', { name: 'Egypt', ...hidden });
  await user.type(await screen.findByLabelText('Name of the view'), 'Egypt');
  await user.selectOptions(screen.getByLabelText('Who sees it'), 'Everyone in Support');
  await user.click(screen.getByRole('button', { name: 'Save this view', ...hidden }));
  await expect.poll(() => server.changes().at(-1)?.method).toBe('PUT');
  expect(server.changes().at(-1)?.body).toEqual({
    name: 'Egypt',
    search: { country: 'ID', limit: 25 },
    role: 'support',
  });
});

it('The views that the browser kept move to the server, and those that it refuses stay', async () => {
  const key = `cliffhanger.views-of.${admin.id}.users`;
  const kept = [
    { name: 'Guests', search: { guest: 'guest', cursors: ['old'] } },
    { name: 'Taken', search: { status: 'banned' } },
    { name: 'Same', search: { guest: 'guest' } },
    { name: 'Later', search: {} },
  ];
  localStorage.setItem(key, JSON.stringify(kept));
  const server = serve([viewOf({ name: 'Same' })]);
  server.on('POST', '/v1/admin/saved-views', ({ body }) => {
    const { name } = viewOf(typeof body === 'object' && body ? body : {});
    if (name === 'Later') return errorResponse(409, 'too_many_views', { most: 200 });
    if (name === 'Taken' || name === 'Same') return errorResponse(409, 'view_name_taken');
    return json(viewOf({ name }), 201);
  });
  const first = await openViews();
  await screen.findByText('The views could not be loaded');
  const names = server.changes().map(({ body }) => body);
  expect(names).toMatchObject([
    { list: 'users', name: 'Guests', search: { guest: 'guest' } },
    { name: 'Taken' },
    { name: 'Taken (2)', search: { status: 'banned' } },
    { name: 'Same' },
    { name: 'Later' },
  ]);
  expect(localStorage.getItem(key)).toBe(JSON.stringify([{ name: 'Later', search: {} }]));
  first.close();

  server.on('POST', '/v1/admin/saved-views', () => json(viewOf({ name: 'Later' }), 201));
  const second = await openViews();
  await screen.findByRole('menuitem', { name: 'Same', ...hidden });
  expect(localStorage.getItem(key)).toBeNull();
  second.close();
});

it('The palette finds a view by a part of its name', async () => {
  serve([shared]);
  const { user, router } = await openPanel('/');
  await screen.findByRole('heading', { name: 'Home' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), 'in egypt');
  await user.click(await screen.findByRole('option', { name: /Suspended in Egypt.*Users · Putri Lestari/ }));
  await expect.poll(() => router.state.location.search).toEqual({ status: 'suspended', country: 'EG' });
});
