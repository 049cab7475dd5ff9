import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { laylaInList, pendingGrant } from '../../../test/samples.ts';

const release = {
  id: 's1',
  refType: 'episode',
  refId: 'e1',
  action: 'publish',
  runAt: '2135-01-01T12:00:00.000Z',
  item: { seriesId: 'x', seriesTitle: 'The Harbour Bride', episodeNumber: 3, title: 'The letter' },
};

function serve(role: string, permissions: string[]) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, role, permissions }));
  server.on('GET', '/v1/admin/approvals', ({ query }) =>
    server.page(query.get('mine') === 'false' && query.get('status') === 'pending' ? [pendingGrant] : []),
  );
  server.on('GET', '/v1/admin/schedules', ({ query }) =>
    server.page(query.get('status') === 'failed' ? [] : [release]),
  );
  server.on('GET', '/v1/admin/launches', () => server.page([]));
  server.on('GET', '/v1/admin/series', () => server.page([]));
  server.on('GET', '/v1/admin/media/assets', () => server.page([]));
  return server;
}

it('The home shows what waits, what failed and what goes live, and each leads to its list', async () => {
  serve('content_manager', ['catalog:read', 'catalog:write', 'publishing:read', 'publishing:write']);
  const { user, router } = await openPanel('/');
  await screen.findByRole('heading', { name: 'Home' });
  const waiting = await screen.findByRole('link', { name: /Waiting for your decision.*1.*Ada Example/ });
  await screen.findByRole('link', { name: /Going live in 7 days.*The Harbour Bride, episode 3/ });
  await screen.findByRole('link', { name: /Videos that need attention.*No videos need attention/ });
  // One that is late has not failed yet, and has not gone out either.
  await screen.findByRole('link', { name: /Failed releases.*No failed releases/ });
  expect(screen.queryByText('Failed webhooks')).toBeNull();
  await user.click(waiting);
  expect(router.state.location.pathname).toBe('/approvals');
});

it.each([
  ['content_manager', ['Launches in 7 days', 'Failed releases', 'Going live in 7 days', 'Waiting for your decision']],
  ['analyst', ['Launches in 7 days', 'Waiting for your decision', 'Your open requests', 'Failed releases']],
])('The home of %s begins with what this role looks after', async (role, names) => {
  serve(role, ['publishing:read']);
  await openPanel('/');
  await screen.findByRole('link', { name: /Launches in 7 days/ });
  const titles = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 });
  expect(titles.slice(0, names.length).map(({ textContent }) => textContent)).toEqual(names);
});

it('A role with few tiles is not shown the menu a second time', async () => {
  serve('custom', []);
  await openPanel('/');
  await within(await screen.findByRole('main')).findByRole('link', { name: /Waiting for your decision/ });
  expect(screen.queryByRole('navigation', { name: 'Go to' })).toBeNull();
});

it('Finance and moderators see the users and coins that they look after', async () => {
  const server = serve('finance', ['users:read', 'users:ban', 'wallet:read', 'audit:read']);
  server.on('GET', '/v1/admin/users', ({ query }) =>
    json({ items: [laylaInList], nextCursor: null, total: query.get('status') === 'suspended' ? 12 : 345 }),
  );
  const adjusted = {
    id: 'a1',
    admin_id: null,
    admin_name: null,
    admin_email: 'rina@example.com',
    action: 'wallet.adjust',
    target_type: 'user',
    target_id: null,
    target_label: 'Maya Kusuma',
    target_label_i18n: null,
    target_picture_id: null,
    target_context: null,
    target_about: null,
    target_bought: null,
    before: null,
    after: null,
    flags: {},
    reason: null,
    ip: null,
    undoable: false,
    created_at: '2035-01-01T00:00:00.000Z',
  };
  server.on('GET', '/v1/admin/audit-log', ({ query }) =>
    server.page(query.get('action') === 'wallet.adjust' && query.get('dateFrom') ? [adjusted] : []),
  );
  const { user, router } = await openPanel('/');
  await screen.findByRole('link', { name: /Suspended users.*12.*Layla K/ });
  await screen.findByRole('link', { name: /Registered in 7 days.*345/ });
  await user.click(await screen.findByRole('link', { name: /Coin adjustments in 7 days.*1.*Maya Kusuma/ }));
  expect(router.state.location).toMatchObject({ pathname: '/audit', search: { action: 'wallet.adjust' } });
  await screen.findByRole('row', { name: /Maya Kusuma/ });
});

it('An adjusted user without a name is called on the home page as in the audit log', async () => {
  const server = serve('finance', ['users:read', 'wallet:read', 'audit:read']);
  const adjusted = (end: string, user: object) => ({
    id: `a${end}`,
    action: 'wallet.adjust',
    target_type: 'user',
    target_id: `${laylaInList.id.slice(0, -2)}${end}`,
    target_label: null,
    created_at: '2035-01-01T00:00:00.000Z',
    target_user: { id: `${laylaInList.id.slice(0, -2)}${end}`, country_code: 'ID', ...user },
  });
  server.on('GET', '/v1/admin/audit-log', () =>
    server.page([
      adjusted('a1', { is_guest: true, is_anonymized: true }),
      adjusted('a2', { is_guest: true, is_anonymized: false }),
      adjusted('a3', { is_guest: false, is_anonymized: false }),
    ]),
  );
  await openPanel('/');
  const tile = await screen.findByRole('link', { name: /Coin adjustments in 7 days.*Anonymized user/ });
  expect(tile.textContent).toMatch(/Anonymized user .{0,2}…\w+a1.*Guest .{0,2}…\w+a2.*Indonesia.*User .{0,2}…\w+a3/);
});

it('A free series of today is said to be today, at any hour', async () => {
  const server = serve('curator', ['curation:read']);
  const date = new Date().toISOString().slice(0, 10);
  server.on('GET', '/v1/admin/free-series', () =>
    server.page([{ id: 'f1', date, marketCode: null, series: { title: 'Harbour', titleI18n: {} } }]),
  );
  await openPanel('/');
  await screen.findByRole('link', { name: /Harbour\s*today/ });
});

it('The menu counts what waits', async () => {
  serve('support', ['users:read']);
  await openPanel('/');
  const menu = await screen.findByRole('navigation', { name: 'Main menu' });
  await within(menu).findByRole('link', { name: /Approvals.*Waiting for your decision: 1/ });
});

it('An e-mail that does not fit into a tile is broken before its @', async () => {
  const server = serve('support', ['users:read']);
  const request = { ...pendingGrant, target: { label: 'a.very.long.name@example.com', pictureUrl: null } };
  server.on('GET', '/v1/admin/approvals', () => server.page([request]));
  await openPanel('/');
  const [line] = await screen.findAllByText(/a\.very\.long\.name/, { selector: 'bdi' });
  expect(line?.innerHTML).toContain('a.very.long.name<wbr>@example.com');
});

it('Who may not see a user reads the end of the id, which fits', async () => {
  const server = serve('content_manager', ['catalog:read']);
  const { targetId } = pendingGrant;
  server.on('GET', '/v1/admin/approvals', () => server.page([{ ...pendingGrant, target: { label: targetId } }]));
  await openPanel('/');
  expect(await screen.findAllByText(new RegExp(`…${targetId.slice(-8)}`))).not.toHaveLength(0);
  expect(screen.queryByText(targetId)).toBeNull();
});

it.each([
  [false, 'Ledger balances'],
  [true, 'Ledger does not balance'],
])('Finance sees the refunds that wait and the coins of today, with whether they add up: %s', async (breach, words) => {
  const server = serve('finance', ['payments:read']);
  const refund = { id: 'r1', userName: 'Layla K', productId: 'coins_500', amountCents: 300, currency: 'USD' };
  server.on('GET', '/v1/admin/refunds', () => server.page([{ ...refund, createdAt: '2035-01-01T00:00:00.000Z' }]));
  server.on('GET', '/v1/admin/economy', ({ query }) =>
    json({
      mintedCoins: query.get('dateFrom') === query.get('dateTo') ? 1250 : 0,
      burnedCoins: 300,
      zeroSumBreach: breach,
    }),
  );
  const { close } = await openPanel('/');
  await screen.findByRole('link', { name: /Pending refunds.*1.*US\$3\.00 · Layla K/ });
  const tile = await screen.findByRole('link', { name: new RegExp(`Coins today.*1,250.*300.*${words}`) });
  expect(tile.hasAttribute('data-bad')).toBe(breach);
  close();
});

it('The count in the menu follows the list that it is of', async () => {
  const server = serve('custom', []);
  const { user } = await openPanel('/approvals');
  const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }));
  await menu.findByText('Waiting for your decision: 1');
  const more = ['b1', 'b2'].map((end) => ({ ...pendingGrant, id: `01930000-0000-7000-8000-0000000000${end}` }));
  server.on('GET', '/v1/admin/approvals', () => server.page([pendingGrant, ...more]));
  const refresh = await screen.findByRole('button', { name: 'Refresh' });
  await waitFor(
    async () => {
      await user.click(refresh);
      menu.getByText('Waiting for your decision: 3');
    },
    { timeout: 10_000, interval: 500 },
  );
});
