import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import type { ComingLaunch, EpisodeLaunch, Launch } from './queries.ts';

const seriesId = '01930000-0000-7000-8000-000000000041';
const episodeId = '01930000-0000-7000-8000-000000000051';
const go = { verdict: 'go', reasons: [] } satisfies Launch['checks']['episodes'];
const noGo = (...reasons: Launch['checks']['episodes']['reasons']) => ({ verdict: 'no_go' as const, reasons });
const launchAt = '2135-01-01T12:00:00.000Z';

const episode: EpisodeLaunch = {
  id: episodeId,
  title: 'The letter',
  titleI18n: { ar: 'الرسالة' },
  status: 'scheduled',
  episodeNumber: 1,
  thumbAssetId: null,
  verdict: 'go',
  video: go,
  captions: [
    { lang: 'en', verdict: 'go' },
    { lang: 'ar', verdict: 'go' },
  ],
  price: { ...go, coins: 10, source: 'default' },
  artwork: { verdict: 'not_needed', reasons: [] },
  schedule: { ...go, at: launchAt, scheduleId: null },
};

const launch: Launch = {
  series: {
    id: seriesId,
    title: 'The Harbour Bride',
    titleI18n: {},
    status: 'scheduled',
    posterAssetId: null,
    targetLanguages: ['en', 'ar'],
  },
  verdict: 'go',
  noGoCount: 0,
  asOf: '2035-01-01T00:00:00.000Z',
  checks: {
    episodes: go,
    artwork: go,
    schedule: { ...go, at: launchAt, scheduleId: null },
    rail: { ...go, rails: [{ id: 'r1', surface: 'discover', titleI18n: { en: 'New this week' } }], isInReel: true },
  },
  episodes: [episode],
  markets: [
    { country: 'ID', timeZone: 'Asia/Jakarta' },
    { country: 'EG', timeZone: 'Africa/Cairo' },
  ],
};

const coming: ComingLaunch = {
  id: seriesId,
  title: 'The Harbour Bride',
  titleI18n: {},
  status: 'scheduled',
  posterAssetId: null,
  comesAt: launchAt,
  launchAt,
  verdict: 'no_go',
  noGoCount: 3,
  reasons: ['no_video', 'not_placed'],
  episodeCount: 4,
  goEpisodeCount: 3,
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
});

const serve = (shown: Launch) => server.on('GET', '/v1/admin/series/:id/launch', () => json(shown));
const open = () => openPanel(`/launches/${seriesId}`);

it('A launch with all it needs is go, with the time left, the local times, prices and rails', async () => {
  serve(launch);
  await open();
  await screen.findByRole('heading', { name: 'Launch room: The Harbour Bride' });
  const verdict = screen.getByRole('status', { name: 'Go or no-go' });
  expect(verdict.textContent).toBe('GoNothing left to fix.');
  const clock = screen.getByRole('region', { name: 'Goes live' });
  expect(within(clock).getByText('Indonesia').parentElement?.textContent).toContain('19:00');
  expect(within(clock).getByText('Egypt').parentElement?.textContent).toContain('14:00');
  const row = screen.getByRole('row', { name: /The letter/ });
  expect(within(row).getByText('10 coins')).toBeDefined();
  expect(screen.getByRole('row', { name: /Whole series/ }).textContent).toContain('New this week and Preview reel');
  expect(within(row).getAllByRole('link')).toHaveLength(1);
});

interface Mended {
  said: string;
  part: Partial<Launch>;
  row: RegExp;
  at: string;
}

const withEpisode = (part: Partial<EpisodeLaunch>): Partial<Launch> => ({ episodes: [{ ...episode, ...part }] });
const withCheck = (part: Partial<Launch['checks']>): Partial<Launch> => ({ checks: { ...launch.checks, ...part } });
const [ofEpisode, ofSeries] = [/The letter/, /Whole series/];
const dated = { at: null, scheduleId: null };

it.each<Mended>([
  { said: 'No video', part: withEpisode({ video: noGo('no_video') }), row: ofEpisode, at: `/episodes/${episodeId}` },
  {
    said: 'No captions',
    part: withEpisode({ captions: [{ lang: 'en', verdict: 'no_go' }] }),
    row: ofEpisode,
    at: `/episodes/${episodeId}`,
  },
  {
    said: 'Free by mistake?',
    part: withEpisode({ price: { ...noGo('costs_nothing'), coins: 0, source: 'episode' } }),
    row: ofEpisode,
    at: `/pricing?view=table&series=${seriesId}&episode=${episodeId}`,
  },
  {
    said: 'No date',
    part: withEpisode({ schedule: { ...noGo('no_date'), ...dated } }),
    row: ofEpisode,
    at: `/series/${seriesId}?schedule=${episodeId}`,
  },
  {
    said: 'Still a draft',
    part: withEpisode({ schedule: { ...noGo('draft'), ...dated } }),
    row: ofEpisode,
    at: `/series/${seriesId}?tab=episodes`,
  },
  {
    said: 'No poster · No hero image',
    part: withCheck({ artwork: noGo('no_poster', 'no_hero') }),
    row: ofSeries,
    at: `/series/${seriesId}`,
  },
  {
    said: 'No date',
    part: withCheck({ schedule: { ...noGo('no_date'), ...dated } }),
    row: ofSeries,
    at: `/series/${seriesId}?schedule=${seriesId}`,
  },
  {
    said: 'Publishing failed',
    part: withCheck({ schedule: { ...noGo('schedule_failed'), ...dated } }),
    row: ofSeries,
    at: '/calendar',
  },
  {
    said: 'Not in any rail',
    part: withCheck({ rail: { ...noGo('not_placed'), rails: [], isInReel: false } }),
    row: ofSeries,
    at: '/collections',
  },
])('“$said” leads to where it is mended: $at', async ({ said, part, row, at }) => {
  serve({ ...launch, ...part, verdict: 'no_go', noGoCount: 1 });
  await open();
  const link = within(await screen.findByRole('row', { name: row })).getByRole('link', { name: `No-go ${said}` });
  expect(decodeURIComponent(link.getAttribute('href') ?? '').replaceAll('"', '')).toBe(at);
  expect(screen.getByRole('status', { name: 'Go or no-go' }).textContent).toBe('No-go1 thing to fix');
});

it('A series without a date says so in place of the time that is left', async () => {
  serve({ ...launch, ...withCheck({ schedule: { ...noGo('no_date'), ...dated } }) });
  await open();
  const clock = await screen.findByRole('region', { name: 'Goes live' });
  expect(clock.textContent).toContain('The series has no date yet');
});

it('The list shows what each launch needs, narrowed to a week by the home page, and opens its room', async () => {
  server.on('GET', '/v1/admin/launches', ({ query }) => server.page(query.has('before') ? [coming] : []));
  serve(launch);
  const { user, router } = await openPanel('/');
  const held = await screen.findByRole('link', { name: /Get ready.*The Harbour Bride/ });
  expect(held.getAttribute('href')).toBe(`/launches/${seriesId}`);
  await user.click(await screen.findByRole('link', { name: 'Launch: 1' }));
  const row = await screen.findByRole('row', { name: /The Harbour Bride/ });
  expect(row.textContent).toContain('No video · Not in any rail');
  expect(row.textContent).toContain('3 of 4 ready');
  expect(router.state.location.search).toEqual({ within: 'week' });
  await user.click(within(row).getByRole('link'));
  await screen.findByRole('heading', { name: 'Launch room: The Harbour Bride' });
});

it('The palette picks a launch by its name', async () => {
  server.on('GET', '/v1/admin/launches', () => server.page([coming]));
  serve(launch);
  const { user, router } = await openPanel('/account');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search and actions' }), 'launch room');
  await user.click(await screen.findByRole('option', { name: 'Open launch room…' }));
  await user.type(await screen.findByRole('combobox', { name: 'Open launch room…' }), 'bride');
  const asked = () => server.calls.filter(({ path }) => path === '/v1/admin/launches').length;
  await waitFor(() => expect(asked()).toBeGreaterThan(1));
  await screen.findByRole('option', { name: /The Harbour Bride/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/launches/${seriesId}`));
});

it('Who reads only the catalog has the room, and no way to screens that it may not open', async () => {
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'moderator', permissions: ['catalog:read'] }));
  const price = { ...noGo('costs_nothing'), coins: 0, source: 'episode' as const };
  serve({ ...launch, ...withEpisode({ price, video: noGo('no_video') }), verdict: 'no_go', noGoCount: 2 });
  await open();
  await screen.findByRole('heading', { name: 'Launch room: The Harbour Bride' });
  expect(screen.queryByRole('link', { name: 'Launches' })).toBeNull();
  const row = within(screen.getByRole('row', { name: /The letter/ }));
  row.getByRole('link', { name: 'No-go No video' });
  row.getByText('Free by mistake?');
  expect(row.queryByRole('link', { name: /Free by mistake/ })).toBeNull();
});
