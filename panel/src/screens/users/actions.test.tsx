import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { layla, pendingGrant, userId } from '../../../test/samples.ts';

it.each([
  { status: 'suspended', allowed: ['suspend'], label: 'Suspend' },
  { status: 'suspended', allowed: ['reactivate'], label: 'Reactivate' },
  { status: 'active', allowed: ['suspend'], label: 'Suspend' },
])('Who is $status and may be $allowed is offered: $label', async ({ status, allowed, label }) => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users/:id', () => json({ ...layla, status, allowed }));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  await openPanel(`/users/${userId}`);
  const button = await screen.findByRole('button', { name: new RegExp(`^${label}`) });
  expect(button.getAttribute('aria-disabled')).not.toBe('true');
  expect(button.hasAttribute('data-disabled')).toBe(false);
});

it('Anonymizing names who can approve it, and afterwards leads to the request that waits', async () => {
  const server = fakeServer();
  const asked: object[] = [];
  const request = { ...pendingGrant, kind: 'user_anonymize', payload: { reason: 'Asked by email' } };
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  server.on('GET', '/v1/admin/approvals', () => server.page(asked));
  server.on('GET', '/v1/admin/approvals/:id', () => json(request));
  const deciders = ['Kwame', 'Omar', 'Putri', 'Sofia'].map((name) => ({ id: name, name, role: 'superadmin' }));
  server.on('GET', '/v1/admin/approvals/deciders', () => server.page(deciders));
  const effects = { ledger: [], audit: [], approvals: [], changes: [] };
  const approval = {
    id: request.id,
    kind: 'user_anonymize',
    targetType: 'user',
    targetId: userId,
    reason: '',
    effects,
  };
  server.on('POST', '/v1/admin/users/:id/anonymize', ({ query }) => {
    if (query.has('dryRun')) return dryRunReply({ approvals: [approval] });
    asked.push(request);
    return json({ kind: 'approval_pending', approvalId: request.id, reason: 'two_person_rule' });
  });
  const { user } = await openPanel(`/users/${userId}`);
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Anonymize', hidden: true }));
  const dialog = await screen.findByRole('dialog', { name: 'Anonymize Layla K' });
  await within(dialog).findByText(/Approvers: Kwame, Omar, Putri,? and 1 other/);
  await user.type(within(dialog).getByLabelText(/^Reason/), 'Asked by email');
  await user.click(within(dialog).getByRole('button', { name: /^Request approval/ }));
  await screen.findByText('1 pending request');
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Open the request to anonymize', hidden: true }));
  await screen.findByRole('dialog', { name: /^Anonymize a user/ });
});

it.each([
  ['the only superadmin what to do', ['*'], /First add another superadmin under Admins, or give a colleague/],
  ['anyone else whom to ask', ['users:read', 'users:anonymize'], /Ask a superadmin to give a second person/],
])('Where nobody else can approve, anonymizing tells %s', async (_who, permissions, text) => {
  const server = fakeServer();
  const effects = { ledger: [], audit: [], approvals: [], changes: [] };
  const approval = { id: 'p', kind: 'user_anonymize', targetType: 'user', targetId: userId, reason: '', effects };
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions }));
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  server.on('GET', '/v1/admin/approvals', () => server.page([]));
  server.on('GET', '/v1/admin/approvals/deciders', ({ query }) =>
    server.page(query.get('targetId') === userId ? [] : [{ id: 'x', name: 'Kwame', role: 'superadmin' }]),
  );
  server.on('POST', '/v1/admin/users/:id/anonymize', () => dryRunReply({ approvals: [approval] }));
  const { user } = await openPanel(`/users/${userId}`);
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Anonymize', hidden: true }));
  const dialog = await screen.findByRole('dialog', { name: 'Anonymize Layla K' });
  await within(dialog).findByText(text);
});

it('Who was asked to be banned and cannot be is not, and the page says why', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users/:id', () => json({ ...layla, status: 'banned', allowed: ['reactivate'] }));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  const { router } = await openPanel(`/users/${userId}?act=ban`);
  await screen.findByText('Ban Layla K: Not possible in the status “Banned”');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(router.state.location.search).not.toHaveProperty('act', 'ban');
});
