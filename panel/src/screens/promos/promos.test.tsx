import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, dryRunReply, errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { isCode, newCode } from './new-code.ts';

const id = '01930000-0000-7000-8000-0000000000a1';
const segment = { id: '01930000-0000-7000-8000-0000000000b2', name: 'Buyers in Egypt' };

const welcome = {
  id,
  code: 'WELCOME50',
  type: 'coin_grant',
  config: { amount: 50, max_uses_per_user: 1, trigger: 'manual_claim' },
  budgetCoins: 5000,
  spent_coins: 1000,
  window: { start: '2035-01-01T00:00:00.000Z', end: '2135-02-01T00:00:00.000Z' },
  segmentId: segment.id,
  segment,
  redemptions: 20,
  status: 'running',
  projectedExhaustionAt: '2135-01-20T10:00:00.000Z',
  budgetState: 'low',
  revision: 3,
  createdAt: '2035-01-01T00:00:00.000Z',
  updatedAt: '2035-01-01T00:00:00.000Z',
  allowed: ['update', 'delete'],
};

const redemption = {
  id: '1',
  promoId: id,
  code: 'WELCOME50',
  type: 'coin_grant',
  coinsGranted: 50,
  eventId: null,
  usedAt: '2035-01-02T00:00:00.000Z',
  transactionId: null,
  trialEnd: null,
  createdAt: '2035-01-02T00:00:00.000Z',
  user: { id: '01930000-0000-7000-8000-000000000011', displayName: 'Layla K', isGuest: false },
};

function promos(permissions = ['pricing:read', 'pricing:write', 'users:read']) {
  const server = fakeServer();
  const allowed = permissions.includes('pricing:write') ? welcome.allowed : [];
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions }));
  server.on('GET', '/v1/admin/segments', () => server.page([{ ...segment, rule: {}, usedBy: [], allowed: [] }]));
  server.on('GET', '/v1/admin/promos', () => server.page([{ ...welcome, allowed }]));
  server.on('GET', '/v1/admin/promos/:id', () => json({ ...welcome, allowed }, 200, { etag: '"3"' }));
  const days = [{ day: '2035-01-02', redemptions: 20, coins: 1000, spentCoins: 1000 }];
  server.on('GET', '/v1/admin/promos/:id/days', () => json({ budgetCoins: 5000, days }));
  server.on('GET', '/v1/admin/promos/:id/redemptions', () => server.page([redemption]));
  return server;
}

it('A promo is shown with what it gives, what is left of its budget and when that runs out', async () => {
  promos();
  await openPanel('/promos');
  const row = within(await screen.findByRole('row', { name: /WELCOME50/ }));
  row.getByText('Coins · 50 coins');
  row.getByText('4,000 of 5,000 coins left');
  row.getByText('Runs out on 20 Jan 2135 at this pace');
  row.getByText('Buyers in Egypt');
});

it('A budget that runs out today shows the time left, in the color of its state', async () => {
  const server = promos();
  const projectedExhaustionAt = new Date(Date.now() + 2.6 * 3_600_000).toISOString();
  server.on('GET', '/v1/admin/promos', () =>
    server.page([{ ...welcome, projectedExhaustionAt, budgetState: 'critical' }]),
  );
  await openPanel('/promos');
  const row = await screen.findByRole('row', { name: /WELCOME50/ });
  within(row).getByText(/^Runs out in 2h 3\dm at this pace$/);
  expect(row.querySelector('[data-state]')?.getAttribute('data-state')).toBe('critical');
});

it('Where no coins were given, the days are headed by what they count', async () => {
  const server = promos();
  const days = [{ day: '2035-01-02', redemptions: 20, coins: 0, spentCoins: 0 }];
  server.on('GET', '/v1/admin/promos/:id/days', () => json({ budgetCoins: 5000, days }));
  await openPanel(`/promos/${id}`);
  await screen.findByText('Redemptions by day');
  expect(screen.queryByText('Given away by day')).toBeNull();
});

it('Who redeemed a promo is named and leads to the user', async () => {
  promos();
  await openPanel(`/promos/${id}`);
  const list = within(await screen.findByRole('list', { name: 'Who redeemed it' }));
  expect(list.getByRole('link', { name: 'Layla K' }).getAttribute('href')).toBe(`/users/${redemption.user.id}`);
  list.getByText('50 coins');
});

it('A promo is made with the fields of its type, and a code that was generated', async () => {
  const server = promos();
  server.on('POST', '/v1/admin/promos', () => dryRunReply());
  const { user } = await openPanel('/promos/new');
  const form = within(await screen.findByRole('dialog', { name: 'New promo' }));
  form.getByLabelText('Coins per use');
  await user.selectOptions(form.getByLabelText('Type'), 'Extra coins on a purchase');
  expect(form.queryByLabelText('Coins per use')).toBeNull();
  await user.click(form.getByRole('button', { name: 'Generate' }));
  await user.click(form.getByRole('button', { name: 'Continue' }));
  expect(form.getAllByText('Fill this in')).toHaveLength(3);
  await user.type(form.getByLabelText('Multiplier'), '1');
  await user.click(form.getByRole('button', { name: 'Continue' }));
  form.getByText('Enter a number that is more than 1 and at most 10.');
  await user.type(form.getByLabelText('Multiplier'), '.5');
  await user.type(form.getByLabelText('Budget in coins'), '9000');
  await user.type(form.getByLabelText('From'), '1 Jan 2135, 00:00');
  await user.type(form.getByLabelText('Until'), '1 Feb 2135, 00:00');
  expect(form.getByLabelText<HTMLSelectElement>('Who can use it').selectedOptions[0]?.text).toBe('Everyone');
  await user.selectOptions(form.getByLabelText('Who can use it'), segment.name);
  const code = form.getByLabelText<HTMLInputElement>('Code').value;
  await user.click(form.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('dialog', { name: `Create the promo ${code}` });
  expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    code,
    type: 'bonus_multiplier',
    config: { max_uses_per_user: 1, multiplier: 1.5, max_bonus_coins: null },
    budgetCoins: 9000,
    window: { start: '2135-01-01T00:00:00.000Z', end: '2135-02-01T00:00:00.000Z' },
    segmentId: segment.id,
    note: expect.any(String),
  });
});

it('A budget that the server refuses is said beside its field', async () => {
  const server = promos();
  const details = [{ path: 'budgetCoins', message: 'must be at least 1000, which is spent already' }];
  server.on('PUT', '/v1/admin/promos/:id', () => errorResponse(400, 'validation_failed', { details }));
  const { user } = await openPanel(`/promos/${id}/edit`);
  const form = within(await screen.findByRole('dialog', { name: 'Edit WELCOME50' }));
  const budget = await form.findByLabelText('Budget in coins');
  expect(form.getByLabelText<HTMLInputElement>('Code').disabled).toBe(true);
  await user.clear(budget);
  await user.type(budget, '500');
  await user.click(form.getByRole('button', { name: 'Continue' }));
  await form.findByText(/must be at least 1000, which is spent already/);
  expect(server.calls.findLast(({ method }) => method === 'PUT')).toMatchObject({
    ifMatch: '"3"',
    body: { budgetCoins: 500 },
  });
});

it('A promo is ended by its date, which is looked at first', async () => {
  const server = promos();
  server.on('PUT', '/v1/admin/promos/:id', () => dryRunReply());
  const { user } = await openPanel(`/promos/${id}`);
  await user.click(await screen.findByRole('button', { name: 'End now' }));
  await screen.findByRole('dialog', { name: 'End the promo WELCOME50 now' });
  await waitFor(() => expect(server.calls.findLast(({ method }) => method === 'PUT')?.ifMatch).toBe('"3"'));
  expect(server.changes()).toEqual([]);
});

it('Who may only read sees no way to change a promo', async () => {
  promos(['pricing:read']);
  await openPanel(`/promos/${id}`);
  const edit = await screen.findByRole('button', { name: 'Edit' });
  expect(edit.getAttribute('aria-disabled') ?? String(edit.hasAttribute('disabled'))).toBe('true');
  expect(screen.queryByRole('link', { name: 'New promo' })).toBeNull();
});

it('A generated code is a code, and another each time', () => {
  const codes = Array.from({ length: 50 }, newCode);
  expect(codes.every(isCode)).toBe(true);
  expect(new Set(codes).size).toBe(50);
});
