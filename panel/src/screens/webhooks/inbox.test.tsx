import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { setPreferences } from '../../ui/preferences.ts';
import type { WebhookEvent } from './queries.ts';

afterEach(() => {
  vi.useRealTimers();
  setPreferences({ language: 'en' });
});

const failedEvent: WebhookEvent = {
  id: '01930000-0000-7000-8000-0000000000c2',
  source: 'payments:ios_store',
  eventId: 'msg_42',
  outcome: 'failed',
  detail: 'reworded',
  detailCode: null,
  attempts: 3,
  hasOriginal: false,
  nextAttemptAt: '2035-01-01T00:07:00.000Z',
  lastError: 'conflicting',
  payload: { type: 'purchase.completed' },
  subject: null,
  replays: 0,
  occurredAt: null,
  receivedAt: '2035-01-01T00:00:00.000Z',
  replayedAt: null,
  allowed: ['replay'],
};

function serving(event: WebhookEvent) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/webhooks', () => server.page([event]));
  server.on('GET', '/v1/admin/webhooks/:id', () => json(event));
  return server;
}

describe('a webhook that failed', () => {
  it('shows why, how often it was tried and when it is tried again', async () => {
    serving(failedEvent);
    const { user, close } = await openPanel('/webhooks');
    await within(await screen.findByRole('table')).findByText('Payments · App Store');
    await user.click(await screen.findByRole('link', { name: /Purchase completed/ }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Purchase completed' }));
    expect(drawer.getByText('It conflicts with stored data')).toBeDefined();
    expect(drawer.getByText('Attempts').nextElementSibling?.textContent).toBe('3');
    expect(drawer.getByText('Next retry').nextElementSibling?.querySelector('time')).not.toBeNull();
    close();
  });

  it('says that it is not tried by itself any more once a day is over', async () => {
    serving({ ...failedEvent, nextAttemptAt: null });
    const { user, close } = await openPanel('/webhooks');
    await user.click(await screen.findByRole('link', { name: /Purchase completed/ }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Purchase completed' }));
    expect(drawer.getByText('No more automatic retries')).toBeDefined();
    close();
  });

  it('can be replayed, and the operator is told beforehand that it would fail again', async () => {
    const server = serving(failedEvent);
    server.on('POST', '/v1/admin/webhooks/:id/replay', () => dryRunReply({}, failedEvent));
    const { user, close } = await openPanel('/webhooks');
    await user.click(await screen.findByRole('button', { name: 'Replay' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('It fails again: It conflicts with stored data');
    dialog.getByText(/send it to the engineers on duty/);
    expect(dialog.queryByText(/server log/)).toBeNull();
    close();
  });
});

it.each([
  ['A guest, who has no name,', true, /^Guest .*…00000011/],
  ['A user whose name is not known', false, /^User .*…00000011/],
])('%s is called what they are, and the payment by what it is for', async (_who, isGuest, called) => {
  const subject = { type: 'user', id: '01930000-0000-7000-8000-000000000011', label: null, isGuest };
  serving({ ...failedEvent, subject: { ...subject, productId: 'coins_500' } });
  const { close } = await openPanel('/webhooks');
  await screen.findByText('coins_500');
  await screen.findByRole('link', { name: called });
  close();
});

const videoEvent: WebhookEvent = {
  ...failedEvent,
  source: 'media',
  outcome: 'applied',
  detailCode: 'asset_advanced',
  lastError: null,
  allowed: [],
  payload: { providerId: 'p1', status: 'failed' },
  subject: {
    type: 'media_asset',
    id: '01930000-0000-7000-8000-0000000000c3',
    label: 'Jakarta Nights',
    episodeNumber: 3,
  },
};

describe('a webhook about a video', () => {
  it('says what happened to which episode, and a failed video is not shown as a success', async () => {
    serving(videoEvent);
    const { close } = await openPanel('/webhooks');
    const row = within((await screen.findByText('Video failed')).closest('tr') ?? document.body);
    const video = row.getByRole('link', { name: 'Jakarta Nights, episode 3' });
    expect(video.getAttribute('href')).toContain('/library/01930000-0000-7000-8000-0000000000c3');
    row.getByText('Video status updated');
    row.getByText('Failure reported');
    expect(row.queryByText('Processed')).toBeNull();
    close();
  });
  it('is found by the failure that it reports, and not among those that went well', async () => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/webhooks', ({ query }) => {
      const isFailure = query.get('outcome') === 'applied' && query.get('reportsFailure') === 'true';
      return server.page(isFailure ? [videoEvent] : []);
    });
    const { user, router, close } = await openPanel('/webhooks');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Failure reported');
    await screen.findByText('Video failed');
    expect(router.state.location.search).toMatchObject({ outcome: 'failure_reported' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Processed');
    await waitFor(() => expect(screen.queryByText('Video failed')).toBeNull());
    close();
  });
});

it.each([
  ['en', 'already_completed', 'Nothing changed: the purchase was already completed'],
  ['ar', 'asset_not_linked', 'لم يُستخدم للحلقة لأن لها فيديو بالفعل؛ اختره في صفحتها ليحل محله.'],
  ['id', 'unknown_user', 'Tidak ada pengguna yang cocok dengan pesan ini'],
] as const)(
  'What became of a message is said by its code, in the language of the operator: %s',
  async (language, detailCode, text) => {
    setPreferences({ language });
    serving({ ...failedEvent, outcome: 'ignored', lastError: null, detailCode });
    await openPanel('/webhooks');
    await screen.findByText(text);
    expect(screen.queryByText('reworded')).toBeNull();
  },
);

describe('one message', () => {
  it('is read again while it is open, as its list is', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
    const server = serving(failedEvent);
    await openPanel(`/webhooks/${failedEvent.id}`);
    await screen.findByRole('dialog', { name: 'Purchase completed' });
    server.on('GET', '/v1/admin/webhooks/:id', () => json({ ...failedEvent, outcome: 'applied', lastError: null }));
    vi.advanceTimersByTime(20_000);
    await within(screen.getByRole('dialog')).findByText('Processed');
  });

  it('is read by its id, so that a link works whatever the list shows', async () => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/webhooks', () => server.page([]));
    server.on('GET', '/v1/admin/webhooks/:id', () => json(failedEvent));
    const { close } = await openPanel(`/webhooks/${failedEvent.id}?outcome=unmatched`);
    const drawer = within(await screen.findByRole('dialog', { name: 'Purchase completed' }));
    drawer.getByText('It conflicts with stored data');
    close();
  });
});

describe('a webhook about a payment', () => {
  const purchase = { id: '01930000-0000-7000-8000-0000000000d1', status: 'completed', coins: 320 };
  const subject = { type: 'user', id: '01930000-0000-7000-8000-000000000011', label: 'Layla', purchase };
  const paid: WebhookEvent = {
    ...failedEvent,
    outcome: 'applied',
    detail: null,
    lastError: null,
    subject,
    allowed: [],
  };

  it('says how many coins it brought, with a link to the purchase', async () => {
    serving(paid);
    const { close } = await openPanel('/webhooks');
    const row = within((await screen.findByText('320 coins credited')).closest('tr') ?? document.body);
    expect(row.getByRole('link', { name: 'Open the purchase' }).getAttribute('href')).toContain(purchase.id);
    close();
  });

  it('is found by its sender and by its transaction', async () => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/webhooks', ({ query }) =>
      server.page(query.get('source') === 'payments' && query.get('transactionId') === 'GPA.1' ? [paid] : []),
    );
    const { user, close } = await openPanel('/webhooks?source=payments');
    const from = await screen.findByRole('combobox', { name: 'From' });
    expect(
      within(from)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
        .join(),
    ).toMatch(/Payments.*Payments · App Store.*Payments · Google Play/);
    await user.type(screen.getByRole('searchbox', { name: 'Search by transaction ID' }), 'GPA.1');
    await screen.findByText('320 coins credited');
    close();
  });
});

describe('a message of a payment provider', () => {
  const translated: WebhookEvent = {
    ...failedEvent,
    outcome: 'applied',
    lastError: null,
    nextAttemptAt: null,
    hasOriginal: true,
    payload: {
      type: 'purchase.refund_reversed',
      provider: 'card',
      data: { environment: 'sandbox' },
      more: [{ type: 'subscription.resumed' }, { type: 'purchase.disputed' }],
    },
    allowed: [],
  };

  it('says in words what it reports, several events together, and that it is a test', async () => {
    serving(translated);
    const { user } = await openPanel('/webhooks');
    const row = within((await screen.findByText('Refund reversed by the provider')).closest('tr') ?? document.body);
    row.getByText(/and 2 more events/);
    row.getByText('Test');
    await user.click(row.getByRole('link', { name: /^Refund reversed/ }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Refund reversed by the provider' }));
    drawer.getByText('Card provider');
    drawer.getByText(/It counts in no revenue/);
    expect(drawer.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Refund reversed by the provider',
      'Subscription resumed',
      'Payment disputed',
    ]);
    drawer.getByText(/^Stored encrypted for 30 days/);
  });

  it('about money that was ordered back is called by what became of it, in the language of the operator', async () => {
    setPreferences({ language: 'id' });
    serving({
      ...translated,
      payload: { type: 'message.empty', provider: 'card', money: [{ type: 'refund.failed' }] },
    });
    await openPanel('/webhooks');
    await screen.findByText('Uang pengembalian gagal dikembalikan');
  });

  it('that was ignored can be read again from its original', async () => {
    const server = serving({ ...translated, outcome: 'ignored', detailCode: 'no_event', allowed: ['replay'] });
    server.on('POST', '/v1/admin/webhooks/:id/replay', () => dryRunReply({}, translated));
    const { user } = await openPanel(`/webhooks/${translated.id}`);
    const drawer = within(await screen.findByRole('dialog', { name: 'Refund reversed by the provider' }));
    await user.click(drawer.getByRole('button', { name: 'Replay' }));
    await screen.findByText(/^The original message is read again/);
  });
});
