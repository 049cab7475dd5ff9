import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

const idOf = (end: string) => `01930000-0000-7000-8000-0000000000${end}`;

const adjusted = {
  id: idOf('a1'),
  action: 'wallet.adjust',
  admin_id: null,
  admin_email: 'system',
  admin_name: null,
  target_type: 'user',
  target_id: idOf('a2'),
  target_label: 'Sari',
  target_context: null,
  target_about: null,
  target_picture_id: null,
  reason: null,
  before: null,
  after: { event_id: idOf('a3') },
  ip: null,
  flags: { approval_id: idOf('a4') },
  undoable: false,
  undo: { blocked: 'not_undoable', required: null, later: null },
  createdAt: '2035-01-01T00:00:00.000Z',
  created_at: '2035-01-01T00:00:00.000Z',
};

async function openEntry(entry: object, more: (server: ReturnType<typeof fakeServer>) => void = () => undefined) {
  const server = fakeServer();
  more(server);
  server.on('GET', '/v1/admin/admins', () => server.page([]));
  server.on('GET', '/v1/admin/audit-log', () => server.page([entry]));
  server.on('GET', `/v1/admin/audit-log/${adjusted.id}`, () => json(entry));
  const { user } = await openPanel(`/audit/${adjusted.id}`);
  return { user, ...within(await screen.findByRole('dialog')) };
}

it('A schedule is called like its series, and leads there', async () => {
  const about = { type: 'series', id: idOf('a5') };
  const target = { target_type: 'schedule', target_label: 'Harbour', target_about: about };
  const drawer = await openEntry({ ...adjusted, ...target, action: 'schedule.move', after: null, flags: {} });
  const link = await drawer.findByRole('link', { name: 'Harbour' });
  expect(link.getAttribute('href')).toBe(`/series/${about.id}`);
});

it('An entry links to its approval and its ledger event by what they are, not by their ids', async () => {
  const drawer = await openEntry(adjusted);
  const approval = await drawer.findByRole('link', { name: 'Approval: open' });
  expect(approval.getAttribute('href')).toContain(idOf('a4'));
  expect(approval.textContent).toBe('Open');
  const event = await drawer.findByRole('link', { name: 'Ledger event: open' });
  expect(event.getAttribute('href')).toBe(`/ledger/${idOf('a3')}`);
});

it('A payment that failed leads to its user, and is said in words', async () => {
  const after = { status: 'pending', userId: idOf('a5'), platform: 'android_store', failureReason: 'card_declined' };
  const drawer = await openEntry({ ...adjusted, action: 'purchase.fail', target_type: 'purchase', flags: {}, after });
  const user = await drawer.findByRole('link', { name: 'User: open' });
  expect(user.getAttribute('href')).toBe(`/users/${idOf('a5')}`);
  drawer.getByRole('row', { name: 'Payment method Google Play' });
  drawer.getByRole('row', { name: 'Failure reason The card was declined' });
});

it('A credited line leads to the purchase that it completed', async () => {
  const flags = { line: 3, transaction_id: 'GPA.1', purchase_id: idOf('a5'), coins: 110 };
  const target = { target_type: 'reconciliation', target_label: null };
  const drawer = await openEntry({ ...adjusted, ...target, action: 'reconciliation.credit', after: null, flags });
  const purchase = await drawer.findByRole('link', { name: 'Purchase: open' });
  expect(purchase.getAttribute('href')).toBe(`/transactions/${idOf('a5')}`);
  drawer.getByText('Transaction ID');
});

it.each([
  ['a note', { noteId: idOf('a5') }, /This action changed no fields/],
  ['a free subscription', { subscriptionId: idOf('a5'), days: 7 }, 'Days'],
])('The id of %s, which leads nowhere, is not shown', async (_of, after, shown) => {
  const drawer = await openEntry({ ...adjusted, action: 'user.note', flags: {}, after });
  await drawer.findByText(shown);
  expect(drawer.queryByText(new RegExp(idOf('a5').slice(-8)))).toBeNull();
});

it('The sheet of an undo names the rails that it puts in order, and says nothing of their numbers', async () => {
  const rails = ['b1', 'b2'].map((end) => ({ id: idOf(end), collection: { titleI18n: { en: `Row ${end}` } } }));
  const there = { order: [idOf('b1'), idOf('b2')], places: [0, 4] };
  const turned = { order: [idOf('b2'), idOf('b1')], places: [0, 1] };
  const effect = { type: 'surface', id: 'discover', before: turned, after: there };
  const entry = {
    ...adjusted,
    action: 'rail.reorder',
    target_type: 'surface',
    target_id: 'discover',
    target_label: null,
    flags: {},
    before: there,
    after: turned,
    undoable: true,
    undo: { blocked: null, required: 'curation:write', later: null },
  };
  const drawer = await openEntry(entry, (server) => {
    server.on('GET', '/v1/admin/surfaces/:surface', () => json({ rails }));
    server.on('POST', `/v1/admin/audit-log/${adjusted.id}/undo`, () => dryRunReply({ changes: [effect] }));
  });
  await waitFor(() => expect(drawer.getAllByRole('link', { name: /^Row b\d$/ })).toHaveLength(1));
  await drawer.user.click(drawer.getByRole('button', { name: 'Undo' }));
  const sheet = within(await screen.findByRole('dialog', { name: /^Undo: / }));
  const row = await sheet.findByRole('row', { name: /^Order/ });
  await waitFor(() => expect(within(row).getByText(/^Row b\d$/)).toBeTruthy());
  expect(sheet.queryByRole('row', { name: /^Place numbers/ })).toBeNull();
  sheet.getByText('Discover');
});

it('What one may not see the name of is not called by its id', async () => {
  const hidden = { target_type: 'episode', target_label: null, action: 'episode.update', after: null, flags: {} };
  const drawer = await openEntry({ ...adjusted, ...hidden });
  await drawer.findByText('Name not available');
  expect(drawer.queryByText(new RegExp(`…${idOf('a2').slice(-8)}`))).toBeNull();
});

it('A title that is also the word for what it is stays a title', async () => {
  const titled = { target_type: 'episode', target_label: 'Episode', action: 'episode.update', after: null, flags: {} };
  const drawer = await openEntry({ ...adjusted, ...titled });
  await drawer.findByText('Episode', { selector: 'bdi' });
  expect(drawer.queryByText('Name not available')).toBeNull();
});

it('A package is called by its coins, with the SKU beside them', async () => {
  const bought = { kind: 'coin_pack', productName: null, coinsGranted: 500, bonusCoins: 50 };
  const pack = { target_type: 'coin_package', target_label: 'coins_500', target_bought: bought };
  const drawer = await openEntry({ ...adjusted, ...pack, action: 'coin_package.update', after: null, flags: {} });
  await drawer.findByText('500 coins + 50 bonus');
  drawer.getByText('coins_500');
});

it('Another role of an admin says in words which permissions come with it and which go', async () => {
  const entry = {
    ...adjusted,
    action: 'admin.update',
    target_type: 'admin',
    target_label: 'Mina',
    flags: {},
    before: { role: 'support', permissions: ['users:read', 'wallet:read'] },
    after: { role: 'analyst', permissions: ['users:read', 'analytics:read'] },
  };
  const drawer = await openEntry(entry);
  const changed = async (field: RegExp) => (await drawer.findByRole('row', { name: field })).textContent;
  expect(await changed(/^Role/)).toBe('RoleSupportAnalyst');
  expect(await changed(/^Permissions/)).toBe('Permissions−See balances and coin movements+See dashboards');
});
