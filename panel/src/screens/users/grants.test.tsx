import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

const noura = {
  id: '01930000-0000-7000-8000-000000000091',
  label: 'Noura',
  countryCode: 'SA',
  grantedCoins: 300,
  usedCoins: 500,
  leftCoins: 0,
};

function serving(userCapCoins: number | null, dailyLimitCoins: number | null = null) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions: ['users:read', 'wallet:adjust'] }));
  server.on('GET', '/v1/admin/ledger/grants/today', () =>
    json({ grantedCoins: 320, dailyLimitCoins, userCapCoins, users: [noura] }),
  );
  return server;
}

it.each([
  [5000, 'Coins you granted: 320 of 5,000'],
  [null, 'Coins you granted: 320'],
])(
  'The home page tells what the operator granted today, with a limit of %s, and leads to whom',
  async (limit, text) => {
    serving(500, limit);
    const { user, router, close } = await openPanel('/');
    await user.click(await screen.findByRole('link', { name: text }));
    expect(router.state.location.pathname).toBe('/grants-today');
    close();
  },
);

it.each([
  [500, /Noura 300 500 of 500 0$/],
  [null, /Noura 300 – No cap for your role$/],
])('The grants of today, with a cap of %s, tell own grants from what is used of the cap', async (cap, name) => {
  serving(cap);
  const { close } = await openPanel('/grants-today');
  const table = within(await screen.findByRole('table', { name: 'Coins you granted today' }));
  table.getByRole('row', { name });
  close();
});
