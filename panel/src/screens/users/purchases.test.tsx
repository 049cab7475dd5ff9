import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { layla, userId } from '../../../test/samples.ts';
import type { Purchase } from './queries.ts';

const paid: Purchase = {
  id: 'p1',
  kind: 'coin_pack',
  userId,
  platform: 'ios_store',
  productId: 'pack_paid',
  transactionId: 'tx-991',
  coinsGranted: 100,
  bonusCoins: 10,
  amountCents: 999,
  currency: 'USD',
  region: 'EG',
  status: 'completed',
  refundReason: null,
  createdAt: '2035-01-01T00:00:00.000Z',
  amountUsdCents: 999,
  expectedUsdCents: null,
  exchangeRate: null,
  exchangeRateDate: null,
  isAmountAssumed: false,
  failureReason: null,
  refundedCents: 0,
  environment: 'production',
  isFamilyShared: false,
  quantity: 1,
  feeCents: null,
  taxCents: null,
  disputedAt: null,
  disputeReason: null,
  disputeClosedAt: null,
  underpaidCents: 0,
  completedAt: '2035-01-01T00:00:00.000Z',
  eventId: '01930000-0000-7000-8000-0000000000e1',
};
const begun = { transactionId: null, status: 'pending', completedAt: null, eventId: null } as const;
const pending: Purchase = { ...paid, ...begun, id: 'p2', productId: 'pack_pending' };
const declined: Purchase = { ...pending, id: 'p3', productId: 'pack_declined', failureReason: 'card_declined' };

/** As much of a refund as the page looks at. */
const waiting = { id: 'r9', purchaseId: paid.id, userId, status: 'pending', amountCents: 300, currency: 'USD' };

function serving() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  server.on('GET', '/v1/admin/users/:id/timeline', () =>
    server.page([{ id: 'r1', type: 'redemption', at: '2035-01-01T00:00:00.000Z', title: 'HALFMORE', data: {} }]),
  );
  server.on('GET', '/v1/admin/users/:id/purchases', () => server.page([paid, pending, declined]));
  server.on('GET', '/v1/admin/refunds', () => server.page([waiting]));
  return server;
}

const rowOf = async (product: string) => within(await screen.findByRole('row', { name: new RegExp(product) }));

it('A purchase leads to the coins that it brought, and what is not paid brought none', async () => {
  serving();
  const { close } = await openPanel(`/users/${userId}?tab=purchases`);
  const bought = await rowOf('pack_paid');
  expect(bought.getByRole('link', { name: 'Open in the ledger' }).getAttribute('href')).toContain(paid.eventId);
  bought.getByText('tx-991');
  bought.getByRole('button', { name: "Copy: Provider's transaction ID" });
  const unpaid = await rowOf('pack_pending');
  unpaid.getByText('Credited once paid');
  expect(unpaid.queryByRole('link', { name: 'Open in the ledger' })).toBeNull();
  const failed = await rowOf('pack_declined');
  expect(failed.queryByText('Credited once paid')).toBeNull();
  failed.getByText('Failed');
  failed.getByText('The card was declined');
  expect(bought.getAllByText(/coins/)).toHaveLength(1);
  close();
});

it('Who may not read the ledger sees the coins of a purchase without a way to the movement', async () => {
  const permissions = ['users:read', 'payments:read'];
  serving().on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'support', permissions }));
  const { close } = await openPanel(`/users/${userId}?tab=purchases`);
  const bought = await rowOf('pack_paid');
  expect(bought.queryByRole('link', { name: 'Open in the ledger' })).toBeNull();
  expect(bought.getByRole('link', { name: '100 coins + 10 bonus' }).getAttribute('href')).toBe('/transactions/p1');
  close();
});

it('A redeemed promo is said in words', async () => {
  serving();
  const { close } = await openPanel(`/users/${userId}`);
  await screen.findByText(/^Redeemed the promo .?HALFMORE.?$/);
  close();
});

it('A purchase shows the refund that waits for it, and leads support to another', async () => {
  const permissions = ['users:read', 'payments:read', 'payments:refund_request'];
  serving().on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'support', permissions }));
  const { close } = await openPanel(`/users/${userId}?tab=purchases`);
  const bought = await rowOf('pack_paid');
  const link = await bought.findByRole('link', { name: 'US$3.00 refund pending' });
  expect(link.getAttribute('href')).toContain('/refunds/r9');
  expect(bought.getByRole('link', { name: 'Refund: 100 coins + 10 bonus' }).getAttribute('href')).toContain(
    'purchase=p1',
  );
  expect((await rowOf('pack_pending')).queryByRole('link', { name: /^Refund/ })).toBeNull();
  close();
});

it('A purchase that is asked back whole, or who may not ask, has no way to a refund', async () => {
  const server = serving();
  server.on('GET', '/v1/admin/refunds', () => server.page([{ ...waiting, amountCents: paid.amountCents }]));
  const whole = await openPanel(`/users/${userId}?tab=purchases`);
  await (await rowOf('pack_paid')).findByRole('link', { name: 'US$9.99 refund pending' });
  expect((await rowOf('pack_paid')).queryByRole('link', { name: /^Refund:/ })).toBeNull();
  whole.close();
  const permissions = ['users:read', 'payments:read'];
  serving().on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'analyst', permissions }));
  const { close } = await openPanel(`/users/${userId}?tab=purchases`);
  await rowOf('pack_paid');
  expect(screen.queryByRole('link', { name: /^Refund:/ })).toBeNull();
  close();
});

it('A refund is in the timeline with who asked, and leads to it', async () => {
  const data = {
    purchaseId: paid.id,
    platform: 'ios_store',
    status: 'pending',
    amountCents: 300,
    currency: 'USD',
    reason: 'Bought twice',
    admin_email: 'putri@demo.example',
    admin_name: 'Putri Ayu',
  };
  const server = serving();
  server.on('GET', '/v1/admin/users/:id/timeline', () =>
    server.page([{ id: 'r9', type: 'refund', at: '2035-01-01T00:00:00.000Z', title: 'pack_paid', data }]),
  );
  const { close } = await openPanel(`/users/${userId}`);
  expect((await screen.findByRole('link', { name: /^Refund of .?pack_paid.?$/ })).getAttribute('href')).toContain('r9');
  screen.getByText('Putri Ayu');
  screen.getByText('Bought twice');
  close();
});

it('The timeline calls a purchase that is not paid started, leads to it, and says why it failed', async () => {
  const server = serving();
  const item = (id: string, data: object) => ({
    id,
    type: 'purchase',
    at: '2035-01-01T00:00:00.000Z',
    title: 'pack_500',
    data: { kind: 'coin_pack', platform: 'ios_store', amountCents: 999, currency: 'USD', coinsGranted: 500, ...data },
  });
  server.on('GET', '/v1/admin/users/:id/timeline', () =>
    server.page([
      item('t1', { status: 'pending', failureReason: null }),
      item('t2', { status: 'pending', failureReason: 'card_declined' }),
      item('t3', { status: 'completed', failureReason: null }),
    ]),
  );
  const { close } = await openPanel(`/users/${userId}`);
  const started = await screen.findAllByRole('link', { name: 'Started a purchase: 500 coins' });
  expect(started.map((link) => link.getAttribute('href'))).toEqual(['/transactions/t1', '/transactions/t2']);
  screen.getByRole('link', { name: 'Bought 500 coins' });
  expect(started[1]?.closest('li')?.textContent).toContain('Failed · The card was declined');
  close();
});
