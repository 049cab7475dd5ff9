import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dryRunReply, fakeServer } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import type { WebhookEvent } from './queries.ts';

const failedEvent: WebhookEvent = {
  id: '01930000-0000-7000-8000-0000000000c2',
  source: 'payments:ios_store',
  eventId: 'msg_42',
  outcome: 'failed',
  detail: 'It conflicts with stored data',
  attempts: 3,
  nextAttemptAt: '2035-01-01T00:07:00.000Z',
  lastError: 'conflicting',
  payload: { type: 'purchase.completed' },
  replays: 0,
  occurredAt: null,
  receivedAt: '2035-01-01T00:00:00.000Z',
  replayedAt: null,
  allowed: ['replay'],
};

function serving(event: WebhookEvent) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/webhooks', () => server.page([event]));
  return server;
}

describe('a webhook that failed', () => {
  it('shows why, how often it was tried and when it is tried again', async () => {
    serving(failedEvent);
    const { user, close } = await openPanel('/webhooks');
    await screen.findByText('Payments (Ios store)');
    await user.click(await screen.findByRole('link', { name: /msg_42/ }));
    const drawer = within(await screen.findByRole('dialog', { name: 'msg_42' }));
    expect(drawer.getByText('It conflicts with stored data')).toBeDefined();
    expect(drawer.getByText('Attempts').nextElementSibling?.textContent).toBe('3');
    expect(drawer.getByText('Next retry').nextElementSibling?.querySelector('time')).not.toBeNull();
    close();
  });

  it('says that it is not tried by itself any more once a day is over', async () => {
    serving({ ...failedEvent, nextAttemptAt: null });
    const { user, close } = await openPanel('/webhooks');
    await user.click(await screen.findByRole('link', { name: /msg_42/ }));
    const drawer = within(await screen.findByRole('dialog', { name: 'msg_42' }));
    expect(drawer.getByText('No more automatic retries')).toBeDefined();
    close();
  });

  it('can be replayed, and the operator is told beforehand that it would fail again', async () => {
    const server = serving(failedEvent);
    server.on('POST', '/v1/admin/webhooks/:id/replay', () => dryRunReply({}, failedEvent));
    const { user, close } = await openPanel('/webhooks');
    await user.click(await screen.findByRole('button', { name: 'Replay' }));
    await screen.findByText(/It fails again/);
    close();
  });
});
