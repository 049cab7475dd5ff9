import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

it('Messages are narrowed by what they are called, not by the name that the server has for it', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/cron', () => server.page([]));
  server.on('GET', '/v1/admin/outbox', () => server.page([]));
  const { user, router } = await openPanel('/jobs');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Subject' }), 'Retry a video');
  expect(router.state.location.search).toMatchObject({ topic: 'media.retry' });
});

it('A message is read by its id, so that its link works whatever the list shows', async () => {
  const server = fakeServer();
  const message = {
    id: '01930000-0000-7000-8000-0000000000c1',
    topic: 'media.retry',
    status: 'waiting',
    attempts: 2,
    lastError: null,
    nextAttemptAt: '2035-01-01T00:00:00.000Z',
    createdAt: '2035-01-01T00:00:00.000Z',
    deliveredAt: null,
    allowed: [],
  };
  server.on('GET', '/v1/admin/cron', () => server.page([]));
  server.on('GET', '/v1/admin/outbox', () => server.page([]));
  server.on('GET', '/v1/admin/outbox/:id', () => json(message));
  await openPanel(`/jobs/messages/${message.id}?status=dead`);
  await screen.findByRole('dialog', { name: 'Retry a video' });
});
