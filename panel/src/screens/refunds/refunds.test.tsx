import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, dryRunReply, errorResponse, fakeServer, json, networkError } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { userId } from '../../../test/samples.ts';
import type { RefundDetail } from './queries.ts';
import { approvalId, at, id, purchase, purchaseId, refund } from './samples.fixture.ts';

const unlock = { id: 'u1', seriesTitle: 'Harbour', episodeNumber: 7, title: 'The letter', coins: 30 };
const after = {
  purchaseId,
  amountCents: 4_000_000,
  currency: 'IDR',
  leftCents: 4_000_000,
  coinsDue: 275,
  coinsDeducted: 250,
  coinsFromPaid: 230,
  coinsFromBonus: 20,
  coinsMissing: 25,
  underpaidCents: 363_636,
  cancelsSubscription: false,
  reversedUnlocks: [unlock],
};
const changes = [{ type: 'refund', id, before: { status: 'pending' }, after: { status: 'executed', ...after } }];
const approvals = [{ kind: 'refund', targetType: 'refund', targetId: id, effects: { ledger: [], changes } }];

const railFields = { hasOwnSecret: false, takesProofs: false, lastMessageAt: null, lastPaymentAt: null, failures: [] };
const rails = [
  { rail: 'card_web', provider: 'card', returnsMoney: true, ...railFields },
  { rail: 'localwallet_*', provider: 'neutral', returnsMoney: false, ...railFields },
];

function serving(permissions = ['payments:read', 'payments:refund_request', 'users:read', 'wallet:read']) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'support', permissions }));
  server.on('GET', '/v1/admin/refunds', () => server.page([refund]));
  server.on('GET', '/v1/admin/refunds/:id', () => json(refund));
  server.on('GET', '/v1/admin/payments/transactions/:id', () => json(purchase));
  server.on('GET', '/v1/admin/approvals/deciders', () => json({ items: [] }));
  server.on('GET', '/v1/admin/payments/rails', () => json({ sandbox: 'credit', rails }));
  return server;
}

const dialog = async (name: RegExp | string) => within(await screen.findByRole('dialog', { name }));

it('Refunds that wait are listed by name, with their worth and who asked', async () => {
  const server = serving();
  await openPanel('/refunds');
  const row = within(await screen.findByRole('row', { name: /Layla K/ }));
  row.getByText('500 coins + 50 bonus');
  row.getByText(/^IDR\s80,000$/);
  row.getByText('US$5.00');
  row.getByText('Putri Ayu');
  row.getByText('Bought by accident');
  expect(server.calls.find(({ path }) => path === '/v1/admin/refunds')?.query.get('status')).toBe('pending');
});

it('A part of a purchase is refunded after its effects were looked at, under one key', async () => {
  const server = serving();
  server.on('POST', '/v1/admin/refunds', () => dryRunReply({ approvals }));
  const { user, close } = await openPanel(`/refunds/new?purchase=${purchaseId}`);
  const form = await dialog('Refund a purchase');
  const asked = server.calls.filter(({ path }) => path === '/v1/admin/refunds').map(({ query }) => [...query.keys()]);
  expect(asked.flat()).not.toContain('purchase');
  await user.click(await form.findByRole('radio', { name: 'Partial' }));
  await user.type(form.getByLabelText('Amount in IDR'), '40000');
  form.getByText(/^Worth US\$2\.50/);
  // Before there is a reason the effect is computed with one that the server accepts.
  const looks = () => server.calls.flatMap(({ path, body }) => (path === '/v1/admin/refunds' && body ? [body] : []));
  await waitFor(() => expect(looks()[0]).toMatchObject({ reason: expect.stringMatching(/\S/) }));
  await user.type(form.getByLabelText('Reason'), 'Bought by accident');
  await user.click(form.getByRole('switch', { name: /^Lock episodes again/ }));
  const effect = within(form.getByRole('region', { name: 'What this changes' }));
  await effect.findByText('230 coins');
  effect.getByText('20 coins');
  effect.getByText('25 coins are missing');
  effect.getByText('Harbour, episode 7');
  effect.getByText('Another admin must approve this');
  close();

  const again = await openPanel(`/refunds/new?purchase=${purchaseId}`);
  const kept = await dialog('Refund a purchase');
  await kept.findByText(/^Draft of .* restored$/);
  await again.user.click(await kept.findByRole('button', { name: 'Review the request' }));
  const sheet = await dialog(/^Refund IDR\s40,000 to Layla K$/);
  await sheet.findByText('Harbour, episode 7');
  server.on('POST', '/v1/admin/refunds', networkError);
  await again.user.click(sheet.getByRole('button', { name: /^Request approval/ }));
  await screen.findByText('We do not know whether this was done');
  await waitFor(() => expect(server.changes().length).toBeGreaterThan(0));
  const body = { purchaseId, amountCents: 4_000_000, reason: 'Bought by accident', reverseUnlocks: true };
  expect(server.changes().at(-1)).toMatchObject({ path: '/v1/admin/refunds', key: expect.any(String), body });
});

it.each([
  ['0', 'Enter an amount up to'],
  ['80001', 'Enter an amount up to'],
  ['1.5.2', 'Enter a number such as'],
])('An amount of %s is refused in words, asked of nobody, and there again after a reload', async (typed, words) => {
  const server = serving();
  server.on('POST', '/v1/admin/refunds', () => dryRunReply({ changes }));
  const { user, close } = await openPanel(`/refunds/new?purchase=${purchaseId}`);
  const form = await dialog('Refund a purchase');
  await user.click(await form.findByRole('radio', { name: 'Partial' }));
  await user.type(form.getByLabelText('Amount in IDR'), typed);
  await user.type(form.getByLabelText('Reason'), 'Wrong');
  await form.findByText(new RegExp(`^${words}`));
  await user.click(form.getByRole('button', { name: /^Review/ }));
  expect(screen.queryByRole('dialog', { name: /^Refund .* to / })).toBeNull();
  expect(server.changes()).toEqual([]);
  // What all of it would have done is not shown for it, and the field is where one goes on.
  form.getByText('Enter an amount to see what it takes back.');
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Amount in IDR')));
  close();

  await openPanel(`/refunds/new?purchase=${purchaseId}`);
  const again = await dialog('Refund a purchase');
  const field = await again.findByLabelText<HTMLInputElement>('Amount in IDR');
  expect(field.value.replaceAll(',', '')).toBe(typed);
});

it('Where a colleague has refunded a part meanwhile, it is said how much is left', async () => {
  const server = serving();
  server.on('POST', '/v1/admin/refunds', () => dryRunReply({ changes }));
  const { user } = await openPanel(`/refunds/new?purchase=${purchaseId}`);
  const form = await dialog('Refund a purchase');
  await user.type(await form.findByLabelText('Reason'), 'Bought by accident');
  await form.findByText('230 coins');
  await user.click(form.getByRole('button', { name: /^Review/ }));
  const sheet = await dialog(/^Refund IDR\s80,000 to Layla K$/);
  server.on('POST', '/v1/admin/refunds', () =>
    errorResponse(400, 'refund_exceeds_purchase', { refundableCents: 2_000_000 }),
  );
  await user.click(await sheet.findByRole('button', { name: /^Refund/ }));
  await sheet.findByText(/^Only IDR\s20,000 is left to refund\. Lower the amount\.$/);
  await user.click(sheet.getByRole('button', { name: 'Cancel' }));
  await user.click(form.getByRole('switch', { name: /^Lock episodes again/ }));
  await form.findByText(/^Only IDR\s20,000 is left to refund/);
});

it('A purchase of which nothing is left offers no form', async () => {
  serving().on('GET', '/v1/admin/payments/transactions/:id', () => json({ ...purchase, refundableCents: 0 }));
  await openPanel(`/refunds/new?purchase=${purchaseId}`);
  await screen.findByText(/^Nothing is left to refund/);
  expect(screen.queryByLabelText('Reason')).toBeNull();
});

it('Finance rejects a refund that waits with a reason', async () => {
  const server = serving(['payments:read', 'payments:refund', 'users:read']);
  server.on('POST', '/v1/admin/approvals/:id/reject', ({ query }) =>
    query.has('dryRun') ? dryRunReply() : json({ ...refund, status: 'rejected' }),
  );
  const { user } = await openPanel(`/refunds/${id}`);
  const drawer = await dialog('Refund for Layla K');
  await drawer.findByText('Bought by accident');
  expect(drawer.getByRole('link', { name: 'Open the request' }).getAttribute('href')).toContain(approvalId);
  await user.click(drawer.getByRole('button', { name: /^Reject/ }));
  const sheet = await dialog(/^Reject the refund of IDR\s80,000 to Layla K$/);
  await user.type(await sheet.findByLabelText(/^Reason for rejecting/), 'The coins were spent');
  await user.click(await sheet.findByRole('button', { name: /^Reject/ }));
  await waitFor(() => expect(server.changes().at(-1)?.body).toEqual({ reason: 'The coins were spent' }));
  await screen.findByRole('group', { name: /^Rejected the refund of IDR\s80,000 to Layla K$/ });
  expect(screen.queryByText('Waiting for approval')).toBeNull();
});

it('A rejected refund opens with the reason', async () => {
  const rejected = { ...refund, status: 'rejected', rejectReason: 'The coins were spent', rejectedAt: at, allowed: [] };
  serving().on('GET', '/v1/admin/refunds/:id', () => json(rejected));
  await openPanel(`/refunds/${id}`);
  const drawer = await dialog('Refund for Layla K');
  const notice = await drawer.findByRole('status');
  expect(notice.textContent).toBe('Reason for rejectingThe coins were spent');
  const purchased = drawer.getByRole('heading', { name: 'Purchase' });
  expect(notice.compareDocumentPosition(purchased)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('Who asked cannot decide it, and sees why', async () => {
  serving().on('GET', '/v1/admin/refunds/:id', () =>
    json({ ...refund, requestedBy: { id: admin.id, email: admin.email, name: admin.name }, allowed: ['cancel'] }),
  );
  await openPanel(`/refunds/${id}`);
  const drawer = await dialog('Refund for Layla K');
  expect((await drawer.findByRole('button', { name: /^Approve/ })).getAttribute('aria-disabled')).toBe('true');
  expect(drawer.getByRole('button', { name: /^Withdraw/ }).getAttribute('aria-disabled')).not.toBe('true');
});

it('A refund that was made leads to its coins and names the episodes that were locked', async () => {
  const eventId = '01930000-0000-7000-8000-0000000000e1';
  serving().on('GET', '/v1/admin/refunds/:id', () =>
    json({
      ...refund,
      status: 'executed',
      executedAt: at,
      coinsDeducted: 250,
      underpaidCents: 363_636,
      ledgerEventId: eventId,
      requestedBy: null,
      approvalId: null,
      allowed: [],
      reversedUnlocks: [{ ...unlock, episodeId: 'e', seriesId: 's', eventId }],
    }),
  );
  await openPanel(`/refunds/${id}`);
  const drawer = await dialog('Refund for Layla K');
  expect((await drawer.findByRole('link', { name: '250 coins' })).getAttribute('href')).toContain(eventId);
  drawer.getByText('Harbour, episode 7');
  drawer.getByText('The provider');
  drawer.getByText(/^IDR\s3,636\.36$/);
});

it('One tab alone is the current one', async () => {
  serving();
  await openPanel('/refunds?status=executed');
  const tabs = within(await screen.findByRole('navigation', { name: 'Refunds' })).getAllByRole('link');
  const current = tabs.filter((tab) => tab.getAttribute('aria-current') === 'page');
  expect(current.map(({ textContent }) => textContent)).toEqual(['Issued']);
});

it('Refunds of any user are found by the name, also of one who is on another page', async () => {
  const server = serving();
  const other = { id: '01930000-0000-7000-8000-0000000000cd', displayName: 'Omar Said', email: null, phoneE164: null };
  server.on('GET', '/v1/admin/users', () => server.page([other]));
  server.on('GET', '/v1/admin/users/:id', () => json(other));
  const { user } = await openPanel('/refunds');
  const picker = await screen.findByRole('combobox', { name: 'User' });
  await user.click(picker);
  await user.type(picker, 'omar');
  await user.click(await screen.findByRole('option', { name: 'Omar Said', hidden: true }));
  const asked = () => server.calls.filter(({ path }) => path === '/v1/admin/refunds').at(-1);
  await expect.poll(() => asked()?.query.get('userId')).toBe(other.id);
});

it('Who decides sees what was refunded of the purchase meanwhile', async () => {
  serving().on('GET', '/v1/admin/refunds/:id', () =>
    json({ ...refund, purchase: { ...purchase, refundedCents: 4_000_000 } }),
  );
  await openPanel(`/refunds/${id}`);
  const drawer = await dialog('Refund for Layla K');
  const label = await drawer.findByText('Refunded so far');
  expect(label.nextElementSibling?.textContent).toMatch(/^IDR\s40,000$/);
});

it('A guest is known by the country, and told from others by the end of the id', async () => {
  const server = serving();
  server.on('GET', '/v1/admin/refunds', () => server.page([{ ...refund, userName: null, isGuest: true }]));
  await openPanel('/refunds');
  await screen.findByText(new RegExp(`^Guest .*…${userId.slice(-8)}.*, Indonesia$`));
});

const executed: RefundDetail = {
  ...refund,
  status: 'executed',
  platform: 'card_web',
  executedAt: at,
  allowed: [],
  money: 'failed',
  moneyReason: 'lost_or_stolen_card',
  moneyAt: at,
};
const mayRefund = ['payments:read', 'payments:refund', 'users:read', 'wallet:read'];

it('Money that could not be returned is listed with its refund, and ordered again by finance', async () => {
  const server = serving(mayRefund);
  server.on('GET', '/v1/admin/refunds', () => server.page([executed]));
  server.on('GET', '/v1/admin/refunds/:id', () => json({ ...executed, allowed: ['retry_money'] }));
  server.on('POST', '/v1/admin/refunds/:id/retry-money', () => dryRunReply({ changes: [] }, executed));
  const { user } = await openPanel('/refunds?status=executed&money=failed');
  const row = await screen.findByRole('row', { name: /Layla K/ });
  within(row).getByText('Could not be returned');
  expect(server.calls.find(({ path }) => path === '/v1/admin/refunds')?.query.get('money')).toBe('failed');
  await user.click(within(row).getByRole('link'));
  const drawer = await dialog('Refund for Layla K');
  await drawer.findByText('The card was lost or stolen');
  await user.click(drawer.getByRole('button', { name: 'Order again' }));
  const sheet = await dialog(/^Return IDR\s80,000 to Layla K again$/);
  sheet.getByText(/never returns the money twice/);
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Order again' })).toHaveProperty('disabled', false));
  await user.click(sheet.getByRole('button', { name: 'Order again' }));
  await waitFor(() => expect(server.changes()).toHaveLength(1));
  expect(server.changes()[0]).toMatchObject({ path: `/v1/admin/refunds/${id}/retry-money`, key: expect.any(String) });
});

it('The button to order money again names the permission that an admin lacks', async () => {
  const server = serving();
  server.on('GET', '/v1/admin/refunds/:id', () => json(executed));
  const { user } = await openPanel(`/refunds/${id}`);
  const drawer = await dialog('Refund for Layla K');
  const button = await drawer.findByRole('button', { name: 'Order again' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.hover(button);
  await screen.findByText(/^Requires the permission/);
});

it.each([
  ['returned', 'Returned'],
  ['pending', 'On its way back'],
  ['none', 'Not returned from here'],
] as const)('A refund whose money is %s says so beside its coins', async (money, words) => {
  const server = serving();
  server.on('GET', '/v1/admin/refunds/:id', () => json({ ...executed, money, moneyReason: null, moneyAt: null }));
  await openPanel(`/refunds/${id}`);
  const drawer = await dialog('Refund for Layla K');
  expect((await drawer.findAllByText(words)).length).toBe(2);
  expect(drawer.queryByRole('button', { name: 'Order again' })).toBeNull();
});

it.each([
  ['android_store', 'Only the store can return the money: Google Play', /under Order management/],
  ['ios_store', 'Only the store can return the money: App Store', /reportaproblem\.apple\.com/],
  ['localwallet_dana', 'The money is not returned from here: Dana (wallet)', /Return the money at the provider/],
  ['card_web', /^The money goes back the way it was paid: Card on the web/, /banks can take several days/],
])(
  'Before a refund of a purchase with %s is approved, the review says how the money returns',
  async (platform, ...words) => {
    const server = serving(mayRefund);
    server.on('GET', '/v1/admin/refunds/:id', () => json({ ...refund, platform }));
    server.on('POST', '/v1/admin/approvals/:id/approve', () => dryRunReply({ changes }));
    const { user } = await openPanel(`/refunds/${id}`);
    const drawer = await dialog('Refund for Layla K');
    await user.click(await drawer.findByRole('button', { name: /^Approve/ }));
    const sheet = await dialog(/^Refund IDR\s80,000 to Layla K$/);
    for (const said of words) await sheet.findByText(said);
  },
);
