import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../test/fake-server.ts';
import { openPanel } from '../../test/render.tsx';

it('An address that leads nowhere keeps the menu and offers the screens', async () => {
  fakeServer();
  await openPanel('/nowhere/at/all');
  await screen.findByRole('navigation', { name: 'Main menu' });
  await screen.findByRole('link', { name: 'Go to home' });
  within(await screen.findByRole('navigation', { name: 'Go to' })).getByRole('link', { name: 'Users' });
});

it('The page of a removed thing says what it was and who removed it', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/audit-log', ({ query }) =>
    server.page([
      {
        id: 'a1',
        action: 'series.delete',
        admin_email: 'deniz@demo.example',
        admin_name: 'Deniz Kaya',
        target_type: 'series',
        target_id: query.get('targetId'),
        target_label: null,
        target_context: null,
        before: { title: 'Harbour' },
        after: null,
        created_at: '2035-01-01T00:00:00.000Z',
      },
    ]),
  );
  await openPanel('/series/01930000-0000-7000-8000-0000000000f1');
  await screen.findByText(/Series .?Harbour.? no longer exists/);
  screen.getByText('Deniz Kaya');
  expect(screen.getByRole('link', { name: 'Open the list' }).getAttribute('href')).toBe('/series');
});

it('Who may not see the audit log reads that it is not there', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'support', permissions: ['users:read'] }));
  await openPanel('/users/01930000-0000-7000-8000-0000000000f1');
  await screen.findByText('User not found');
});
