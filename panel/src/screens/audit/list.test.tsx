import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { layla, userId } from '../../../test/samples.ts';

it('An action is found among all by typing a part of its words', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins', () => server.page([]));
  server.on('GET', '/v1/admin/audit-log', () => server.page([]));
  const { user, router } = await openPanel('/audit');
  const field = await screen.findByRole('combobox', { name: 'Action' });
  await user.type(field, 'edited a r');
  const found = await screen.findByRole('option', { name: 'Edited a role', hidden: true });
  expect(screen.queryByRole('option', { name: 'Signed in', hidden: true })).toBeNull();
  await user.click(found);
  expect(router.state.location.search).toMatchObject({ action: 'role.update' });
});

it('What happened to someone is found by name, without knowing an id', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins', () => server.page([]));
  server.on('GET', '/v1/admin/series', () => server.page([]));
  server.on('GET', '/v1/admin/audit-log', () => server.page([]));
  server.on('GET', '/v1/admin/users', () => server.page([layla]));
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  const { user, router } = await openPanel('/audit');
  await user.type(await screen.findByRole('combobox', { name: 'Object' }), 'layla');
  await user.click(await screen.findByRole('option', { name: /^Layla/, hidden: true }));
  expect(router.state.location.search).toMatchObject({ targetId: userId });
});

it('An id from elsewhere is taken as it is', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins', () => server.page([]));
  server.on('GET', '/v1/admin/series', () => server.page([]));
  server.on('GET', '/v1/admin/users', () => server.page([]));
  server.on('GET', '/v1/admin/audit-log', () => server.page([]));
  const { user, router } = await openPanel('/audit');
  await user.click(await screen.findByRole('combobox', { name: 'Object' }));
  await user.paste(userId);
  await user.click(await screen.findByRole('option', { name: new RegExp(userId.slice(-8)), hidden: true }));
  expect(router.state.location.search).toMatchObject({ targetId: userId });
});
