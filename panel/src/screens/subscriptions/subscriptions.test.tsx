import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import type { Product, Subscription, SubscriptionDetail } from './queries.ts';

const subscription: Subscription = {
  id: '01930000-0000-7000-8000-000000000081',
  userId: '01930000-0000-7000-8000-000000000011',
  user: { id: '01930000-0000-7000-8000-000000000011', label: 'Layla K' },
  platform: 'localwallet_gopay',
  productId: 'vip_monthly',
  productName: 'VIP, monthly',
  status: 'past_due',
  interruption: null,
  environment: 'production',
  isFamilyShared: false,
  autoRenew: true,
  currentPeriodStart: '2026-01-01T00:00:00.000Z',
  currentPeriodEnd: '2026-01-31T00:00:00.000Z',
  trialEnd: null,
  canceledAt: null,
  priceCents: 999,
  currency: 'USD',
  region: 'ID',
  providerSubscriptionId: 'gopay-77',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  allowed: [],
};

const detail: SubscriptionDetail = {
  ...subscription,
  history: [
    {
      id: 'e1',
      type: 'started',
      occurredAt: '2026-01-01T00:00:00.000Z',
      receivedAt: '2026-01-01T00:00:00.000Z',
      productName: 'VIP, monthly',
      transactionId: 't1',
      priceCents: 999,
      currency: 'USD',
      isPaid: true,
      periodStart: '2026-01-01T00:00:00.000Z',
      accessUntil: null,
      periodEnd: '2026-01-31T00:00:00.000Z',
      bonusCoins: 100,
    },
  ],
};

const product: Product = {
  id: '01930000-0000-7000-8000-0000000000f1',
  productId: 'vip_monthly',
  name: 'VIP, monthly',
  periodDays: 30,
  priceCents: 999,
  currency: 'USD',
  bonusCoins: 100,
  unlocksAll: true,
  status: 'active',
  revision: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  allowed: ['update'],
};

function serving() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/subscriptions', ({ query }) =>
    server.page(query.get('status') === 'expired' ? [] : [subscription]),
  );
  server.on('GET', '/v1/admin/subscriptions/:id', () => json(detail));
  server.on('GET', '/v1/admin/subscription-products', () => server.page([product]));
  server.on('GET', '/v1/admin/subscription-products/:id', () => json(product, 200, { etag: '"3"' }));
  return server;
}

it('Subscriptions are listed by name, with where in the period today is, and are narrowed', async () => {
  serving();
  const { user, router, close } = await openPanel('/subscriptions');
  const row = within((await screen.findByText('Gopay (wallet)')).closest('tr') ?? document.body);
  row.getByText('Payment overdue');
  row.getByText('Indonesia');
  row.getByRole('progressbar', { name: 'Day 30 of 30' });
  const person = row.getByRole('link', { name: 'Layla K' });
  expect(person.getAttribute('href')).toContain('/users/01930000-0000-7000-8000-000000000011');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Expired');
  await screen.findByText('No results');
  expect(router.state.location.search).toMatchObject({ status: 'expired' });
  close();
});

it('A subscription shows what happened to it, with what was paid and the coins that came', async () => {
  serving();
  const { close } = await openPanel('/subscriptions/01930000-0000-7000-8000-000000000081');
  const drawer = within(await screen.findByRole('dialog', { name: 'VIP, monthly' }));
  await drawer.findByText('Started');
  drawer.getByText(/100 bonus coins/);
  drawer.getByText('gopay-77');
  const messages = drawer.getByRole('link', { name: 'See the messages of this provider' });
  expect(decodeURIComponent(messages.getAttribute('href') ?? '')).toContain('payments:localwallet_gopay');
  close();
});

it('A product is paused on the edition that is shown, and what is typed is kept until it is saved', async () => {
  const server = serving();
  let sent: unknown;
  server.on('PUT', '/v1/admin/subscription-products/:id', ({ query, body, ifMatch }) => {
    const states = { before: { status: 'active' }, after: { status: 'paused' } };
    if (query.has('dryRun'))
      return dryRunReply({ changes: [{ type: 'subscription_product', id: product.id, ...states }] });
    sent = { body, ifMatch };
    return json({ ...product, status: 'paused' });
  });
  const { user, close } = await openPanel(`/subscription-products/${product.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: 'VIP, monthly' }));
  const name = await drawer.findByRole('textbox', { name: /^Name/ });
  await user.type(name, ' plus');
  await user.click(drawer.getByRole('button', { name: 'Pause' }));
  const review = within(await screen.findByRole('dialog', { name: 'Pause VIP, monthly' }));
  await user.click(await review.findByRole('button', { name: /^Pause/ }));
  await expect.poll(() => sent).toEqual({ body: { status: 'paused' }, ifMatch: '"3"' });
  close();
  const again = await openPanel(`/subscription-products/${product.id}`);
  await screen.findByDisplayValue('VIP, monthly plus');
  again.close();
});

it('A price is the same in the list, the form, what is sent and the review, in a currency shown without decimals', async () => {
  const server = serving();
  const rupiah: Product = { ...product, priceCents: 4_900_000, currency: 'IDR' };
  server.on('GET', '/v1/admin/subscription-products', () => server.page([rupiah]));
  server.on('GET', '/v1/admin/subscription-products/:id', () => json(rupiah, 200, { etag: '"3"' }));
  let sent: unknown;
  server.on('PUT', '/v1/admin/subscription-products/:id', ({ body }) => {
    sent = body;
    const states = { before: { priceCents: 4_900_000 }, after: { priceCents: 5_900_000 } };
    const changes = [{ type: 'subscription_product', id: product.id, ...states }];
    return dryRunReply({ changes }, { ...rupiah, priceCents: 5_900_000 });
  });
  const { user, close } = await openPanel(`/subscription-products/${product.id}`);
  await screen.findAllByText(/^IDR\s49,000$/);
  const drawer = within(await screen.findByRole('dialog', { name: 'VIP, monthly' }));
  const price = await drawer.findByRole('textbox', { name: /^Price/ });
  expect(price.getAttribute('value')?.replace(',', '')).toBe('49000');
  await user.clear(price);
  await user.type(price, '59000');
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('row', { name: /^Price IDR\s49,000 IDR\s59,000$/ });
  expect(sent).toEqual({ priceCents: 5_900_000, note: expect.any(String) });
  close();
});

it.each([
  ['Trial until', { status: 'trialing', trialEnd: '2026-01-31T00:00:00.000Z' }],
  ['Free until', { platform: 'comp', priceCents: 0, status: 'active' }],
  ['Paid until', { status: 'active' }],
])('The end of a period is called “%s” where it is that', async (words, part) => {
  serving().on('GET', '/v1/admin/subscriptions/:id', () => json({ ...detail, ...part }));
  const { close } = await openPanel('/subscriptions/01930000-0000-7000-8000-000000000081');
  const drawer = within(await screen.findByRole('dialog', { name: 'VIP, monthly' }));
  await drawer.findByText(words);
  expect(drawer.getAllByText(/^(Trial|Free|Paid) until$/)).toHaveLength(1);
  close();
});

it('Whose name one may not see is called so, without a part of an id', async () => {
  const server = serving();
  const permissions = ['payments:read', 'pricing:read'];
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'analyst', permissions }));
  server.on('GET', '/v1/admin/subscriptions', () =>
    server.page([{ ...subscription, user: { ...subscription.user, label: null } }]),
  );
  const { close } = await openPanel('/subscriptions');
  await screen.findByText('User, name hidden');
  close();
});

it.each([
  ['grace', 'Grace period', /^The last payment failed\. The subscriber has access until 31 Jan 2026/],
  ['held', 'On hold', /Access ends with the period, on 31 Jan 2026, until it is paid again/],
  ['paused', 'Paused', /Access ends with the period, on 31 Jan 2026, until it is resumed/],
] as const)(
  'A subscription that is interrupted (%s) says until when there is access',
  async (interruption, pill, text) => {
    const server = serving();
    server.on('GET', '/v1/admin/subscriptions', () => server.page([{ ...subscription, interruption }]));
    server.on('GET', '/v1/admin/subscriptions/:id', () => json({ ...detail, interruption }));
    const { user } = await openPanel('/subscriptions');
    const table = within(await screen.findByRole('table', { name: 'Subscriptions' }));
    await table.findByText(pill);
    await user.click(table.getByRole('link', { name: /VIP, monthly/ }));
    const drawer = within(await screen.findByRole('dialog', { name: 'VIP, monthly' }));
    await drawer.findByText(text);
    expect(drawer.queryByText('Has access until') === null).toBe(interruption !== 'grace');
  },
);

it('The history of a subscription is in sentences, and a test or a family copy is marked', async () => {
  const [first] = detail.history;
  if (!first) throw new Error('the sample has no history');
  const event = { ...first, isPaid: false, bonusCoins: 0, transactionId: null };
  const history: SubscriptionDetail['history'] = [
    { ...event, id: 'e4', type: 'resumed' },
    { ...event, id: 'e3', type: 'paused' },
    { ...event, id: 'e2', type: 'grace', accessUntil: '2026-02-06T00:00:00.000Z' },
  ];
  const marked = { ...detail, environment: 'sandbox', isFamilyShared: true, history };
  serving().on('GET', '/v1/admin/subscriptions/:id', () => json(marked));
  await openPanel(`/subscriptions/${detail.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: 'VIP, monthly' }));
  await drawer.findByText('Payment failed: grace period');
  drawer.getByText(/has access until 6 Feb 2026/);
  drawer.getByText('Paused by the subscriber');
  drawer.getByText('Resumed');
  drawer.getByText('Test');
  drawer.getByText('Family copy');
  drawer.getByText(/^A copy for a family member of the payer/);
});
