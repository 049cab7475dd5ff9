import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

it('Admins are made by those who may see them, and nobody else is offered to', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins', () => server.page([admin]));
  server.on('GET', '/v1/admin/roles', () => server.page([]));
  const { close } = await openPanel('/admins');
  await screen.findByRole('link', { name: 'New admin' });
  close();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'support', permissions: ['users:read'] }));
  await openPanel('/admins');
  await screen.findByText('You do not have access to this');
  expect(screen.queryByRole('link', { name: 'New admin' })).toBeNull();
});
