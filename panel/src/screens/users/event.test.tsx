import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { layla, userId } from '../../../test/samples.ts';

const createdAt = '2035-01-01T00:00:00.000Z';

it('The cause of a ledger event is said in words, and its id is only copied', async () => {
  const server = fakeServer();
  const [eventId, causeId] = ['a1', 'a2'].map((end) => `01930000-0000-7000-8000-0000000000${end}`);
  server.on('GET', '/v1/admin/ledger/events/:id', () =>
    json({
      eventId,
      reason: 'promo_grant',
      createdAt: '2035-01-01T00:00:00.000Z',
      entries: [],
      cause: { type: 'promo', id: causeId },
    }),
  );
  await openPanel(`/ledger/${eventId}`);
  await screen.findByRole('button', { name: 'Copy: ID' });
  expect(screen.getAllByText('Promo redeemed')).toHaveLength(2);
  expect(screen.queryByText('promo_grant')).toBeNull();
  expect(screen.queryByText(String(causeId))).toBeNull();
});

it.each([
  ['leads to', ['wallet:read', 'audit:read'], [expect.stringContaining(`targetId=${userId}`)]],
  ['does not speak of', ['wallet:read'], []],
])('An adjustment %s the audit log with %j', async (_how, permissions, links) => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'custom', permissions }));
  const entries = [{ id: '1', userId, account: 'wallet_paid', amount: 20 }];
  const cause = { type: 'adjustment', id: 'a2' };
  server.on('GET', '/v1/admin/ledger/events/:id', () =>
    json({ eventId: 'v1', reason: 'goodwill', createdAt, entries, cause }),
  );
  await openPanel('/ledger/v1');
  await screen.findByText('Manual adjustment');
  const shown = screen.queryAllByText(/audit log/).map((link) => link.getAttribute('href') ?? '');
  expect(shown).toEqual(links);
});

const pack = { kind: 'coin_pack', productName: null, coinsGranted: 500, bonusCoins: 50 };

it('A purchase is called by its coins in the ledger and by its SKU beside them where both sides are shown', async () => {
  const server = fakeServer();
  const entry = {
    id: '1',
    eventId: 'v1',
    amount: 550,
    reason: 'iap',
    refType: 'purchase',
    refId: 'p1',
    createdAt,
    accounts: [{ account: 'wallet_paid', amount: 500 }],
    subject: null,
    causeLabel: 'coins_500',
    bought: pack,
  };
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  server.on('GET', '/v1/admin/approvals', () => server.page([]));
  server.on('GET', '/v1/admin/users/:id/ledger', () => server.page([entry]));
  const cause = { type: 'purchase', id: 'p1', label: 'coins_500', bought: pack };
  server.on('GET', '/v1/admin/ledger/events/:id', () =>
    json({ eventId: 'v1', reason: 'iap', createdAt, entries: [], cause }),
  );
  const list = await openPanel(`/users/${userId}?tab=ledger`);
  await screen.findByText('500 coins + 50 bonus');
  expect(screen.queryByText('coins_500')).toBeNull();
  list.close();
  await openPanel('/ledger/v1');
  await screen.findByText('500 coins + 50 bonus');
  screen.getByText('coins_500');
});

const letter = {
  type: 'episode',
  id: 'e3',
  seriesId: 's1',
  episodeNumber: 3,
  pictureAssetId: 'p1',
  seriesTitle: 'Harbour',
  seriesTitleI18n: {},
  title: 'The letter',
  titleI18n: {},
};
const name = 'Episode 3 of Harbour · The letter';

function serveLetter() {
  const server = fakeServer();
  const picture = { id: 'p1', kind: 'thumb', url: 'https://public.example/media/files/a.jpg', thumbnailCandidates: [] };
  server.on('GET', '/v1/admin/media/assets', () => server.page([picture]));
  server.on('GET', '/v1/admin/approvals', () => server.page([]));
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  return server;
}

it('A ledger event names the episode that coins were spent on, and leads to it', async () => {
  const server = serveLetter();
  server.on('GET', '/v1/admin/ledger/events/:id', () =>
    json({
      eventId: 'v1',
      reason: 'unlock',
      createdAt,
      entries: [],
      subject: letter,
      cause: { type: 'episode', id: 'e3' },
    }),
  );
  await openPanel('/ledger/v1');
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe('/episodes/e3');
  await waitFor(() => expect(link.parentElement?.querySelector('img')?.getAttribute('src')).toBe('/media/files/a.jpg'));
});

it.each([
  ['a payment', { type: 'purchase', id: 'p1', label: 'coins_550' }, 'iap', 'transaction', '/transactions/p1'],
  ['its refund', { type: 'purchase', id: 'p1', refundId: 'r1' }, 'refund', 'refund', '/refunds/r1'],
  ['what was unlocked', { type: 'episode', id: 'e3' }, 'unlock', 'unlocked', `/users/${userId}?tab=unlocks`],
])('A ledger event leads to %s', async (_to, cause, reason, link, href) => {
  const server = serveLetter();
  const entries = [{ id: '1', userId, account: 'wallet_paid', amount: 20 }];
  server.on('GET', '/v1/admin/ledger/events/:id', () => json({ eventId: 'v1', reason, createdAt, entries, cause }));
  const { close } = await openPanel('/ledger/v1');
  const found = await screen.findByRole('link', { name: new RegExp(link) });
  expect(found.getAttribute('href')).toBe(href);
  close();
});

it('The ledger and the timeline of a user name the episode, with its picture', async () => {
  const server = serveLetter();
  const entry = { id: '1', eventId: 'v1', amount: -20, reason: 'unlock', refType: 'episode', refId: 'e3', createdAt };
  const item = { id: 'v1', type: 'unlock', at: createdAt, title: 'unlock' };
  const watched = { ...item, id: 'w1', type: 'watch', title: 'Harbour' };
  server.on('GET', '/v1/admin/users/:id/ledger', () => server.page([{ ...entry, accounts: [], subject: letter }]));
  server.on('GET', '/v1/admin/users/:id/timeline', () =>
    server.page([
      { ...watched, data: { subject: letter, secondsWatched: 90, completed: true } },
      { ...item, data: { eventId: 'v1', refType: 'episode', refId: 'e3', amount: -20, subject: letter } },
    ]),
  );
  const page = await openPanel(`/users/${userId}`);
  expect(await screen.findAllByRole('link', { name })).toHaveLength(2);
  screen.getByText('Watched');
  screen.getByText('to the end');
  page.close();
  await openPanel(`/users/${userId}?tab=ledger`);
  const row = (await screen.findByText(name)).closest('tr');
  await waitFor(() => expect(row?.querySelector('img')?.getAttribute('src')).toBe('/media/files/a.jpg'));
});

it('Whose name cannot be read is called by the end of the id, with a link to their page', async () => {
  const server = fakeServer();
  const entries = [{ id: '1', userId, account: 'wallet_paid', amount: 20 }];
  server.on('GET', '/v1/admin/users/:id', () => errorResponse(404, 'not_found'));
  server.on('GET', '/v1/admin/ledger/events/:id', () =>
    json({ eventId: 'v1', reason: 'goodwill', createdAt, entries, cause: { type: 'adjustment', id: 'a2' } }),
  );
  await openPanel('/ledger/v1');
  const link = await screen.findByRole('link', { name: new RegExp(`^User .*${userId.slice(-8)}`) });
  expect(link.getAttribute('href')).toContain(`/users/${userId}`);
});
