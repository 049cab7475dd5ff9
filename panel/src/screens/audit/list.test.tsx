import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { layla, userId } from '../../../test/samples.ts';

it('An action is found among all by typing a part of its words', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins', () => server.page([]));
  server.on('GET', '/v1/admin/audit-log', () => server.page([]));
  const { user, router } = await openPanel('/audit');
  const field = await screen.findByRole('combobox', { name: 'Action' });
  await user.type(field, 'edited a r');
  const found = await screen.findByRole('option', { name: 'Edited a role', hidden: true });
  expect(screen.queryByRole('option', { name: 'Signed in', hidden: true })).toBeNull();
  await user.click(found);
  expect(router.state.location.search).toMatchObject({ action: 'role.update' });
});

it('What happened to someone is found by name, without knowing an id', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins', () => server.page([]));
  server.on('GET', '/v1/admin/series', () => server.page([]));
  server.on('GET', '/v1/admin/audit-log', () => server.page([]));
  server.on('GET', '/v1/admin/users', () => server.page([layla]));
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  const { user, router } = await openPanel('/audit');
  await user.type(await screen.findByRole('combobox', { name: 'Object' }), 'layla');
  await user.click(await screen.findByRole('option', { name: /^Layla/, hidden: true }));
  expect(router.state.location.search).toMatchObject({ targetId: userId });
});

it('An id from elsewhere is taken as it is', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins', () => server.page([]));
  server.on('GET', '/v1/admin/series', () => server.page([]));
  server.on('GET', '/v1/admin/users', () => server.page([]));
  server.on('GET', '/v1/admin/audit-log', () => server.page([]));
  const { user, router } = await openPanel('/audit');
  await user.click(await screen.findByRole('combobox', { name: 'Object' }));
  await user.paste(userId);
  await user.click(await screen.findByRole('option', { name: new RegExp(userId.slice(-8)), hidden: true }));
  expect(router.state.location.search).toMatchObject({ targetId: userId });
});

const entryAbout = (id: string, target: object) => ({
  id,
  admin_id: null,
  admin_name: null,
  admin_email: 'rina@example.com',
  action: 'coin_package.update',
  target_label_i18n: null,
  target_picture_id: null,
  target_context: null,
  target_about: null,
  before: null,
  after: null,
  flags: {},
  reason: null,
  ip: null,
  undoable: false,
  created_at: '2035-01-01T12:00:00.000Z',
  target_label: null,
  target_bought: null,
  ...target,
});

const coins = { kind: 'coin_pack', productName: null, coinsGranted: 500, bonusCoins: 50 };
const pack = (id: string, sku: string) =>
  entryAbout(id, { target_type: 'coin_package', target_id: id, target_label: sku, target_bought: coins });

async function openListOf(entries: readonly ReturnType<typeof entryAbout>[], at = '/audit') {
  const server = fakeServer();
  for (const path of ['admins', 'series', 'users']) server.on('GET', `/v1/admin/${path}`, () => server.page([]));
  server.on('GET', '/v1/admin/audit-log', () => server.page([...entries]));
  const undo = { blocked: 'not_undoable', required: null, later: null };
  for (const entry of entries) server.on('GET', `/v1/admin/audit-log/${entry.id}`, () => json({ ...entry, undo }));
  return openPanel(at);
}

it('Two packages with the same coins are told apart by their SKU, and found by it', async () => {
  const [plain, ramadan] = [userId.replace(/11$/, 'a1'), userId.replace(/11$/, 'a2')];
  const { user, router } = await openListOf([pack(plain, 'coins_500'), pack(ramadan, 'coins_500_ramadan')]);
  const row = await screen.findByRole('row', { name: /500 coins \+ 50 bonus coins_500_ramadan/ });
  expect(row.textContent).toContain('Coin package');
  await user.type(screen.getByRole('combobox', { name: 'Object' }), '_ramadan');
  await user.click(await screen.findByRole('option', { name: /coins_500_ramadan/, hidden: true }));
  expect(router.state.location.search).toMatchObject({ targetId: ramadan });
});

const guest = { id: userId, is_guest: true, is_anonymized: false, country_code: 'ID' };
const aboutGuest = entryAbout(userId.replace(/11$/, 'a1'), {
  target_type: 'user',
  target_id: userId,
  target_user: guest,
  action: 'wallet.adjust',
});
const guestLabel = `Guest \u2066…${userId.slice(-8)}\u2069, Indonesia`;

it('A guest is called by the end of the id and the country, in the list and the filter', async () => {
  const { user, router } = await openListOf([aboutGuest]);
  const row = await screen.findByRole('row', { name: /Guest/ });
  expect(row.textContent).toContain(guestLabel);
  expect(row.textContent).not.toContain('User');
  await user.type(screen.getByRole('combobox', { name: 'Object' }), 'indonesia');
  await user.click(await screen.findByRole('option', { name: guestLabel, hidden: true }));
  expect(router.state.location.search).toMatchObject({ targetId: userId });
});

it('The entry about a guest calls them as the list does', async () => {
  await openListOf([aboutGuest], `/audit/${aboutGuest.id}`);
  const drawer = await screen.findByRole('dialog');
  await waitFor(() => expect(drawer.textContent).toContain(guestLabel));
});

it('An approval about a guest is called like the guest', async () => {
  const approval = userId.replace(/11$/, 'a2');
  const about = { target_about: { type: 'user', id: userId }, target_user: guest };
  await openListOf([entryAbout(approval, { target_type: 'approval', target_id: approval, ...about })]);
  expect((await screen.findByRole('row', { name: /Guest/ })).textContent).toContain(guestLabel);
});

it('The default price, of which there is one, can be chosen; what has no name cannot', async () => {
  const [price, episode] = [userId.replace(/11$/, 'a1'), userId.replace(/11$/, 'a2')];
  const { user, router } = await openListOf([
    entryAbout(price, { target_type: 'pricing_config', target_id: price }),
    entryAbout(episode, { target_type: 'episode', target_id: episode }),
  ]);
  await screen.findByRole('row', { name: /Episode/ });
  await user.click(screen.getByRole('combobox', { name: 'Object' }));
  const list = within(await screen.findByRole('listbox', { name: 'Object', hidden: true }));
  await user.click(list.getByRole('option', { name: 'Default price', hidden: true }));
  expect(list.queryByRole('option', { name: 'Episode', hidden: true })).toBeNull();
  expect(router.state.location.search).toMatchObject({ targetId: price });
});
