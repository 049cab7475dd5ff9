import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { layla, pendingGrant, userId } from '../../../test/samples.ts';

const effects = {
  ledger: [],
  audit: [],
  approvals: [],
  references: [],
  changes: [
    {
      type: 'user',
      id: userId,
      before: { balance_total: 30, event_id: null },
      after: { balance_total: 5030, event_id: '01930000-0000-7000-8000-00000000beef' },
    },
  ],
};
const grants = [{ amount: 400, reason: 'apology_outage', createdAt: '2035-01-01T00:00:00.000Z' }];
const grant = {
  ...pendingGrant,
  target: { label: 'Layla K', pictureUrl: null, status: 'active', balanceTotal: 1030, lastGrants: grants },
  payload: { amount: 5000, direction: 'grant', reason: 'refund_double_charge_on_card' },
  effects,
  effectsNow: effects,
};

function serve(shown: object) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/approvals', () => server.page([grant]));
  server.on('GET', '/v1/admin/approvals/:id', () => json(shown));
  return server;
}

it('Who decides sees the name, the balance, the last grants and the reason, and one list of changes', async () => {
  serve(grant);
  await openPanel(`/approvals/${grant.id}`);
  const drawer = await screen.findByRole('dialog', { name: /5,000 coins · Layla K/ });
  const card = within(drawer).getByRole('region', { name: 'User' });
  within(card).getByRole('link', { name: 'Layla K' });
  within(card).getByText('Refund: double charge on card');
  within(card).getByText('Balance: 1,030 coins');
  within(card).getByText('Apology: outage');
  expect(within(drawer).getAllByText('5,030 coins')).toHaveLength(1);
  expect(drawer.textContent).not.toContain('beef');
});

it('A guest, who has no name, is told from other guests of a country, in the request and at home alike', async () => {
  const target = { ...grant.target, label: userId, isGuest: true, countryCode: 'EG' };
  const guest = { ...grant, targetId: userId, target };
  const called = `Guest .*…${userId.slice(-8)}.*, Egypt`;
  const server = serve(guest);
  server.on('GET', '/v1/admin/approvals', () => server.page([guest]));
  const { close } = await openPanel(`/approvals/${grant.id}`);
  await screen.findByRole('dialog', { name: new RegExp(`5,000 coins · ${called}`) });
  close();
  await openPanel('/');
  await screen.findAllByRole('link', { name: new RegExp(`5,000 coins for .*${called}`) });
});

it.each([
  ['wallet_grant', 'I_love_it'],
  ['wallet_grant', 'outage-of-Friday'],
  ['user_anonymize', 'apology_my_own_words'],
])('What the requester of a %s wrote stands there as it was written: %s', async (kind, reason) => {
  serve({ ...grant, kind, payload: { ...grant.payload, reason } });
  await openPanel(`/approvals/${grant.id}`);
  within(await screen.findByRole('region', { name: 'User' })).getByText(reason);
});

it('A request whose requester may not ask any more says so in the list and beside the button', async () => {
  const orphan = { ...grant, requesterEligible: false, allowed: ['reject'] };
  serve(orphan).on('GET', '/v1/admin/approvals', () => json({ items: [orphan], nextCursor: null }));
  const { user } = await openPanel('/approvals');
  const row = (await screen.findByText('Requester no longer allowed')).closest('tr');
  await user.click(within(row ?? document.body).getByRole('link'));
  const drawer = await screen.findByRole('dialog', { name: /Layla K/ });
  const approve = await within(drawer).findByRole('button', { name: /^Approve/ });
  expect(approve.hasAttribute('data-disabled')).toBe(true);
  await user.hover(approve);
  await screen.findByText(/^The requester can no longer ask for this/);
});

it('A request that would be refused now says why beside the button', async () => {
  serve({ ...grant, refusedNow: { statusCode: 400, error: 'user_banned' }, drift: true, allowed: ['reject'] });
  const { user } = await openPanel(`/approvals/${grant.id}`);
  const drawer = await screen.findByRole('dialog', { name: /Layla K/ });
  const approve = await within(drawer).findByRole('button', { name: /^Approve/ });
  expect(approve.hasAttribute('data-disabled')).toBe(true);
  await user.hover(approve);
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/banned/);
});

it('Both versions stand there when something has changed since', async () => {
  serve({ ...grant, drift: true });
  await openPanel(`/approvals/${grant.id}`);
  const drawer = await screen.findByRole('dialog', { name: /Layla K/ });
  const then = within(drawer).getByRole('region', { name: 'At request' });
  const now = within(drawer).getByRole('region', { name: 'Now' });
  // On a phone they stand under each other, and what is decided comes first.
  expect(now.compareDocumentPosition(then)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('The page of a user names the requests that wait, asked for by that user', async () => {
  const server = serve(grant);
  server.on('GET', '/v1/admin/approvals', ({ query }) => {
    const isAboutUser = query.get('targetType') === 'user' && query.get('targetId') === userId;
    return server.page(isAboutUser && query.get('status') === 'pending' ? [grant] : []);
  });
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  await openPanel(`/users/${userId}`);
  await screen.findByText('1 pending request');
  screen.getByRole('link', { name: 'Grant of coins' });
});

it('One tab alone is the current one', async () => {
  serve(grant);
  await openPanel('/approvals?tab=mine');
  const tabs = within(await screen.findByRole('navigation', { name: 'Approvals' })).getAllByRole('link');
  expect(tabs.filter((tab) => tab.getAttribute('aria-current') === 'page').map((tab) => tab.textContent)).toEqual([
    'Mine',
  ]);
});

it('Who decides on a refund sees how much, of which purchase and whose, and the episodes that are locked', async () => {
  const unlock = { id: 'u1', seriesTitle: 'Harbour', episodeNumber: 7, title: 'The letter', coins: 30 };
  const after = { amountCents: 8_000_000, currency: 'IDR', coinsDeducted: 520, reversedUnlocks: [unlock] };
  const done = { ...effects, changes: [{ type: 'refund', id: 'r1', before: { status: 'pending' }, after }] };
  const amounts = { amountCents: 8_000_000, currency: 'IDR', amountUsdCents: 500, reverseUnlocks: true };
  const bought = { kind: 'coin_pack', productName: null, coinsGranted: 500, bonusCoins: 50 };
  const about = { productId: 'coins_500', bought, platform: 'android_store', userId, purchaseId: userId };
  serve({
    ...grant,
    kind: 'refund',
    targetType: 'refund',
    targetId: 'r1',
    reason: 'refund_requested',
    target: { label: 'Layla K', pictureUrl: null, status: 'pending', ...about, ...amounts },
    payload: { purchaseId: userId, amountCents: 8_000_000, reason: 'Bought by accident', reverseUnlocks: true },
    effects: done,
    effectsNow: done,
  });
  await openPanel(`/approvals/${grant.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: /IDR\s80,000 · Layla K/ }));
  const card = within(drawer.getByRole('region', { name: 'Refund' }));
  card.getByText(/^Refund of .*IDR\s80,000.*, worth .*US\$5\.00/);
  card.getByText(/Purchase .?500 coins \+ 50 bonus.?, paid with/);
  card.getByText('Bought by accident');
  expect(card.getByRole('link', { name: 'Open the user' }).getAttribute('href')).toContain(userId);
  drawer.getByText(/Harbour.*, episode 7/);
  expect(drawer.queryByText(userId)).toBeNull();
});

it('A request is rejected with a reason of one letter, but not without one', async () => {
  const server = serve(grant);
  server.on('POST', '/v1/admin/approvals/:id/reject', ({ query }) =>
    query.has('dryRun') ? dryRunReply() : json({ ...grant, status: 'rejected', allowed: [] }),
  );
  const { user } = await openPanel(`/approvals/${grant.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: /5,000 coins · Layla K/ }));
  await user.click(await drawer.findByRole('button', { name: /^Reject/ }));
  const sheet = within(await screen.findByRole('dialog', { name: /^Reject/ }));
  const reason = await sheet.findByLabelText(/^Reason for rejecting/);
  const button = sheet.getByRole<HTMLButtonElement>('button', { name: /^Reject/ });
  await user.type(reason, ' ');
  expect(button.disabled).toBe(true);
  await user.type(reason, 'x');
  await user.click(button);
  await waitFor(() => expect(server.changes().at(-1)?.body).toEqual({ reason: 'x' }));
  await screen.findByRole('group', { name: /^Rejected · .*5,000 coins/ });
});

it('A decider who is connected to the requester is warned before the decision', async () => {
  serve({ ...grant, deciderBoundToRequester: true });
  await openPanel(`/approvals/${grant.id}`);
  const drawer = await screen.findByRole('dialog', { name: /5,000 coins/ });
  within(drawer).getByText('You and the requester are connected');
});
