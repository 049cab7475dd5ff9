import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

it('Messages are narrowed by what they are called, not by the name that the server has for it', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/cron', () => server.page([]));
  server.on('GET', '/v1/admin/outbox', () => server.page([]));
  const { user, router } = await openPanel('/jobs');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Subject' }), 'Subject: Retry a video');
  expect(router.state.location.search).toMatchObject({ topic: 'media.retry' });
});
