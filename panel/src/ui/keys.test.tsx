import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, dryRunReply, type FakeServer, fakeServer, json } from '../../test/fake-server.ts';
import { openPanel } from '../../test/render.tsx';
import { pendingGrant } from '../../test/samples.ts';

const { id } = pendingGrant;

it.each([
  ['KeyA', 'ش', '/admins'],
  ['Digit5', '٥', '/launches'],
])('An Arabic layout leads to the same pages: %s', async (code, key, path) => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/launches', () => server.page([]));
  server.on('GET', '/v1/admin/admins', () => server.page([]));
  const { router } = await openPanel('/account');
  await screen.findByRole('main');
  fireEvent.keyDown(document.body, { code: 'KeyG', key: 'ل' });
  fireEvent.keyDown(document.body, { code, key });
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
});

describe('the keys in an approval', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = fakeServer();
    server.on('GET', '/v1/admin/approvals', () => server.page([pendingGrant]));
    server.on('GET', '/v1/admin/approvals/:id', () => json(pendingGrant));
    server.on('GET', '/v1/admin/admins', () => server.page([]));
    server.on('GET', '/v1/admin/roles', () => server.page([]));
    server.on('GET', '/v1/admin/schedules', () => server.page([]));
    server.on('POST', '/v1/admin/approvals/:id/approve', () => dryRunReply());
  });
  const approve = () => screen.queryByRole('dialog', { name: /^Approve/ });

  it.each([
    ['g a', '/admins'],
    ['g r', '/roles'],
    ['g c', '/calendar'],
  ])('%s leads to another page and decides nothing', async (keys, path) => {
    const { user, router } = await openPanel(`/approvals/${id}`);
    await screen.findByRole('button', { name: /^Approve/ });
    await user.keyboard(keys.replace(' ', ''));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    expect(screen.queryByRole('dialog', { name: /^(?:Approve|Reject|Withdraw|Withdraw)/ })).toBeNull();
  });

  it('a key alone opens what it stands for, and what is open has the keys to itself', async () => {
    const { user, router } = await openPanel(`/approvals/${id}`);
    await screen.findByRole('button', { name: /^Approve/ });
    await user.keyboard('a');
    await waitFor(() => expect(approve()).not.toBeNull());
    await user.click(approve() ?? document.body);
    await user.keyboard('gar');
    expect(router.state.location.pathname).toBe(`/approvals/${id}`);
    expect(screen.queryByRole('dialog', { name: /^Reject/ })).toBeNull();
  });

  it('Escape closes what lies on top, and the drawer below it only when it is pressed again', async () => {
    const { user, router } = await openPanel(`/approvals/${id}`);
    await screen.findByRole('button', { name: /^Approve/ });
    await user.keyboard('a');
    await waitFor(() => expect(approve()).not.toBeNull());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(approve()).toBeNull());
    expect(router.state.location.pathname).toBe(`/approvals/${id}`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/approvals'));
  });

  it('the second key of a pair that leads nowhere is not taken for a decision', async () => {
    // Who may not see the admins has no g a.
    server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions: ['wallet:adjust'] }));
    const { user, router } = await openPanel(`/approvals/${id}`);
    await screen.findByRole('button', { name: /^Approve/ });
    // The dialog is loaded by now, so that it would come at once.
    await user.keyboard('a');
    await waitFor(() => expect(approve()).not.toBeNull());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(approve()).toBeNull());
    await user.keyboard('ga');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(approve()).toBeNull();
    expect(router.state.location.pathname).toBe(`/approvals/${id}`);
  });
});
