import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { pendingGrant } from '../../../test/samples.ts';

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
  server.on('GET', '/v1/admin/free-series', () => server.page([]));
  server.on('GET', '/v1/admin/pricing/overrides', () => server.page([]));
  server.on('GET', '/v1/admin/series', () => server.page([]));
  server.on('GET', '/v1/admin/media/assets', () => server.page([]));
  return server;
}

const rowsOf = (title: string) => {
  const part = screen.getByRole('heading', { name: title, level: 2 }).closest('section') ?? document.body;
  return within(part)
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('link'));
};

const textOf = (element: Element | undefined): string =>
  (element?.textContent ?? '').replace(/[\u2066-\u2069\u200e\u200f]/g, '');

it('What needs the reader is in one list, the most urgent first, and each row leads to its object', async () => {
  const server = serve('content_manager', ['catalog:read', 'catalog:write', 'publishing:read', 'publishing:write']);
  const late = { ...release, id: 's2', status: 'failed', runAt: '2035-01-01T12:00:00.000Z' };
  server.on('GET', '/v1/admin/schedules', ({ query }) => server.page(query.get('status') === 'failed' ? [late] : []));
  const series = { id: 'x', title: 'Paper Hearts', titleI18n: {}, updatedAt: '2035-01-01T00:00:00.000Z' };
  server.on('GET', '/v1/admin/series', () => server.page([series]));
  const { user, router } = await openPanel('/');
  await screen.findByRole('link', { name: /Paper Hearts/ });
  const rows = rowsOf('Now');
  expect(rows.map(textOf)).toEqual([
    expect.stringMatching(/^Try againThe Harbour Bride, episode 3Failed release/),
    expect.stringMatching(/^Decide5,000 coins for Ada Exampleasked by Putri Lestariexpires in /),
    expect.stringMatching(/^ReviewPaper HeartsSeries in review/),
  ]);
  expect(rows.map((row) => row.hasAttribute('data-bad'))).toEqual([true, false, false]);
  await user.click(rows[1] ?? document.body);
  expect(router.state.location.pathname).toBe(`/approvals/${pendingGrant.id}`);
});

it('Faults are shown only to admins who can fix them, and empty parts are omitted', async () => {
  const server = serve('analyst', ['publishing:read', 'catalog:read', 'curation:read']);
  server.on('GET', '/v1/admin/approvals', () => server.page([]));
  server.on('GET', '/v1/admin/schedules', ({ query }) =>
    server.page(query.get('status') === 'failed' ? [release] : []),
  );
  await openPanel('/');
  await screen.findByText('Nothing needs you now.');
  for (const title of ['Your requests', 'The week ahead', 'Last 7 days']) {
    expect(screen.queryByRole('heading', { name: title })).toBeNull();
  }
});

it('Below what is listed, what there is of each kind is counted and leads to its list', async () => {
  const server = serve('support', []);
  const many = Array.from({ length: 6 }, (_, index) => ({ ...pendingGrant, id: `0193-${index}` }));
  server.on('GET', '/v1/admin/approvals', ({ query }) => server.page(query.get('mine') === 'false' ? many : []));
  const { user, router } = await openPanel('/');
  await user.click(await screen.findByRole('link', { name: 'Waiting for your decision: 6' }));
  expect(router.state.location.pathname).toBe('/approvals');
});

it('Who asked sees what was decided, with its reason and a badge, until it is opened', async () => {
  const server = serve('support', []);
  const rejected = {
    ...pendingGrant,
    requestedBy: { id: admin.id, email: admin.email, name: admin.name },
    status: 'rejected',
    decidedBy: { id: 'k', email: 'kwame@demo.example', name: 'Kwame Boateng' },
    decisionNote: 'Ask for the receipt first',
    decidedAt: new Date(Date.now() - 3_600_000).toISOString(),
    allowed: [],
  };
  server.on('GET', '/v1/admin/approvals', ({ query }) =>
    server.page(query.get('status')?.includes('rejected') ? [rejected] : []),
  );
  server.on('GET', '/v1/admin/approvals/:id', () => json(rejected));
  const { user, router } = await openPanel('/');
  const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }));
  await menu.findByText('Decided since you looked: 1');
  await screen.findByRole('heading', { name: 'Your requests' });
  const [row] = rowsOf('Your requests');
  expect(textOf(row)).toMatch(/^Rejected by Kwame Boateng5,000 coins for Ada Example“Ask for the receipt first”/);
  await user.click(row ?? document.body);
  await screen.findByRole('dialog');
  await waitFor(() => expect(menu.queryByText('Decided since you looked: 1')).toBeNull());
  await router.navigate({ to: '/' });
  await screen.findByText('Nothing needs you now.');
  expect(screen.queryByRole('heading', { name: 'Your requests' })).toBeNull();
});

it('Figures are those of seven whole days, beside those of the seven before', async () => {
  const server = serve('finance', ['payments:read']);
  const daily = Array.from({ length: 14 }, (_, index) => ({
    day: `2035-01-${index + 1}`,
    mintedCoins: index < 7 ? 100 : 150,
    burnedCoins: 0,
    liabilityPaidCoins: 1000 + index,
    liabilityBonusCoins: 0,
  }));
  server.on('GET', '/v1/admin/economy', () => json({ daily, zeroSumBreach: true }));
  await openPanel('/');
  const minted = await screen.findByRole('link', { name: /Coins minted.*the 7 days before/ });
  expect(textOf(minted)).toBe('Coins minted1,050+50% on the 7 days before');
  within(minted).getByRole('img', { name: /^By day: 150, 150/ });
  expect(textOf(rowsOf('Last 7 days')[1])).toBe('Coins spent0');
  expect(textOf(rowsOf('Last 7 days')[2])).toMatch(/^Coins that users hold1,013\+0\.7% in 7 days$/);
  const asked = server.calls.find(
    ({ path, query }) => path === '/v1/admin/economy' && query.get('dateFrom') !== query.get('dateTo'),
  );
  const days =
    (Date.parse(asked?.query.get('dateTo') ?? '') - Date.parse(asked?.query.get('dateFrom') ?? '')) / 86_400_000;
  expect(days).toBe(13);
  const breach = await screen.findByRole('link', { name: /The ledger does not balance/ });
  expect(breach.hasAttribute('data-bad')).toBe(true);
  expect(screen.queryByRole('link', { name: 'The ledger balances' })).toBeNull();
});

it('Today shows the coins granted and that the ledger balances; Now does not', async () => {
  const server = serve('finance', ['payments:read']);
  server.on('GET', '/v1/admin/approvals', () => server.page([]));
  server.on('GET', '/v1/admin/economy', () =>
    json({ daily: [], mintedCoins: 1200, burnedCoins: 30, zeroSumBreach: false }),
  );
  const { user, router } = await openPanel('/');
  await screen.findByRole('heading', { name: 'Today' });
  expect(rowsOf('Today').map(textOf)).toEqual(['The ledger balances', 'Coins minted: 1,200', 'Coins spent: 30']);
  expect(screen.queryByRole('link', { name: /The ledger does not balance/ })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Coins spent: 30' }));
  expect(router.state.location.search).toEqual({
    dateFrom: new Date().toISOString().slice(0, 10),
    dateTo: new Date().toISOString().slice(0, 10),
  });
});

it('The week ahead is one list of what comes, by time', async () => {
  const server = serve('curator', ['curation:read', 'publishing:read']);
  const date = new Date().toISOString().slice(0, 10);
  server.on('GET', '/v1/admin/free-series', () =>
    server.page([{ id: 'f1', date, marketCode: null, series: { title: 'Harbour', titleI18n: {} } }]),
  );
  await openPanel('/');
  await screen.findByRole('link', { name: /Harbour\s*today/ });
  await screen.findByRole('link', { name: /The Harbour Bride, episode 3/ });
  expect(rowsOf('The week ahead').map(textOf)).toEqual([
    expect.stringMatching(/^Free seriesHarbourtoday$/),
    expect.stringMatching(/^ReleaseThe Harbour Bride, episode 3/),
  ]);
});

it('Who may not see a user reads the end of the id, which fits', async () => {
  const server = serve('content_manager', ['catalog:read']);
  const { targetId } = pendingGrant;
  server.on('GET', '/v1/admin/approvals', ({ query }) =>
    server.page(query.get('mine') === 'false' ? [{ ...pendingGrant, target: { label: targetId } }] : []),
  );
  await openPanel('/');
  await screen.findByText(new RegExp(`…${targetId.slice(-8)}`));
  expect(screen.queryByText(targetId)).toBeNull();
});

it('The menu counts what waits', async () => {
  serve('support', ['users:read']);
  await openPanel('/');
  const menu = await screen.findByRole('navigation', { name: 'Main menu' });
  await within(menu).findByRole('link', { name: /Approvals.*Waiting for your decision: 1/ });
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
