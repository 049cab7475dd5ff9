import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import type { Role } from './staged.ts';

const role: Role = {
  id: '01930000-0000-7000-8000-0000000000e1',
  name: 'night_desk',
  description: '',
  is_system: false,
  permissions: ['users:read'],
  baseline: [],
  admin_count: 0,
  revision: 1,
  allowed: ['update'],
  created_at: '2035-01-01T00:00:00.000Z',
  updated_at: '2035-01-01T00:00:00.000Z',
};

/** Two permissions were ticked by this admin before the page was reloaded. */
function leaveDraft(): void {
  const added = ['wallet:read', 'audit:read'];
  sessionStorage.setItem('cliffhanger.drafts-of', admin.id);
  sessionStorage.setItem(
    'cliffhanger.draft.roles',
    JSON.stringify({ [role.id]: { base: role, added, removed: [], stale: true } }),
  );
}

const open = async (now: Role) => {
  leaveDraft();
  const server = fakeServer();
  server.on('GET', '/v1/admin/roles', () => json({ items: [now], nextCursor: null }));
  await openPanel('/roles');
};

it('What the server has already is no conflict and waits for nothing', async () => {
  await open({ ...role, permissions: ['audit:read', 'users:read', 'wallet:read'], revision: 2 });
  await screen.findAllByText('night_desk');
  await waitFor(() => expect(sessionStorage.getItem('cliffhanger.draft.roles')).toBe('{}'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('What someone else saved is still put beside it', async () => {
  await open({ ...role, permissions: ['users:read', 'wallet:read'], revision: 2 });
  await screen.findByRole('alert');
});
