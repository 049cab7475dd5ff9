import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

const day = (name: string, minted: number, burned: number, paid: number, bonus: number) => ({
  day: name,
  mintedCoins: minted,
  burnedCoins: burned,
  liabilityPaidCoins: paid,
  liabilityBonusCoins: bonus,
});

const figures = {
  period: { start: '2035-01-01', end: '2035-01-02' },
  mintedCoins: 1200,
  burnedCoins: 30,
  liabilityPaidCoins: 1070,
  liabilityBonusCoins: 100,
  zeroSumBreach: false,
  mintedBySource: { source_promo: 100, source_iap_localwallet_gopay: 1100 },
  burnedBySink: { sink_unlock: 30 },
  daily: [day('2035-01-01', 1100, 0, 1100, 0), day('2035-01-02', 100, 30, 1070, 100)],
  dailyByAccount: [
    { day: '2035-01-01', mintedBySource: { source_iap_localwallet_gopay: 1100 }, burnedBySink: {} },
    { day: '2035-01-02', mintedBySource: { source_promo: 100 }, burnedBySink: { sink_unlock: 30 } },
  ],
  asOf: '2035-01-02T10:00:00.000Z',
};

const user = { id: '01930000-0000-7000-8000-000000000011', displayName: null, isGuest: false };
const movement = {
  eventId: '01930000-0000-7000-8000-000000000031',
  createdAt: '2035-01-02T09:00:00.000Z',
  account: 'source_promo',
  coins: 100,
  reason: 'promo_grant',
  refType: 'promo',
  refId: 'x',
  subject: null,
  causeLabel: 'WELCOME100',
  bought: null,
  user,
};

const analyst = ['analytics:read', 'catalog:read', 'publishing:read', 'curation:read', 'pricing:read'];
const segment = { id: '01930000-0000-7000-8000-000000000081', name: 'Guests in Egypt' };

function economy(body: object = figures, permissions = analyst) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions }));
  server.on('GET', '/v1/admin/segments', () => server.page([{ ...segment, rule: {}, usedBy: [], allowed: [] }]));
  server.on('GET', '/v1/admin/economy', () => json(body));
  server.on('GET', '/v1/admin/economy/events', () => server.page([movement]));
  return server;
}

it('What was given out, spent and is still held is told with its parts', async () => {
  economy();
  await openPanel('/economy');
  const given = within(await screen.findByRole('region', { name: 'Coins given out' }));
  given.getByText('1,200 coins');
  given.getByText('From purchases by Gopay (wallet)');
  given.getByText('From promos');
  within(screen.getByRole('region', { name: 'Coins spent' })).getByText('30 coins');
  within(screen.getByRole('region', { name: 'Coins users still hold' })).getByText('1,170 coins');
  screen.getByText('The ledger balances');
  screen.getByText(/As of/);
});

it('A figure of the table leads to its movements, and back', async () => {
  economy();
  const { user: operator, router } = await openPanel('/economy?market=EG');
  const chart = within(await screen.findByRole('figure', { name: /Coins given out by source/ }));
  await operator.click(chart.getByRole('button', { name: 'As a table' }));
  await operator.click(chart.getByRole('button', { name: '100, From promos, 2 Jan so far' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'From promos' }));
  await drawer.findByText('WELCOME100');
  // Who may see neither users nor wallets is led to neither.
  drawer.getByText('User, name hidden');
  expect(drawer.queryAllByRole('link')).toEqual([]);
  await operator.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.href).toBe('/economy?market=EG'));
});

it('Period, market and segment are kept in the address, and asked for', async () => {
  const server = economy();
  const { user: operator, router } = await openPanel('/economy?market=EG');
  await operator.selectOptions(await screen.findByLabelText('Segment'), segment.id);
  await operator.click(await screen.findByRole('button', { name: '7 days' }));
  await waitFor(() => expect(router.state.location.searchStr).toContain('dateFrom='));
  const kept = { market: 'EG', segmentId: segment.id, dateFrom: expect.any(String) };
  expect(Object.fromEntries(new URLSearchParams(router.state.location.searchStr))).toEqual(kept);
  await waitFor(() => expect(server.calls.map(({ query }) => Object.fromEntries(query))).toContainEqual(kept));
});

it('Books that do not balance are said before anything else', async () => {
  economy({ ...figures, zeroSumBreach: true });
  await openPanel('/economy');
  within(await screen.findByRole('alert')).getByText('The ledger does not balance');
  expect(screen.queryByText('The ledger balances')).toBeNull();
});

it('A period without any coins says so', async () => {
  const none = { mintedCoins: 0, burnedCoins: 0, liabilityPaidCoins: 0, liabilityBonusCoins: 0 };
  economy({ ...figures, ...none, mintedBySource: {}, burnedBySink: {}, daily: [], dailyByAccount: [] });
  await openPanel('/economy');
  await screen.findByText('No coins moved');
});

it('Any one of three permissions opens it, and without them all are named', async () => {
  economy(figures, ['payments:read']);
  const opened = await openPanel('/economy');
  await screen.findByRole('region', { name: 'Coins given out' });
  opened.close();
  economy(figures, ['users:read']);
  await openPanel('/economy');
  await screen.findByText(/See dashboards, See transactions and refunds or See prices, packages and promos/);
});

const proof = {
  holds: true,
  books: { holds: true, upToNo: 90, eventsBehind: 0, checkedAt: figures.asOf, concern: null, breaks: [] },
  head: { no: 12, hash: 'ab'.repeat(32), sealedAt: figures.asOf },
  notSealed: 3,
  brokenBlocks: [],
  checkedAt: figures.asOf,
  allCheckedAt: null,
};

it('The proof of the ledger is told to those who may see coin movements', async () => {
  const server = economy(figures, [...analyst, 'wallet:read']);
  server.on('GET', '/v1/admin/ledger/proof', () => json(proof));
  await openPanel('/economy');
  const card = within(await screen.findByRole('region', { name: 'Proof' }));
  expect(card.getByText('No sealed coin movement has been changed.')).toBeDefined();
  expect(card.getByText('Balanced')).toBeDefined();
  expect(card.getByText(proof.head.hash)).toBeDefined();
});

it('The proof of the ledger is not asked for by those who may not see coin movements', async () => {
  const server = economy();
  await openPanel('/economy');
  await screen.findByRole('region', { name: 'Coins given out' });
  expect(screen.queryByRole('region', { name: 'Proof' })).toBeNull();
  expect(server.calls.filter(({ path }) => path.endsWith('/ledger/proof'))).toEqual([]);
});
