import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';

it('Who may only read is told so once above the form, and not under every field', async () => {
  const server = fakeServer();
  const reader = { ...admin, role: 'analyst', permissions: ['catalog:read'] };
  server.on('GET', '/v1/admin/admins/me', () => json(reader));
  server.on('GET', '/v1/admin/series/:id', () => json({ ...seriesNamed('Harbour', id), allowed: [] }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([]));
  server.on('POST', '/v1/admin/series/:id/workflow', () => dryRunReply());
  await openPanel(`/series/${id}`);
  const slug = await screen.findByDisplayValue('harbour');
  expect(slug.hasAttribute('disabled')).toBe(true);
  expect(slug.closest('form')?.textContent?.match(/Requires the permission/g)).toHaveLength(1);
});
