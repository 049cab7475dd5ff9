import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../test/fake-server.ts';
import { openPanel } from '../../test/render.tsx';
import { pendingGrant } from '../../test/samples.ts';

const { id } = pendingGrant;

describe('the keys in an approval', () => {
  beforeEach(() => {
    const server = fakeServer();
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
    expect(screen.queryByRole('dialog', { name: /^(?:Approve|Reject|Withdraw|Take back)/ })).toBeNull();
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

  it('the second key of a pair that leads nowhere is not taken for a decision', async () => {
    const { user } = await openPanel(`/approvals/${id}`);
    await screen.findByRole('button', { name: /^Approve/ });
    await user.keyboard('gx');
    await user.keyboard('g');
    await user.keyboard('{Shift>}{/Shift}z');
    expect(approve()).toBeNull();
  });
});
