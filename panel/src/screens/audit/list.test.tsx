import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

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
