import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import type { AnalyticsSeries, Funnel, Overview, Revenue, SeriesDetail, WhatIfAnswer } from './queries.ts';

const asOf = '2035-01-14T10:05:00.000Z';
const period = { start: '2035-01-08', end: '2035-01-14' };
const analyst = ['analytics:read', 'catalog:read', 'publishing:read', 'curation:read', 'pricing:read'];
const seriesId = '01930000-0000-7000-8000-000000000061';

const overview: Overview = {
  ...{ period, dau: 120, wau: 400, mau: 900, installsToday: 30, registrationsToday: 9, payingUsersToday: 4 },
  ...{ arpu30d: 52.4, arppu30d: 1180.6, asOf },
  retentionCohorts: [
    { installWeek: '2034-12-25', cohortSize: 200, d1: 0.4, d7: 0.21, d30: null },
    { installWeek: '2035-01-01', cohortSize: 180, d1: 0.5, d7: null, d30: null },
  ],
  byDay: [{ day: '2035-01-14', activeUsers: 120, installs: 30, registrations: 9, payingUsers: 4 }],
};

const revenue: Revenue = {
  ...{ period, grossCents: 120_000, netCents: 100_000, refundsCents: 20_000, arpu: 40, arppu: 900, refundRate: 0.1667 },
  ...{ payments: 90, activeUsers: 400, payingUsers: 80, asOf },
  byDay: [{ day: '2035-01-14', gross: 120_000, net: 100_000, refunds: 20_000 }],
  byRail: [{ rail: 'localwallet_dana', gross: 120_000, net: 100_000 }],
  byCountry: [
    { country: 'ID', gross: 80_000, net: 75_000 },
    { country: null, gross: 40_000, net: 25_000 },
  ],
};

const figures = { starts: 500, completes: 250, completionPercent: 50, paywallHits: 200, unlocks: 80, coinsBurned: 800 };
const named = { title: 'The Ferry', titleI18n: {}, pictureUrl: null };
const item: AnalyticsSeries = {
  ...{ seriesId, ...named, genreSlug: 'drama', status: 'published', ...figures, watchSeconds: 36_000 },
};
const episode = (episodeNumber: number, starts: number, paywallHits: number, unlocks: number) => ({
  ...{ episodeNumber, episodeId: `e${episodeNumber}`, title: `Part ${episodeNumber}`, titleI18n: {} },
  ...{ cliffhangerScore: 70, starts, completes: starts / 2, completionPercent: 50, paywallHits, unlocks },
  ...{ coinsBurned: unlocks * 10, watchSeconds: starts * 60 },
});
const detail: SeriesDetail = {
  ...{ seriesId, ...named, period, freeEpisodes: 1, asOf },
  episodes: [episode(1, 400, 0, 0), episode(2, 100, 200, 80)],
};
const answer: WhatIfAnswer = {
  ...{ seriesId, period, freeEpisodes: 1, coins: 10, outcome: 'predicted', asOf },
  predicted: { unlocks: { low: 60, expected: 80, high: 110 }, coins: { low: 600, expected: 800, high: 1100 } },
  observed: { freeEpisodes: 1, unlocks: 80, coinsBurned: 800, averageCoins: 10 },
};
const step = (name: Funnel['steps'][number]['name'], count: number, conversionFromPrev: number) => ({
  ...{ name, count, conversionFromPrev, conversionFromTop: count / 1000 },
});
const funnel: Funnel = {
  ...{ period, asOf },
  steps: [step('preview_view', 1000, 1), step('ep1_start', 600, 0.6), step('paywall_hit', 300, 0.5)],
};

const root = '/v1/admin/analytics';

/** The days before are half as good, in everything. */
function serving(permissions = analyst) {
  const server = fakeServer();
  const isBefore = (query: URLSearchParams) => query.get('dateTo') === '2035-01-07';
  const before = { start: '2035-01-01', end: '2035-01-07' };
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions }));
  server.on('GET', `${root}/overview`, ({ query }) =>
    json(isBefore(query) ? { ...overview, period: before, dau: 60, arpu30d: 104.8 } : overview),
  );
  server.on('GET', `${root}/revenue`, ({ query }) =>
    json(isBefore(query) ? { ...revenue, period: before, netCents: 50_000, refundsCents: 10_000 } : revenue),
  );
  server.on('GET', `${root}/content`, () => json({ items: [item], nextCursor: null, period, asOf }));
  server.on('GET', `${root}/content/series/:id`, () => json(detail));
  server.on('GET', `${root}/content/series/:id/what-if`, ({ query }) =>
    query.get('freeEpisodes') === '2' ? json({ ...answer, outcome: 'not_enough_data', predicted: null }) : json(answer),
  );
  server.on('GET', `${root}/funnel`, () => json(funnel));
  server.on('GET', '/v1/admin/series', () => server.page([]));
  return server;
}

const tile = (name: string) => screen.getByText(name, { selector: 'dt' }).closest('div') ?? document.body;

it('The overview says of a day that goes on that it does, and compares it with no whole day', async () => {
  const server = serving();
  const end = new Date().toISOString().slice(0, 10);
  server.on('GET', `${root}/overview`, () => json({ ...overview, period: { start: '2026-01-01', end } }));
  const { close } = await openPanel('/analytics?compare=true');
  await within(tile('Active users, 30 days')).findByText(/compared with/);
  expect(within(tile('Active users, today so far')).queryByText(/compared with/)).toBeNull();
  close();
});

it('The overview shows who is active and who comes back, and says what is not known yet', async () => {
  serving();
  const { close } = await openPanel('/analytics');
  await screen.findByText('Active users, last day');
  within(tile('Active users, 30 days')).getByText('900');
  within(tile('Net revenue per paying user, 30 days')).getByText('US$11.81');
  const cohorts = within(screen.getByRole('table', { name: 'Who comes back' }));
  const row = within(cohorts.getByRole('row', { name: /25 Dec 2034/ }));
  row.getByText('40%');
  row.getByText('21%');
  row.getByText('Not known yet');
  screen.getByText(/Figures as of/);
  close();
});

it('Compared with the days before, each figure says by how much it is better or worse', async () => {
  const server = serving();
  const { user, router, close } = await openPanel('/analytics?market=EG');
  await user.click(await screen.findByRole('switch', { name: 'Compare with the previous period' }));
  await screen.findByText('+100%');
  within(tile('Net revenue per active user, 30 days')).getByText('−50%');
  expect(screen.getAllByText(/^compared with 1\s?–\s?7 Jan$/).length).toBeGreaterThan(2);
  expect(router.state.location.searchStr).toContain('compare=true');
  const asked = server.calls.filter(({ path }) => path.endsWith('/overview')).map(({ query }) => query.toString());
  expect(asked).toContain('market=EG&dateFrom=2035-01-01&dateTo=2035-01-07');
  // The days before are a second line of the chart, and a column of its table.
  const chart = within(screen.getByRole('figure', { name: /Active users by day/ }));
  await user.click(chart.getByRole('button', { name: 'As a table' }));
  chart.getByRole('columnheader', { name: /^Previous period, 1\s?–\s?7 Jan$/ });
  close();
});

it('Revenue is narrowed by payment method, market and kind, all in the address', async () => {
  const server = serving();
  const { user, router, close } = await openPanel('/analytics/revenue?countries=%5B%22ID%22%5D');
  const byMarket = within(await screen.findByRole('table', { name: 'By market' }));
  byMarket.getByRole('row', { name: /Indonesia US\$800\.00 US\$750\.00 75%/ });
  byMarket.getByRole('row', { name: /Unknown market/ });
  within(tile('Refunded share')).getByText('16.7%');
  await user.selectOptions(screen.getByLabelText('Kind'), 'subscription');
  await waitFor(() => expect(router.state.location.searchStr).toContain('kind=subscription'));
  await waitFor(() => expect(server.calls.at(-1)?.query.get('countries')).toBe('ID'));
  // The market goes along to the other pages.
  expect(screen.getByRole('link', { name: 'Funnel' }).getAttribute('href')).toContain('market=ID');
  close();
});

it('More refunds than before are shown as worse', async () => {
  serving();
  const { close } = await openPanel('/analytics/revenue?compare=true');
  await screen.findAllByText('+100%');
  const toneOf = (name: string) => tile(name).querySelector('[data-tone]')?.getAttribute('data-tone');
  expect([toneOf('Net revenue'), toneOf('Refunded')]).toEqual(['good', 'bad']);
  close();
});

it('A series leads to its episodes, and shows where viewers stop and pay', async () => {
  serving();
  const { user, router, close } = await openPanel('/analytics/content?market=EG');
  await user.click(await screen.findByRole('link', { name: /The Ferry/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/analytics/content/${seriesId}`));
  expect(router.state.location.searchStr).toContain('market=EG');
  const table = within(await screen.findByRole('table', { name: 'All episodes' }));
  table.getByRole('row', { name: /2 Part 2 25% 100 50 200 80 800 40% 70/ });
  screen.getByText('The first episode is free.');
  expect(screen.getByRole('link', { name: 'Open the series' }).getAttribute('href')).toBe(`/series/${seriesId}`);
  close();
});

it('What if: a range is shown beside what there was, and too little data is said', async () => {
  const server = serving();
  const { router, close } = await openPanel(`/analytics/content/${seriesId}?dateFrom=2035-01-08`);
  const card = within(await screen.findByRole('region', { name: 'What if?' }));
  await card.findByText('Most likely between 60 and 110');
  card.getByText('Now: 800');
  fireEvent.change(card.getByRole('slider', { name: /Price of an episode/ }), { target: { value: '15' } });
  card.getByText('15 coins');
  await waitFor(() => expect(router.state.location.searchStr).toContain('coins=15'));
  await waitFor(() => expect(server.calls.at(-1)?.query.toString()).toBe('dateFrom=2035-01-08&coins=15'));
  fireEvent.change(card.getByRole('slider', { name: /Free episodes/ }), { target: { value: '2' } });
  await card.findByText('Not enough data');
  close();
});

it('The funnel is that of an install week, where one is chosen', async () => {
  const server = serving();
  const { user, close } = await openPanel('/analytics/funnel');
  const table = within(await screen.findByRole('table', { name: /From the preview/ }));
  table.getByRole('row', { name: /Reached a paywall 300 50% 30%/ });
  const cohort = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Installed' });
  const [, monday] = [...cohort.options].map(({ value }) => value);
  await user.selectOptions(cohort, monday ?? '');
  await waitFor(() => expect(server.calls.at(-1)?.query.get('installCohort')).toBe(monday));
  expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
  close();
});

it.each([
  ['/analytics', 'overview', { ...overview, mau: 0, byDay: [] }, 'Nobody was active'],
  ['/analytics/revenue', 'revenue', { ...revenue, grossCents: 0, refundsCents: 0 }, 'No payments'],
  ['/analytics/funnel', 'funnel', { ...funnel, steps: [step('preview_view', 0, 0)] }, 'Nobody entered the funnel'],
  [`/analytics/content/${seriesId}`, 'content/series/:id', { ...detail, episodes: [] }, 'No episodes yet'],
  [
    `/analytics/content/${seriesId}`,
    'content/series/:id',
    { ...detail, episodes: [episode(1, 0, 0, 0)] },
    'Nobody watched this series',
  ],
])('%s says it where there is nothing: %#', async (path, part, body, title) => {
  const server = serving();
  server.on('GET', `${root}/${part}`, () => json(body));
  const { close } = await openPanel(path);
  await screen.findByText(title);
  close();
});

it('Figures that were never computed say when they will be', async () => {
  const server = serving();
  server.on('GET', `${root}/funnel`, () => json({ ...funnel, asOf: null }));
  const { close } = await openPanel('/analytics/funnel');
  await screen.findByText(/have not been computed yet/);
  close();
});

it('Who may not see dashboards is told which permission they take', async () => {
  serving(['users:read']);
  const { close } = await openPanel('/analytics/revenue');
  await screen.findByText(/See dashboards/);
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  close();
});
