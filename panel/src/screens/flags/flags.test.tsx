import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { admin, dryRunReply, errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { decide } from './decision.tsx';

const flags = {
  public_new_player: { enabled: true, percentage: 25, markets: ['ID'] },
  public_comments: true,
  'ledger.check': { enabled: false, percentage: 10 },
};

function served(permissions = ['system:read', 'system:write']) {
  const server = fakeServer();
  const allowed = permissions.includes('system:write') ? ['update'] : [];
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions }));
  server.on('GET', '/v1/admin/flags', () => json({ flags, revision: 7, allowed }, 200, { etag: '"7"' }));
  return server;
}

const lastPut = (server: ReturnType<typeof served>) => server.calls.findLast(({ method }) => method === 'PUT');

it('Flags are shown with who gets them, and whether the app is told', async () => {
  served();
  await openPanel('/flags');
  const list = within(await screen.findByRole('list', { name: 'Flags' }));
  list.getByText('On for 25% of users: Indonesia');
  list.getByText('On for everyone: all markets');
  list.getByText('Off for everyone');
  expect(list.getAllByText('App')).toHaveLength(2);
  expect(list.getAllByText('Server only')).toHaveLength(1);
});

it('A switch is looked at before it is thrown, on the edition that is shown', async () => {
  const server = served();
  server.on('PUT', '/v1/admin/flags', () => dryRunReply());
  const { user } = await openPanel('/flags');
  await user.click(await screen.findByRole('switch', { name: 'Switch public_new_player on or off' }));
  await screen.findByRole('dialog', { name: 'Change the flag public_new_player' });
  await waitFor(() =>
    expect(lastPut(server)).toMatchObject({
      ifMatch: '"7"',
      body: { flags: { public_new_player: { enabled: false, percentage: 25, markets: ['ID'] } } },
    }),
  );
  expect(server.changes()).toEqual([]);
});

it.each([
  ['Set a flag', ['flag.set']],
  ['Done', ['flag.set', 'flag.delete']],
])('After a change the message says “%s” where the audit log has %j', async (said, actions) => {
  const server = served();
  const audit = actions.map((action) => ({ action }));
  server.on('PUT', '/v1/admin/flags', ({ query }) =>
    query.has('dryRun') ? dryRunReply({ audit }) : json({ flags, revision: 8, allowed: [] }),
  );
  const { user } = await openPanel('/flags');
  await user.click(await screen.findByRole('switch', { name: 'Switch public_comments on or off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the flag public_comments' }));
  await dialog.findByText(/Set a flag/);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByRole('group', { name: said });
});

it('A flag that a colleague has changed meanwhile is not overwritten', async () => {
  const server = served();
  server.on('PUT', '/v1/admin/flags', () => errorResponse(412, 'stale_write'));
  const { user } = await openPanel('/flags/public_new_player');
  const drawer = within(await screen.findByRole('dialog', { name: 'public_new_player' }));
  const share = await drawer.findByRole('textbox', { name: 'Percentage of users' });
  await user.clear(share);
  await user.type(share, '40');
  drawer.getByText('On for 40% of users: Indonesia');
  const next = { ...flags, public_new_player: { enabled: true, percentage: 30, markets: ['ID'] } };
  server.on('GET', '/v1/admin/flags', () =>
    json({ flags: next, revision: 8, allowed: ['update'] }, 200, { etag: '"8"' }),
  );
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('button', { name: 'Reapply my changes' });
});

it('Someone is on or off with what the form says now, and why', async () => {
  const server = served();
  const decision = { on: false, reason: 'outside_percentage', bucket: 32, isKnown: true, market: 'ID', user: null };
  server.on('GET', '/v1/admin/flags/:key/decision', () => json(decision));
  const { user } = await openPanel('/flags/public_new_player');
  const drawer = within(await screen.findByRole('dialog', { name: 'public_new_player' }));
  await user.type(await drawer.findByLabelText('Or the ID of a user or device'), 'device-1');
  await drawer.findByText('Not in the 25% rollout (bucket 32 of 0–99).');
  const share = drawer.getByRole('textbox', { name: 'Percentage of users' });
  await user.clear(share);
  await user.type(share, '33');
  drawer.getByText('In the 33% rollout (bucket 32 of 0–99).');
});

it('An ID that nobody has is not answered as if someone had it', async () => {
  const server = served();
  const decision = { on: false, reason: 'other_market', bucket: 32, isKnown: false, market: null, user: null };
  server.on('GET', '/v1/admin/flags/:key/decision', () => json(decision));
  const { user } = await openPanel('/flags/public_new_player');
  const drawer = within(await screen.findByRole('dialog', { name: 'public_new_player' }));
  await user.type(await drawer.findByLabelText('Or the ID of a user or device'), 'ayu');
  await drawer.findByText('No user or device has this ID.');
  expect(drawer.queryByText(/not on in their market/)).toBeNull();
});

it('Of a user who is picked, a device can be asked about as it is before anyone signs in', async () => {
  const server = served(['system:read', 'users:read']);
  const lena = { id: '01930000-0000-7000-8000-0000000000a1', displayName: 'Lena', email: null, phoneE164: null };
  const device = { id: 'd1', deviceId: 'phone-of-lena', model: 'Pixel 8', platform: 'android' };
  server.on('GET', '/v1/admin/users', () => server.page([lena]));
  server.on('GET', '/v1/admin/users/:id', () => json({ ...lena, countryCode: 'ID', devices: [device] }));
  server.on('GET', '/v1/admin/flags/:key/decision', ({ query }) => {
    const isDevice = query.get('id') === 'phone-of-lena' && query.get('market') === 'ID';
    const bucket = isDevice ? 77 : 32;
    return json({ on: false, reason: 'outside_percentage', bucket, isKnown: true, market: 'ID', user: null });
  });
  const { user } = await openPanel('/flags/public_new_player');
  const drawer = within(await screen.findByRole('dialog', { name: 'public_new_player' }));
  await user.type(await drawer.findByRole('combobox', { name: 'User' }), 'Lena');
  await user.click(await screen.findByRole('option', { name: 'Lena', hidden: true }));
  await drawer.findByText(/bucket 32 of 0–99/);
  await user.selectOptions(await drawer.findByLabelText('Device'), 'Signed out, on Pixel 8');
  await drawer.findByText(/bucket 77 of 0–99/);
});

it('Who may only read can change nothing', async () => {
  served(['system:read']);
  await openPanel('/flags');
  const one = await screen.findByRole('switch', { name: 'Switch public_comments on or off' });
  expect(one.hasAttribute('disabled')).toBe(true);
  expect(screen.queryByRole('link', { name: 'New flag' })).toBeNull();
});

describe('a decision', () => {
  const asked = { on: true, reason: 'on' as const, bucket: 32, isKnown: true, market: 'ID', user: null };
  it.each([
    [{ enabled: false, percentage: 100, markets: [] }, 'off'],
    [{ enabled: true, percentage: 100, markets: [] }, 'on'],
    [{ enabled: true, percentage: 100, markets: ['EG'] }, 'other_market'],
    [{ enabled: true, percentage: 33, markets: ['ID'] }, 'within_percentage'],
    [{ enabled: true, percentage: 32, markets: [] }, 'outside_percentage'],
  ])('of %j is %s', (state, reason) => {
    expect(decide(state, asked)).toBe(reason);
  });
});
