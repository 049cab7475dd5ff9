import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import type { Transaction, TransactionDetail } from './queries.ts';

const userId = '01930000-0000-7000-8000-000000000011';
const transaction: Transaction = {
  id: '01930000-0000-7000-8000-000000000091',
  kind: 'coin_pack',
  userId,
  platform: 'localwallet_dana',
  productId: 'coins_550',
  productName: null,
  transactionId: 'DANA-7',
  coinsGranted: 550,
  bonusCoins: 50,
  amountCents: 15_000_000,
  currency: 'IDR',
  region: 'ID',
  status: 'completed',
  refundReason: 'late',
  amountUsdCents: 999,
  expectedUsdCents: null,
  exchangeRate: null,
  exchangeRateDate: null,
  isAmountAssumed: false,
  failureReason: null,
  refundedCents: 7_500_000,
  environment: 'production',
  isFamilyShared: false,
  quantity: 1,
  feeCents: null,
  taxCents: null,
  disputedAt: null,
  disputeReason: null,
  disputeClosedAt: null,
  underpaidCents: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  completedAt: '2026-01-01T00:00:00.000Z',
  eventId: 'e1',
  user: { id: userId, label: 'Layla K', isGuest: false, countryCode: 'EG' },
  allowed: ['refund'],
};

const side = { eventId: 'e1', reason: 'iap', createdAt: '2026-01-01T00:00:00.000Z' };
const detail: TransactionDetail = {
  ...transaction,
  refundableCents: 7_500_000,
  promoCoins: 0,
  webhookPayload: { type: 'purchase.completed' },
  webhooks: [
    {
      id: 'w1',
      outcome: 'applied',
      detail: null,
      detailCode: null,
      payload: { type: 'purchase.completed', data: { a: 1 } },
      occurredAt: '2026-01-01T00:00:00.000Z',
      receivedAt: '2026-01-01T00:00:00.000Z',
    },
  ],
  questions: [
    { askedAt: '2026-01-03T00:00:00.000Z', answeredAt: null, coinsBought: null, coinsSpent: null },
    { askedAt: '2026-01-04T00:00:00.000Z', answeredAt: '2026-01-04T00:00:10.000Z', coinsBought: 600, coinsSpent: 40 },
  ],
  ledgerEntries: [
    { ...side, id: '1', account: 'wallet_paid', amount: 550 },
    { ...side, id: '2', account: 'source_iap_localwallet_dana', amount: -550 },
  ],
  refundHistory: [
    {
      id: 'r1',
      purchaseId: transaction.id,
      userId,
      userName: 'Layla K',
      isGuest: false,
      countryCode: 'EG',
      productId: 'coins_550',
      bought: { kind: 'coin_pack', productName: null, coinsGranted: 550, bonusCoins: 50 },
      platform: 'localwallet_dana',
      status: 'executed',
      amountCents: 7_500_000,
      currency: 'IDR',
      amountUsdCents: 500,
      reason: 'It came late',
      reverseUnlocks: false,
      reversedUnlockIds: [],
      confirmedCents: 0,
      reversedAt: null,
      money: 'none',
      moneyReason: null,
      moneyAt: null,
      confirmedAt: null,
      coinsDeducted: 300,
      underpaidCents: 0,
      ledgerEventId: 'e3',
      approvalId: null,
      requestedBy: null,
      decidedBy: null,
      rejectReason: null,
      createdAt: '2026-01-02T00:00:00.000Z',
      rejectedAt: null,
      executedAt: '2026-01-02T00:00:00.000Z',
      allowed: [],
    },
  ],
  relatedUnlocks: [
    {
      id: 'u1',
      episodeId: 'ep',
      episodeNumber: 2,
      title: 'The Key',
      titleI18n: {},
      seriesId: 's',
      seriesTitle: 'The Ferry',
      seriesTitleI18n: {},
      pictureUrl: null,
      coins: 10,
      priceSource: 'default',
      eventId: 'e2',
      createdAt: '2026-01-02T00:00:00.000Z',
    },
  ],
};

const totals = { count: 1, failedCount: 0, grossUsdCents: 999, refundedUsdCents: 500, isWhole: true };

function serving() {
  const server = fakeServer();
  const asked: string[] = [];
  server.on('GET', '/v1/admin/payments/transactions', ({ query }) => {
    asked.push(query.toString());
    return server.page(query.get('status') === 'pending' ? [] : [transaction]);
  });
  server.on('GET', '/v1/admin/payments/transactions/:id', () => json(detail));
  server.on('GET', '/v1/admin/payments/transactions/totals', () => json(totals));
  const user = { id: userId, displayName: 'Layla K', email: 'layla@example.com', phoneE164: null };
  server.on('GET', '/v1/admin/users', () => server.page([user]));
  server.on('GET', '/v1/admin/users/:id', () => json(user));
  return { server, asked };
}

it('Transactions are listed with who paid, how and what for, and what they come to', async () => {
  const { asked } = serving();
  const { user, close } = await openPanel('/transactions');
  const row = within((await screen.findByText('Dana (wallet)')).closest('tr') ?? document.body);
  row.getByText('coins_550');
  row.getByText('550 coins + 50 bonus');
  row.getByText(/75,000 refunded/);
  expect(row.getByRole('link', { name: 'Layla K' }).getAttribute('href')).toBe(`/users/${userId}`);
  const sums = within(await screen.findByRole('group', { name: 'Totals' }));
  expect(sums.getByText('1 payment').parentElement?.textContent).toBe('1 paymentUS$9.99 paidUS$5.00 refunded');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Payment method' }), 'All local wallets');
  await expect.poll(() => asked.at(-1)).toContain('rail=localwallet_*');
  close();
});

it.each([
  [/^Guest .*…00000011.*, Indonesia$/, { isGuest: true, countryCode: 'ID' }],
  [/^Guest .*…00000011.*, Egypt$/, { isGuest: true, countryCode: 'EG' }],
  [/^User .*…00000011/, { isGuest: false, countryCode: null }],
])('Who has no name is called “%s”', async (name, known) => {
  const server = fakeServer();
  const nameless = { ...transaction, user: { id: userId, label: null, ...known } };
  server.on('GET', '/v1/admin/payments/transactions', () => server.page([nameless]));
  server.on('GET', '/v1/admin/payments/transactions/totals', () => json(totals));
  const { close } = await openPanel('/transactions');
  await screen.findByRole('link', { name });
  close();
});

it('Transactions of one user are found by the user’s name', async () => {
  const { asked } = serving();
  const { user, close } = await openPanel('/transactions');
  const picker = await screen.findByRole('combobox', { name: 'User' });
  await user.click(picker);
  await user.type(picker, 'layla');
  await user.click(await screen.findByRole('option', { name: 'Layla K · layla@example.com', hidden: true }));
  await expect.poll(() => asked.at(-1)).toContain(`userId=${userId}`);
  close();
});

it('A transaction shows its coins on both sides, what was unlocked since and what the provider sent', async () => {
  serving();
  const { user, router, close } = await openPanel(`/transactions/${transaction.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: '550 coins + 50 bonus' }));
  await drawer.findByText('DANA-7');
  const movement = drawer.getByRole('link', { name: 'Purchase' });
  expect(movement.getAttribute('href')).toBe('/ledger/e1');
  drawer.getByRole('row', { name: /Wallet, paid coins \+550/ });
  expect(drawer.getByText('It came late').closest('li')?.textContent).toMatch(/75,000.*Issued/);
  drawer.getByText('The Ferry');
  drawer.getByText('Episode 2: The Key');
  drawer.getByText('Not answered');
  drawer.getByText('Coins spent: 40 of 600');
  await user.click(drawer.getByText('Show what was sent'));
  drawer.getByText(/"purchase\.completed"/);
  await user.click(drawer.getByRole('button', { name: 'Refund' }));
  await expect.poll(() => router.state.location.href).toBe(`/refunds/new?purchase=${transaction.id}`);
  close();
});

it('A declined payment is shown and filtered as failed, with the reason in words, and cannot be refunded', async () => {
  const begun = { status: 'pending', completedAt: null, eventId: null, refundedCents: 0, refundReason: null } as const;
  const declined: Transaction = { ...transaction, ...begun, failureReason: 'card_declined', allowed: [] };
  const { server, asked } = serving();
  server.on('GET', '/v1/admin/payments/transactions', ({ query }) => {
    asked.push(query.toString());
    return server.page([declined]);
  });
  const opened = { ...detail, ...declined, refundableCents: 0, refundHistory: [], ledgerEntries: [] };
  server.on('GET', '/v1/admin/payments/transactions/:id', () => json(opened));
  server.on('GET', '/v1/admin/payments/transactions/totals', () => json({ ...totals, count: 3, failedCount: 1 }));
  const { user, close } = await openPanel('/transactions');
  const row = within((await screen.findByText('Dana (wallet)')).closest('tr') ?? document.body);
  row.getByText('Failed');
  row.getByText('The card was declined');
  expect(row.queryByText('Pending')).toBeNull();
  const sums = within(await screen.findByRole('group', { name: 'Totals' }));
  sums.getByText('2 payments');
  sums.getByText('1 failed');
  const filter = screen.getByRole('combobox', { name: 'Status' });
  await user.selectOptions(filter, 'Failed');
  await expect.poll(() => asked.at(-1)).toMatch(/status=pending.*failed=true|failed=true.*status=pending/);
  await user.selectOptions(filter, 'Pending');
  await expect.poll(() => asked.at(-1)).toMatch(/failed=false/);
  await user.click(row.getByText('550 coins + 50 bonus'));
  const drawer = within(await screen.findByRole('dialog', { name: '550 coins + 50 bonus' }));
  drawer.getByText('Failed');
  drawer.getByText('The card was declined');
  expect(drawer.queryByText('card_declined')).toBeNull();
  await user.hover(drawer.getByRole('button', { name: 'Refund' }));
  await screen.findByText('This was never paid, so there is nothing to refund.');
  close();
});

it('A transaction shows the coins that a promo added, with their own movement', async () => {
  const { server } = serving();
  const promo = { ...side, reason: 'promo_grant' };
  const ledgerEntries = [
    ...detail.ledgerEntries,
    { ...promo, id: '3', account: 'wallet_bonus', amount: 275 },
    { ...promo, id: '4', account: 'source_promo', amount: -275 },
  ];
  server.on('GET', '/v1/admin/payments/transactions/:id', () => json({ ...detail, promoCoins: 275, ledgerEntries }));
  const { close } = await openPanel(`/transactions/${transaction.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: '550 coins + 50 bonus' }));
  await drawer.findByText('Added by a promo');
  drawer.getByText('275 coins');
  drawer.getByRole('row', { name: /Wallet, bonus coins \+275/ });
  close();
});

it('An export that breaks off says so, and saves nothing', async () => {
  const { server } = serving();
  server.on('GET', '/v1/admin/payments/transactions/export.csv', () => {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('id,kind\r\n1,coin_pack\r\n'));
        setTimeout(() => controller.error(new TypeError('network error')), 50);
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/csv' } });
  });
  const { user, close } = await openPanel('/transactions');
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await screen.findByText('The export stopped before the end. No file was saved.');
  await screen.findByRole('button', { name: 'Export CSV' });
  close();
});

it.each([
  ['Test', /It counts in no revenue/, { environment: 'sandbox' }],
  ['Family copy', /access without coins/, { isFamilyShared: true }],
  ['Disputed', /a lost dispute takes the coins back/, { disputedAt: '2026-01-02T00:00:00.000Z' }],
] as const)('A payment that is no plain revenue is marked: %s, with what that means', async (mark, text, of) => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/payments/transactions', () => server.page([{ ...transaction, ...of }]));
  server.on('GET', '/v1/admin/payments/transactions/:id', () => json({ ...detail, ...of }));
  const { user } = await openPanel('/transactions');
  const table = within(await screen.findByRole('table', { name: 'Transactions' }));
  const pill = await table.findByText(mark);
  await user.hover(pill);
  await screen.findByText(text);
  await user.click(table.getByRole('link', { name: /550 coins/ }));
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByText(mark);
  drawer.getByText(text);
});

it('A closed or lost dispute is shown, and the payment is no longer marked as disputed', async () => {
  const dispute = { disputedAt: '2026-01-02T00:00:00.000Z', disputeReason: 'fraudulent' };
  const server = fakeServer();
  server.on('GET', '/v1/admin/payments/transactions', () => server.page([transaction]));
  server.on('GET', '/v1/admin/payments/transactions/:id', () =>
    json({ ...detail, ...dispute, disputeClosedAt: '2026-01-09T00:00:00.000Z' }),
  );
  const opened = await openPanel(`/transactions/${transaction.id}`);
  const closed = within(await screen.findByRole('dialog', { name: /550 coins/ }));
  closed.getByText('Dispute closed');
  closed.getByText('fraudulent');
  expect(closed.queryByText('Disputed')).toBeNull();
  opened.close();
  server.on('GET', '/v1/admin/payments/transactions/:id', () => json({ ...detail, ...dispute, status: 'refunded' }));
  await openPanel(`/transactions/${transaction.id}`);
  const lost = within(await screen.findByRole('dialog', { name: /550 coins/ }));
  lost.getByText('fraudulent');
  expect(lost.queryByText('Disputed')).toBeNull();
});

it('Disputed payments are found by their status', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/payments/transactions', () => server.page([transaction]));
  await openPanel('/transactions?status=disputed&rail=card_web');
  await screen.findByRole('table', { name: 'Transactions' });
  const { query } = server.calls.find(({ path }) => path === '/v1/admin/payments/transactions') ?? {};
  expect(Object.fromEntries(query ?? [])).toMatchObject({ disputed: 'true', rail: 'card_web' });
});
