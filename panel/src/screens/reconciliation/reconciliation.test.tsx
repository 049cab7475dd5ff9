import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json, neverResponds } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import type { Row, Run } from './queries.ts';

const run: Run = {
  id: 'r1',
  rail: 'localwallet_gopay',
  kind: 'payments',
  period: { start: '2035-03-01', end: '2035-03-31' },
  matched: 12,
  counts: { missingOnOurSide: 1, missingOnProviderSide: 0, amountMismatch: 1, duplicates: 0 },
  totals: [
    { bucket: 'matched', currency: 'IDR', count: 12, amountCents: 1_200_000 },
    { bucket: 'missing_on_our_side', currency: 'USD', count: 1, amountCents: 999 },
    { bucket: 'amount_mismatch', currency: 'USD', count: 1, amountCents: 899 },
  ],
  fileName: 'gopay.csv',
  fileRows: 14,
  createdAt: '2035-04-01T08:00:00.000Z',
  ranBy: { id: 'a1', name: 'Kwame Boateng', email: 'kwame@demo.example' },
  handled: { missingOnOurSide: 0, missingOnProviderSide: 0, amountMismatch: 1 },
  rowsDeletedAt: null,
};

const rowOf = (given: Partial<Row>): Row => ({
  bucket: 'missing_on_our_side',
  number: 7,
  line: 7,
  transactionId: 'LOC-77',
  amountCents: 999,
  currency: 'USD',
  ourAmountCents: null,
  ourCurrency: null,
  refundLinesCents: null,
  createdAt: '2035-03-05T10:00:00.000Z',
  firstLine: null,
  purchase: null,
  event: null,
  suggestions: [],
  act: null,
  allowed: ['credit'],
  ...given,
});

const mismatch = rowOf({
  bucket: 'amount_mismatch',
  number: 9,
  line: 9,
  transactionId: 'LOC-99',
  amountCents: 899,
  ourAmountCents: 999,
  ourCurrency: 'USD',
  allowed: ['refund'],
  purchase: {
    id: 'p9',
    kind: 'coin_pack',
    userId: 'u9',
    userName: 'Layla Hassan',
    isGuest: false,
    pictureUrl: null,
    productId: 'coins_500',
    bought: { kind: 'coin_pack', productName: null, coinsGranted: 500, bonusCoins: 50 },
    status: 'completed',
    amountCents: 999,
    currency: 'USD',
    refundedCents: 0,
  },
});

async function openRun(rows: Readonly<Record<string, readonly Row[]>>, path = '/reconciliation/r1') {
  const server = fakeServer();
  server.on('GET', '/v1/admin/payments/reconciliation', () => server.page([run]));
  server.on('GET', '/v1/admin/payments/reconciliation/:id', () => json(run));
  server.on('GET', '/v1/admin/payments/reconciliation/:id/rows', ({ query }) =>
    server.page(rows[query.get('bucket') ?? ''] ?? []),
  );
  return { server, ...(await openPanel(path)) };
}

it('Earlier comparisons say whose file it was and whether something differs', async () => {
  await openRun({}, '/reconciliation');
  const row = await screen.findByRole('row', { name: /gopay\.csv/ });
  within(row).getByText('Gopay (wallet)');
  within(row).getByText('1 open');
  within(row).getByText('2 differences');
  expect(screen.getByRole('button', { name: /Drop the provider’s CSV file/ })).toHaveProperty('ariaDisabled', 'true');
  screen.getByText('Choose the payment method first.');
});

it('Buckets show their sums, and the first one with rows is open', async () => {
  const { user, router } = await openRun({ missing_on_our_side: [rowOf({})], amount_mismatch: [mismatch] });
  await screen.findByRole('link', { name: /LOC-77/ });
  const list = within(screen.getByRole('list', { name: 'Results by kind' }));
  list.getByText(/IDR.*12,000/);
  list.getByText('1 open · 0 handled');
  list.getByText('0 open · 1 handled');
  await user.click(list.getByRole('link', { name: /Different amounts/ }));
  await user.click(await screen.findByRole('link', { name: /LOC-99/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'LOC-99' }));
  drawer.getByText('US$8.99');
  drawer.getByText('US$9.99');
  drawer.getByText('Layla Hassan');
  const href = new URL(drawer.getByRole('link', { name: 'Refund' }).getAttribute('href') ?? '', 'http://panel');
  expect(Object.fromEntries(href.searchParams)).toEqual({
    purchase: 'p9',
    cents: '100',
    reason: 'The provider received US$8.99, we recorded US$9.99 (file gopay.csv)',
  });
  expect(router.state.location.search).toEqual({ bucket: 'amount_mismatch' });
});

it('A row that is opened while those of another bucket are loading is shown', async () => {
  const { server, user } = await openRun({ missing_on_our_side: [rowOf({})] });
  const row = await screen.findByRole('link', { name: /LOC-77/ });
  server.on('GET', '/v1/admin/payments/reconciliation/:id/rows', neverResponds);
  await user.click(screen.getByRole('link', { name: /Different amounts/ }));
  await screen.findByRole('heading', { name: 'Different amounts' });
  await user.click(row);
  await screen.findByRole('dialog', { name: 'LOC-77' });
});

it('A payment that is missing is credited to whom the provider named, after a look at the effects', async () => {
  const told = {
    id: 'e1',
    outcome: 'unmatched',
    userId: 'u1',
    userName: 'Omar Said',
    isGuest: false,
    productId: 'coins_500',
  };
  const { server, user } = await openRun({ missing_on_our_side: [rowOf({ event: told })] });
  const pack = { id: 'k1', sku: 'coins_500', coins: 500, bonusCoins: 50, priceCents: 499, status: 'active' };
  const packs = [
    { ...pack, isSoldByRail: true },
    { ...pack, id: 'k2', sku: 'coins_1000', priceCents: 999, isSoldByRail: true },
  ];
  server.on('GET', '/v1/admin/payments/reconciliation/:id/packages', () => server.page(packs));
  server.on('POST', '/v1/admin/payments/reconciliation/:id/rows/:line/credit', ({ query }) =>
    query.has('dryRun')
      ? dryRunReply({ changes: [{ type: 'purchase', id: 'p1', before: null, after: { status: 'completed' } }] })
      : json({ kind: 'credited', purchaseId: 'p1', coins: 550, eventId: 'l1', balanceTotal: 550 }),
  );
  await user.click(await screen.findByRole('link', { name: /LOC-77/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'LOC-77' }));
  expect(drawer.getByLabelText('Who paid')).toHaveProperty('value', 'Omar Said');
  await drawer.findByDisplayValue('550 coins · US$4.99 · coins_500');
  drawer.getByText('The package costs US$4.99, the provider received US$9.99');
  // The package of exactly that price is offered first, and what was chosen outlives the drawer.
  await user.click(drawer.getByRole('combobox', { name: 'Package' }));
  const [first] = await screen.findAllByRole('option', { name: /coins_\d+$/, hidden: true });
  expect(first?.textContent).toBe('550 coins · US$9.99 · coins_1000');
  if (first) await user.click(first);
  await drawer.findByText('The package costs US$9.99, as was paid.');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('link', { name: /LOC-77/ }));
  const again = within(await screen.findByRole('dialog', { name: 'LOC-77' }));
  await again.findByText(/^Draft of .* restored$/);
  await again.findByDisplayValue('550 coins · US$9.99 · coins_1000');
  await user.click(again.getByRole('button', { name: 'Continue' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Credit the payment to Omar Said' }));
  await user.click(await sheet.findByRole('button', { name: /^Credit/ }));
  await expect.poll(() => server.changes()).toHaveLength(1);
  expect(server.changes()[0]).toMatchObject({
    path: '/v1/admin/payments/reconciliation/r1/rows/7/credit',
    body: { userId: 'u1', sku: 'coins_1000' },
    key: expect.any(String),
  });
});

it('What was done about a row is said, and it is not offered again', async () => {
  const act = { purchaseId: 'p1', approvalId: null, by: 'Kwame Boateng', at: '2035-04-01T09:00:00.000Z' };
  const { user } = await openRun({ missing_on_our_side: [rowOf({ act, allowed: [] })] });
  const row = await screen.findByRole('row', { name: /LOC-77/ });
  within(row).getByText('Credited');
  await user.click(within(row).getByRole('link', { name: /LOC-77/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'LOC-77' }));
  drawer.getByText('Kwame Boateng');
  expect(drawer.queryByLabelText('Who paid')).toBeNull();
});

it('A message that could not be applied is opened by itself', async () => {
  const told = {
    id: 'e1',
    outcome: 'unmatched',
    userId: 'u1',
    userName: 'Omar Said',
    isGuest: false,
    productId: 'coins_500',
  };
  const { user } = await openRun({ missing_on_our_side: [rowOf({ event: told, allowed: ['replay'] })] });
  await user.click(await screen.findByRole('link', { name: /LOC-77/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'LOC-77' }));
  expect(drawer.getByRole('link', { name: 'Open the message' }).getAttribute('href')).toBe('/webhooks/e1');
});

const suggestion = {
  purchaseId: 'p5',
  userId: 'u5',
  userName: 'نورة العتيبي',
  isGuest: false,
  productId: 'coins_300',
  bought: { kind: 'coin_pack', productName: null, coinsGranted: 300, bonusCoins: 0 },
  amountCents: 999,
  currency: 'USD',
  startedAt: '2035-03-05T09:58:00.000Z',
} as const;

it('The user who probably paid is the first choice, and one click opens the review of that purchase', async () => {
  const { server, user } = await openRun({ missing_on_our_side: [rowOf({ suggestions: [suggestion] })] });
  server.on('GET', '/v1/admin/payments/reconciliation/:id/packages', () => server.page([]));
  server.on('POST', '/v1/admin/payments/reconciliation/:id/rows/:line/credit', ({ query }) =>
    query.has('dryRun')
      ? dryRunReply({ changes: [] })
      : json({ kind: 'credited', purchaseId: 'p5', coins: 300, eventId: 'l1', balanceTotal: 300 }),
  );
  const row = await screen.findByRole('row', { name: /LOC-77/ });
  within(row).getByText(/^Probably .*نورة العتيبي/);
  await user.click(within(row).getByRole('link', { name: /LOC-77/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'LOC-77' }));
  const choice = drawer.getByRole('button', { name: /Probably .*نورة العتيبي/ });
  expect(choice.textContent).toMatch(/300 coins.* · .*US\$9\.99.* · started 5 Mar 2035, 09:58 UTC/);
  await user.click(choice);
  const sheet = within(await screen.findByRole('dialog', { name: /^Credit the payment to .*نورة العتيبي/ }));
  await user.click(await sheet.findByRole('button', { name: /^Credit/ }));
  await expect.poll(() => server.changes()).toHaveLength(1);
  expect(server.changes()[0]).toMatchObject({ body: { userId: 'u5', sku: 'coins_300', purchaseId: 'p5' } });
});

it('A row that was credited no longer says that nothing was credited', async () => {
  const act = { purchaseId: 'p1', approvalId: null, by: 'Kwame Boateng', at: '2035-04-01T09:00:00.000Z' };
  const { user } = await openRun({ missing_on_our_side: [rowOf({ act, allowed: [] })] });
  await screen.findByText('The provider was paid, and we had credited nothing when the file was compared.');
  await user.click(await screen.findByRole('link', { name: /LOC-77/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'LOC-77' }));
  drawer.getByText('The provider was paid. We had credited nothing, and an admin credited it.');
  expect(drawer.queryByText(/credited nothing when/)).toBeNull();
});

it('A refund that only the provider made leads to a refund of the same amount, not to a credit', async () => {
  const { purchase } = mismatch;
  const row = rowOf({ amountCents: -400, refundLinesCents: 400, purchase, allowed: ['refund'] });
  const { user } = await openRun({ missing_on_our_side: [row] });
  const listed = await screen.findByRole('row', { name: /LOC-77/ });
  within(listed).getByText('Open');
  await user.click(within(listed).getByRole('link', { name: /LOC-77/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'LOC-77' }));
  drawer.getByText('The provider refunded this payment, and we refunded nothing.');
  const href = new URL(drawer.getByRole('link', { name: 'Refund' }).getAttribute('href') ?? '', 'http://panel');
  expect(Object.fromEntries(href.searchParams)).toEqual({
    purchase: 'p9',
    cents: '400',
    reason: 'The provider refunded US$4.00 (file gopay.csv)',
  });
});

it('A refund that the provider made twice and we made once is open, and leads to the refund of the rest', async () => {
  const refunded = { purchase: mismatch.purchase && { ...mismatch.purchase, refundedCents: 300 } };
  const row = { ...mismatch, ...refunded, amountCents: -300, ourAmountCents: -300, refundLinesCents: 600 };
  const { user } = await openRun({ amount_mismatch: [row] }, '/reconciliation/r1?bucket=amount_mismatch');
  const listed = await screen.findByRole('row', { name: /LOC-99/ });
  within(listed).getByText('Open');
  await user.click(within(listed).getByRole('link', { name: /LOC-99/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'LOC-99' }));
  const href = new URL(drawer.getByRole('link', { name: 'Refund' }).getAttribute('href') ?? '', 'http://panel');
  expect(href.searchParams.get('cents')).toBe('300');
});

it('The sums of a report are beside ours, by product and currency', async () => {
  const server = fakeServer();
  const counts = { missingOnOurSide: 1, missingOnProviderSide: 0, amountMismatch: 0, duplicates: 0 };
  const path = '/v1/admin/payments/reconciliation/r1';
  server.on('GET', path, () => json({ ...run, kind: 'sums', rail: 'ios_store', matched: 1, counts, handled: null }));
  const theirs = { units: 2, soldCents: 998, refundedCents: 499 };
  const sums = [
    { productId: 'coins_500', currency: 'USD', result: 'matched', theirs, ours: theirs },
    {
      productId: 'vip',
      currency: 'EUR',
      result: 'missing_on_our_side',
      theirs: { ...theirs, refundedCents: 0 },
      ours: null,
    },
  ];
  server.on('GET', `${path}/sums`, () => server.page(sums));
  await openPanel('/reconciliation/r1');
  const same = within(await screen.findByRole('row', { name: /coins_500/ }));
  expect(same.getAllByText('US$9.98')).toHaveLength(2);
  expect(same.getAllByText('US$4.99 refunded')).toHaveLength(2);
  same.getByText('Matched');
  within(screen.getByRole('row', { name: /vip/ })).getByText('Missing here');
  expect(screen.queryByText('Duplicates')).toBeNull();
  expect(screen.getByRole('link', { name: /coins_500/ }).getAttribute('href')).toContain('rail=ios_store');
});
