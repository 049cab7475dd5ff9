import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { layla, laylaInList, pendingGrant, userId } from '../../../test/samples.ts';
import type { Subscription } from './queries.ts';

function serve() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  server.on('GET', '/v1/admin/users/:id/timeline', () =>
    server.page([
      {
        id: 't1',
        type: 'admin',
        at: '2035-01-01T00:00:00.000Z',
        title: 'user.suspend',
        data: { admin_email: 'putri@demo.example', admin_name: 'Putri Lestari', reason: 'spam' },
      },
      {
        id: 't2',
        type: 'admin',
        at: '2035-01-01T00:00:00.000Z',
        title: 'user.unsuspend',
        data: { admin_email: 'system', admin_name: null, reason: null },
      },
    ]),
  );
  server.on('GET', '/v1/admin/users/:id/notes', () =>
    server.page([
      {
        id: 'n1',
        body: 'Called twice',
        created_at: '2035-01-01T00:00:00.000Z',
        admin_email: 'putri@demo.example',
        admin_name: 'Putri Lestari',
      },
    ]),
  );
  server.on('GET', '/v1/admin/users', () => server.page([]));
}

it('The timeline and the notes show who acted by name', async () => {
  serve();
  const { user } = await openPanel(`/users/${userId}`);
  const [acted] = await screen.findAllByText('Putri Lestari');
  expect(acted?.closest('li')?.textContent).toContain('spam');
  const tab = within(screen.getByRole('tabpanel', { name: 'Timeline' }));
  tab.getByText('System');
  await user.click(screen.getByRole('tab', { name: 'Notes' }));
  const note = within((await screen.findByText('Called twice')).closest('li') ?? document.body);
  note.getByText('Putri Lestari');
  expect(screen.queryByText(/putri@/)).toBeNull();
});

it('Opening the coins reads the balance and the requests again', async () => {
  const server = fakeServer();
  const now = { balance: 30, rows: ['1'], requests: [pendingGrant] };
  server.on('GET', '/v1/admin/users/:id', () => json({ ...layla, balanceTotal: now.balance }));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  server.on('GET', '/v1/admin/approvals', () => server.page(now.requests));
  const entry = { eventId: 'v1', amount: 470, reason: 'unlock', refType: 'episode', refId: 'e3', accounts: [] };
  const createdAt = '2035-01-01T00:00:00.000Z';
  server.on('GET', '/v1/admin/users/:id/ledger', () =>
    server.page(now.rows.map((id) => ({ ...entry, id, createdAt, subject: null }))),
  );
  const { user, client } = await openPanel(`/users/${userId}`);
  await screen.findByText('1 pending request');
  Object.assign(now, { balance: 500, requests: [] });
  await user.click(screen.getByRole('tab', { name: 'Coins' }));
  await screen.findAllByText('500');
  await waitFor(() => expect(screen.queryByText('1 pending request')).toBeNull());

  // The tab alone is read again, and has another row.
  Object.assign(now, { balance: 970, rows: ['2', '1'] });
  await client.invalidateQueries({ queryKey: ['/v1/admin/users/{id}/ledger'] });
  await screen.findAllByText('970');
});

it('An unknown tab in the address shows the first one', async () => {
  serve();
  const { router } = await openPanel(`/users/${userId}?tab=banana`);
  expect((await screen.findByRole('tab', { name: 'Timeline' })).getAttribute('aria-selected')).toBe('true');
  await screen.findAllByText('Putri Lestari');
  expect(router.state.location.searchStr).not.toContain('banana');
});

it('A filter of a list that is not valid is left out', async () => {
  serve();
  const { router } = await openPanel('/users?status=banana');
  await screen.findByText('No users yet');
  expect(router.state.location.searchStr).not.toContain('banana');
});

it('The list shows the device of guests below what they are called', async () => {
  const server = fakeServer();
  const guest = { ...laylaInList, isGuest: true, displayName: null, email: null, phoneE164: null };
  const unknown = { ...guest, id: '01930000-0000-7000-8000-00000000abcd', countryCode: null, device: null };
  const phone = { ...guest, id: 'g1', device: { platform: 'android', model: 'Samsung Galaxy A15' } };
  const tablet = { ...guest, id: 'g2', device: { platform: 'ios', model: null } };
  server.on('GET', '/v1/admin/users', () => json({ items: [phone, tablet, unknown], nextCursor: null, total: 3 }));
  await openPanel('/users');
  await screen.findByText('Samsung Galaxy A15');
  screen.getByText('iOS');
  screen.getByText(/0000abcd/);
});

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
const subscription: Subscription = {
  id: 's1',
  platform: 'ios_store',
  productId: 'vip',
  productName: 'VIP',
  status: 'canceled',
  interruption: null,
  environment: 'production',
  isFamilyShared: false,
  autoRenew: false,
  currentPeriodStart: days(-10),
  trialEnd: null,
  currentPeriodEnd: days(20),
  canceledAt: days(-1),
  priceCents: 999,
  currency: 'USD',
};

it.each([
  ['Subscriber', 'cancelled in a paid period', { status: 'canceled', currentPeriodEnd: days(20) }],
  ['', 'overdue since its period ended', { status: 'past_due', currentPeriodEnd: days(-1) }],
  ['', 'expired', { status: 'expired', currentPeriodEnd: days(20) }],
] as const)('The name stands beside “%s” where the subscription is %s', async (badge, _, state) => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users/:id', () => json({ ...layla, subscriptions: [{ ...subscription, ...state }] }));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  const { close } = await openPanel(`/users/${userId}`);
  await screen.findByRole('heading', { name: 'Layla K' });
  expect(screen.queryByText('Subscriber')?.textContent ?? '').toBe(badge);
  close();
});

it('An email is broken before its @ where it does not fit into a line', async () => {
  serve();
  await openPanel(`/users/${userId}`);
  const about = await screen.findByRole('complementary', { name: /About/ });
  const shown = within(about).getByText(layla.email ?? '');
  expect(shown.innerHTML).toBe('layla<wbr>@example.com');
});
