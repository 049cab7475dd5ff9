import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { layla, userId } from '../../../test/samples.ts';

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
