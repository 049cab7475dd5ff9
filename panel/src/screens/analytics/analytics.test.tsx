import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import {
  answer,
  asOf,
  detail,
  episode,
  funnel,
  item,
  overview,
  period,
  revenue,
  seriesId,
  step,
} from './samples.fixture.ts';

const analyst = ['analytics:read', 'catalog:read', 'publishing:read', 'curation:read', 'pricing:read'];
const root = '/v1/admin/analytics';

/** Half as many users before, of whom a larger share reached the paywall. */
const stepsBefore = [step('preview_view', 500, 1), step('ep1_start', 300, 0.6), step('paywall_hit', 171, 0.57)];

/** The days before are half as good, in everything. */
function serving(permissions = analyst) {
  const server = fakeServer();
  const isBefore = (query: URLSearchParams) => query.get('dateTo') === '2035-01-07';
  const before = { start: '2035-01-01', end: '2035-01-07' };
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions }));
  server.on('GET', `${root}/overview`, ({ query }) =>
    json(isBefore(query) ? { ...overview, period: before, activeUsers: 210, wau: 200, arpu: 88.4 } : overview),
  );
  server.on('GET', `${root}/revenue`, ({ query }) =>
    json(
      isBefore(query)
        ? { ...revenue, period: before, netCents: 50_000, refundsCents: 10_000, refundRate: 0.1367 }
        : revenue,
    ),
  );
  server.on('GET', `${root}/content`, () => json({ items: [item], nextCursor: null, period, asOf }));
  server.on('GET', `${root}/content/series/:id`, () => json(detail));
  server.on('GET', `${root}/content/series/:id/what-if`, ({ query }) =>
    query.get('freeEpisodes') === '2' ? json({ ...answer, outcome: 'not_enough_data', predicted: null }) : json(answer),
  );
  server.on('GET', `${root}/funnel`, ({ query }) =>
    json(isBefore(query) ? { ...funnel, period: before, steps: stepsBefore } : funnel),
  );
  server.on('GET', '/v1/admin/series', () => server.page([]));
  return server;
}

const tile = (name: string) => screen.getByText(name, { selector: 'dt' }).closest('div') ?? document.body;

it('The overview shows who is active and who comes back, and says what is not known yet', async () => {
  serving();
  const { close } = await openPanel('/analytics');
  within(await screen.findByText('Active users, 30 days to 14 Jan').then(() => tile('Active users'))).getByText('420');
  within(tile('Active users, 30 days to 14 Jan')).getByText('900');
  within(tile('Installs')).getByText('90');
  within(tile('Net revenue per paying user')).getByText('US$14.28');
  const cohorts = within(screen.getByRole('table', { name: 'Retention' }));
  cohorts.getByRole('row', { name: /4 Dec 2034 150 42% 23% 11%/ });
  // Before the first install there is nothing to show.
  expect(cohorts.queryByRole('row', { name: /27 Nov 2034/ })).toBeNull();
  const row = within(cohorts.getByRole('row', { name: /25 Dec 2034/ }));
  row.getByText('40%');
  row.getByText('21%');
  row.getByText('Not known yet');
  screen.getByText(/Figures as of/);
  close();
});

it('The day that is not over is told as such, and is in the table rather than a fall of the line', async () => {
  serving();
  const { user, close } = await openPanel('/analytics');
  const chart = within(await screen.findByRole('figure', { name: /Active users by day/ }));
  chart.getByText(/^14 Jan so far: .* 120$/);
  await user.click(chart.getByRole('button', { name: 'As a table' }));
  chart.getByRole('row', { name: '13 Jan 310' });
  chart.getByRole('row', { name: '14 Jan so far 120' });
  close();
});

it('Compared with the days before, each figure says by how much it is better or worse', async () => {
  const server = serving();
  const { user, router, close } = await openPanel('/analytics?market=EG');
  await user.click(await screen.findByRole('switch', { name: 'Compare with the previous period' }));
  await screen.findAllByText('+100%');
  within(tile('Active users')).getByText('+100%');
  within(tile('Net revenue per active user')).getByText('−50%');
  within(tile('Active users')).getByText(/^compared with 1\s?–\s?7 Jan$/);
  // The last days before the end are compared with as many days, whatever the period.
  within(tile('Active users, 30 days to 14 Jan')).getByText(/^compared with 9 Dec 2034\s?–\s?7 Jan 2035$/);
  expect(router.state.location.searchStr).toContain('compare=true');
  const asked = server.calls.filter(({ path }) => path.endsWith('/overview')).map(({ query }) => query.toString());
  expect(asked).toContain('market=EG&dateFrom=2035-01-01&dateTo=2035-01-07');
  // The days before are a second line of the chart, and a column of its table.
  const chart = within(screen.getByRole('figure', { name: /Active users by day/ }));
  await user.click(chart.getByRole('button', { name: 'As a table' }));
  chart.getByRole('columnheader', { name: /^Previous period, 1\s?–\s?7 Jan$/ });
  close();
});

it('A day that is not over is not compared with a whole one', async () => {
  const server = serving();
  const today = { start: '2035-01-14', end: '2035-01-14' };
  server.on('GET', `${root}/overview`, () => json({ ...overview, period: today }));
  const { close } = await openPanel('/analytics?compare=true&dateFrom=2035-01-14');
  await screen.findByText('Active users, 7 days to 14 Jan');
  await waitFor(() =>
    expect(server.calls.map(({ query }) => query.toString())).toContain('dateFrom=2035-01-13&dateTo=2035-01-13'),
  );
  expect(tile('Installs').textContent).toBe('Installs90');
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
  // Of all calls: others, such as the counts of the menu, may come after it.
  const narrowed = () => server.calls.filter(({ query }) => query.get('kind') === 'subscription');
  await waitFor(() => expect(narrowed().at(-1)?.query.get('countries')).toBe('ID'));
  // The market goes along to the other pages.
  expect(screen.getByRole('link', { name: 'Funnel' }).getAttribute('href')).toContain('market=ID');
  close();
});

it('More refunds than before are shown as worse', async () => {
  serving();
  const { close } = await openPanel('/analytics/revenue?compare=true');
  await screen.findAllByText('+100%');
  const toneOf = (name: string) => tile(name).querySelector('[data-tone]')?.getAttribute('data-tone');
  expect([toneOf('Net revenue'), toneOf('Refunded'), toneOf('Refunded share')]).toEqual(['good', 'bad', 'bad']);
  within(tile('Refunded share')).getByText('+3 points');
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
  screen.getByText('The first episode was free in this period.');
  expect(screen.getByRole('link', { name: 'Open the series' }).getAttribute('href')).toBe(`/series/${seriesId}`);
  close();
});

it('A series whose free episodes were changed says on which days, and has the rates of those days', async () => {
  const server = serving();
  const spans = [
    { start: '2035-01-08', end: '2035-01-11', freeEpisodes: 1 },
    { start: '2035-01-12', end: '2035-01-14', freeEpisodes: 2 },
  ];
  const episodes = [episode(1, 400, 0, 0), { ...episode(2, 100, 200, 80), unlockRate: 0.45 }];
  server.on('GET', `${root}/content/series/:id`, () =>
    json({ ...detail, freeEpisodes: 2, freeEpisodesInPeriod: spans, episodes }),
  );
  const { close } = await openPanel(`/analytics/content/${seriesId}`);
  await screen.findByText(/^Free episodes in this period: 1 \(8\s?–\s?11 Jan\) and 2 \(12\s?–\s?14 Jan\)$/);
  within(screen.getByRole('table', { name: 'All episodes' })).getByRole('row', { name: /Part 2 .* 45% 70/ });
  close();
});

it('Episodes that viewers never could watch have no figures, rather than zero', async () => {
  const server = serving();
  const scheduled = { ...episode(3, 0, 0, 0), status: 'scheduled' };
  server.on('GET', `${root}/content/series/:id`, () =>
    json({ ...detail, episodes: [...detail.episodes, { ...episode(4, 0, 0, 0), episodeId: 'e4' }, scheduled] }),
  );
  const { user, close } = await openPanel(`/analytics/content/${seriesId}`);
  const chart = within(await screen.findByRole('figure', { name: /Starts and completes by episode/ }));
  await user.click(chart.getByRole('button', { name: 'As a table' }));
  chart.getByRole('row', { name: '4 0 0' });
  chart.getByRole('row', { name: '3 – –' });
  close();
});

it('What if: a range is shown beside what there was, and too little data is said', async () => {
  const server = serving();
  const { router, close } = await openPanel(`/analytics/content/${seriesId}?dateFrom=2035-01-08`);
  const card = within(await screen.findByRole('region', { name: 'What if?' }));
  await card.findByText('Most likely between 60 and 110');
  card.getByText('In this period: 800');
  fireEvent.change(card.getByRole('slider', { name: /Price of an episode/ }), { target: { value: '15' } });
  card.getByText('15 coins');
  await waitFor(() => expect(router.state.location.searchStr).toContain('coins=15'));
  await waitFor(() =>
    expect(server.calls.map(({ query }) => query.toString())).toContain('dateFrom=2035-01-08&coins=15'),
  );
  fireEvent.change(card.getByRole('slider', { name: /Free episodes/ }), { target: { value: '2' } });
  await card.findByText('Not enough data');
  close();
});

it('The funnel compares shares in points, so that a fall is not shown as good', async () => {
  serving();
  const { close } = await openPanel('/analytics/funnel?compare=true');
  const table = within(await screen.findByRole('table', { name: /From the preview/ }));
  const row = await table.findByRole('row', { name: /Reached a paywall .*\+75\.4%.*−7 points/ });
  const tones = [...row.querySelectorAll('[title]')].map((one) => one.getAttribute('data-tone'));
  expect(tones).toEqual([null, 'bad']);
  const first = table.getByRole('row', { name: /Saw a preview .*\+100%/ });
  expect(first.textContent).not.toContain('points');
  expect(within(table.getByRole('row', { name: /Started episode 1/ })).getByText('0 points')).toBeTruthy();
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
  await waitFor(() => expect(server.calls.map(({ query }) => query.get('installCohort'))).toContain(monday));
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
