import type { AnalyticsSeries, Funnel, Overview, Revenue, SeriesDetail, WhatIfAnswer } from './queries.ts';

export const asOf = '2035-01-14T10:05:00.000Z';
export const period = { start: '2035-01-08', end: '2035-01-14' };
export const seriesId = '01930000-0000-7000-8000-000000000061';

export const overview: Overview = {
  period,
  activeUsers: 420,
  installs: 90,
  registrations: 29,
  payingUsers: 13,
  arpu: 44.2,
  arppu: 1428.4,
  dau: 120,
  wau: 400,
  mau: 900,
  installsToday: 30,
  registrationsToday: 9,
  payingUsersToday: 4,
  arpu30d: 52.4,
  arppu30d: 1180.6,
  asOf,
  retentionCohorts: [
    { installWeek: '2034-11-27', cohortSize: 0, d1: 0, d7: 0, d30: 0 },
    { installWeek: '2034-12-04', cohortSize: 150, d1: 0.42, d7: 0.23, d30: 0.11 },
    { installWeek: '2034-12-25', cohortSize: 200, d1: 0.4, d7: 0.21, d30: null },
    { installWeek: '2035-01-01', cohortSize: 180, d1: 0.5, d7: null, d30: null },
  ],
  byDay: [
    { day: '2035-01-13', activeUsers: 310, installs: 60, registrations: 20, payingUsers: 9 },
    { day: '2035-01-14', activeUsers: 120, installs: 30, registrations: 9, payingUsers: 4 },
  ],
};

export const revenue: Revenue = {
  period,
  grossCents: 120_000,
  netCents: 100_000,
  refundsCents: 20_000,
  arpu: 40,
  arppu: 900,
  refundRate: 0.1667,
  payments: 90,
  activeUsers: 400,
  payingUsers: 80,
  asOf,
  byDay: [{ day: '2035-01-14', gross: 120_000, net: 100_000, refunds: 20_000 }],
  byRail: [{ rail: 'localwallet_dana', gross: 120_000, net: 100_000 }],
  byCountry: [
    { country: 'ID', gross: 80_000, net: 75_000 },
    { country: null, gross: 40_000, net: 25_000 },
  ],
};

const figures = { starts: 500, completes: 250, completionPercent: 50, paywallHits: 200, unlocks: 80, coinsBurned: 800 };
const named = { title: 'The Ferry', titleI18n: {}, pictureUrl: null };
export const item: AnalyticsSeries = {
  seriesId,
  ...named,
  genreSlug: 'drama',
  status: 'published',
  ...figures,
  watchSeconds: 36_000,
};
export const episode = (episodeNumber: number, starts: number, paywallHits: number, unlocks: number) => ({
  episodeNumber,
  episodeId: `e${episodeNumber}`,
  title: `Part ${episodeNumber}`,
  titleI18n: {},
  status: 'published' as const,
  cliffhangerScore: 70,
  starts,
  completes: starts / 2,
  completionPercent: 50,
  paywallHits,
  unlocks,
  coinsBurned: unlocks * 10,
  watchSeconds: starts * 60,
  unlockRate: paywallHits === 0 ? null : unlocks / paywallHits,
});
export const detail: SeriesDetail = {
  seriesId,
  ...named,
  period,
  freeEpisodes: 1,
  freeEpisodesInPeriod: [{ ...period, freeEpisodes: 1 }],
  asOf,
  episodes: [episode(1, 400, 0, 0), episode(2, 100, 200, 80)],
};
export const answer: WhatIfAnswer = {
  seriesId,
  period,
  freeEpisodes: 1,
  coins: 10,
  outcome: 'predicted',
  asOf,
  predicted: { unlocks: { low: 60, expected: 80, high: 110 }, coins: { low: 600, expected: 800, high: 1100 } },
  observed: { freeEpisodes: 1, unlocks: 80, coinsBurned: 800, averageCoins: 10 },
};
export const step = (name: Funnel['steps'][number]['name'], count: number, conversionFromPrev: number) => ({
  name,
  count,
  conversionFromPrev,
  conversionFromTop: count / 1000,
});
export const funnel: Funnel = {
  period,
  asOf,
  steps: [step('preview_view', 1000, 1), step('ep1_start', 600, 0.6), step('paywall_hit', 300, 0.5)],
};
