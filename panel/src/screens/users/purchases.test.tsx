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

it('Test purchases are marked among the purchases, the coins and on the timeline of a user', async () => {
  const test: Purchase = { ...paid, environment: 'sandbox' };
  const at = '2035-01-01T00:00:00.000Z';
  const server = serving();
  server.on('GET', '/v1/admin/users/:id/purchases', () => server.page([test]));
  server.on('GET', '/v1/admin/users/:id/ledger', () =>
    server.page([
      {
        ...{ id: '1', eventId: 'e1', userId, reason: 'iap', refType: 'purchase', refId: test.id, amount: 110 },
        ...{ accounts: [], subject: null, causeLabel: null, bought: null, createdAt: at },
      },
    ]),
  );
  const about = { kind: 'coin_pack', platform: 'ios_store', status: 'completed', amountCents: 999, currency: 'USD' };
  server.on('GET', '/v1/admin/users/:id/timeline', () =>
    server.page([
      { id: test.id, type: 'purchase', at, title: 'pack', data: { ...about, environment: 'sandbox' } },
      { id: 'p9', type: 'purchase', at, title: 'other', data: { ...about, isDisputed: true, isFamilyShared: true } },
      {
        ...{ id: 's1', type: 'subscription', at, title: 'VIP' },
        data: { status: 'past_due', interruption: 'grace', currentPeriodEnd: '2035-02-06T00:00:00.000Z' },
      },
      {
        ...{ id: 'r2', type: 'refund', at, title: 'pack' },
        data: { status: 'executed', money: 'failed', amountCents: 999, currency: 'USD', reason: 'Late' },
      },
    ]),
  );
  const purchases = await openPanel(`/users/${userId}?tab=purchases`);
  (await rowOf('pack_paid')).getByText('Test');
  purchases.close();
  const ledger = await openPanel(`/users/${userId}?tab=ledger`);
  await screen.findByText('Test');
  ledger.close();
  await openPanel(`/users/${userId}`);
  await screen.findByText('Test');
  screen.getByText('Family copy');
  screen.getByText(/disputed by the payer/);
  screen.getByText(/^The last payment failed\. The subscriber has access until 6 Feb 2035/);
  screen.getByText('Could not be returned');
});

it('The subscriptions of a user say what interrupts them, and are marked as tests', async () => {
  const subscription = {
    ...{ id: 's1', platform: 'ios_store', productId: 'vip', productName: 'VIP', status: 'past_due', autoRenew: true },
    ...{ interruption: 'held', environment: 'sandbox', isFamilyShared: false, trialEnd: null, canceledAt: null },
    ...{ currentPeriodStart: '2035-01-01T00:00:00.000Z', currentPeriodEnd: '2035-02-06T00:00:00.000Z' },
    ...{ priceCents: 999, currency: 'USD' },
  };
  serving().on('GET', '/v1/admin/users/:id', () => json({ ...layla, subscriptions: [subscription] }));
  await openPanel(`/users/${userId}?tab=subscriptions`);
  await screen.findByText('On hold');
  screen.getByText('Test');
  screen.getByText(/Access ends with the period, on 6 Feb 2035/);
  screen.getByText(/It counts in no revenue/);
});
