import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

it('Saved views are those of the admin who saved them', async () => {
  localStorage.setItem('cliffhanger.views.users', JSON.stringify([{ name: 'Nobody’s', search: {} }]));
  const server = fakeServer();
  server.on('GET', '/v1/admin/users', () => server.page([]));
  const openViews = async () => {
    const panel = await openPanel('/users');
    await panel.user.click(await screen.findByRole('button', { name: 'Views' }));
    await screen.findByLabelText('Name of the view');
    return panel;
  };
  const first = await openViews();
  await screen.findByText('No saved views yet');
  await first.user.type(screen.getByLabelText('Name of the view'), 'My guests{Enter}');
  first.close();

  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, id: '01930000-0000-7000-8000-0000000000bb' }));
  const second = await openViews();
  await screen.findByText('No saved views yet');
  second.close();

  server.on('GET', '/v1/admin/admins/me', () => json(admin));
  const again = await openViews();
  await screen.findByText('My guests');
  again.close();
  expect(localStorage.getItem('cliffhanger.views.users')).toBeNull();
});

it('A view that another tab has saved is kept, and shown at once', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users', () => server.page([]));
  const { user } = await openPanel('/users');
  await user.click(await screen.findByRole('button', { name: 'Views' }));
  await user.type(await screen.findByLabelText('Name of the view'), 'Mine{Enter}');
  const key = `cliffhanger.views-of.${admin.id}.users`;
  const mine: unknown[] = JSON.parse(localStorage.getItem(key) ?? '[]');
  localStorage.setItem(key, JSON.stringify([...mine, { name: 'Theirs', search: {} }]));
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.type(await screen.findByLabelText('Name of the view'), 'Another{Enter}');
  expect(localStorage.getItem(key)).toMatch(/Mine.*Theirs.*Another/);

  localStorage.setItem(key, JSON.stringify([{ name: 'Left over', search: {} }]));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await screen.findByText('Left over');
  expect(screen.queryByText('Mine')).toBeNull();
});
