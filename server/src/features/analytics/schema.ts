import { Type } from 'typebox';
import {
  Country,
  Day,
  Id,
  Int,
  listQuery,
  nullable,
  oneOf,
  pageOf,
  Timestamp,
  Translations,
} from '../../kit/http/schema.ts';
import { states } from '../catalog/public.ts';
import { transactionKinds } from '../payments/public.ts';
import { RailFilter } from '../store/public.ts';
import { funnelSteps } from './rules.ts';

export const asOf = Type.Unsafe<Date | null>({
  type: ['string', 'null'],
  format: 'date-time',
  description: 'Moment of the last rollup; later data is not included. Null if there was none yet',
});
const day = Type.String({ format: 'date' });
export const Period = Type.Object({ start: day, end: day }, { description: 'UTC days, both included' });
const count = (description: string) => Type.Integer({ description });
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const cents = (description: string) => Type.Integer({ description: `${description}, in US cents` });

export const periodQuery = { dateFrom: Type.Optional(Day), dateTo: Type.Optional(Day) };
export const marketQuery = { ...periodQuery, market: Type.Optional(Country) };

const returned = (days: number) =>
  nullable(
    Type.Number({
      description: `Share of the cohort that was active on UTC day ${days} after installing; null until that day has passed for the whole cohort`,
    }),
  );

export const Overview = Type.Object(
  {
    period: Period,
    activeUsers: count('Users active in the period'),
    installs: count('Users created in the period'),
    registrations: count('Users who registered in the period, including guests who did'),
    payingUsers: count('Users who paid in the period'),
    arpu: Type.Number({ description: 'Net US cents in the period per active user' }),
    arppu: Type.Number({ description: 'Net US cents in the period per paying user' }),
    dau: count('Users active on the last day of the period'),
    wau: count('Users active in the 7 days up to the last day of the period'),
    mau: count('Users active in the 30 days up to the last day of the period'),
    installsToday: count('Users created on the last day of the period'),
    registrationsToday: count('Users who registered on the last day of the period, including guests who did'),
    payingUsersToday: count('Users who paid on the last day of the period'),
    arpu30d: Type.Number({
      description: 'Net US cents in those 30 days per active user',
    }),
    arppu30d: Type.Number({ description: 'Net US cents in those 30 days per paying user' }),
    retentionCohorts: Type.Array(
      Type.Object({
        installWeek: Type.String({ format: 'date', description: 'A Monday' }),
        cohortSize: Int(),
        d1: returned(1),
        d7: returned(7),
        d30: returned(30),
      }),
      { description: 'The last 12 install weeks, regardless of the period, oldest first' },
    ),
    byDay: Type.Array(
      Type.Object({ day, activeUsers: Int(), installs: Int(), registrations: Int(), payingUsers: Int() }),
      { description: 'Every day of the period' },
    ),
    asOf,
  },
  { title: 'AnalyticsOverview' },
);

const someOf = (description: string, item: ReturnType<typeof Type.String>) =>
  Type.Optional(Type.Array(item, { minItems: 1, maxItems: 50, description }));

export const revenueQuery = {
  ...periodQuery,
  rails: someOf('Any of these rails; a trailing `_*` matches by prefix, such as `localwallet_*`', RailFilter),
  countries: someOf('Payments of any of these regions', Country),
  kind: Type.Optional(oneOf(transactionKinds)),
};

export const Revenue = Type.Object(
  {
    period: Period,
    grossCents: cents('Amount paid'),
    netCents: cents('Amount paid less refunds'),
    refundsCents: cents('Refunds made in the period, regardless of when the payment was made'),
    byDay: Type.Array(Type.Object({ day, gross: Int(), net: Int(), refunds: Int() }), {
      description: 'One entry per day of the period, in US cents',
    }),
    byRail: Type.Array(Type.Object({ rail: Type.String(), gross: Int(), net: Int() }), {
      description: 'Sorted by net revenue, descending',
    }),
    byCountry: Type.Array(
      Type.Object({
        country: nullable(Type.String({ description: 'Region of the payment; null if unknown' })),
        gross: Int(),
        net: Int(),
      }),
      { description: 'Sorted by net revenue, descending' },
    ),
    arpu: Type.Number({ description: 'Net US cents per user active in the period, in these countries' }),
    arppu: Type.Number({ description: 'Net US cents per user who paid in the period' }),
    refundRate: share('Refunds divided by gross revenue'),
    payments: count('Completed payments'),
    activeUsers: count('Users active in the period, in these countries'),
    payingUsers: count('Users who paid in the period'),
    asOf,
  },
  { title: 'AnalyticsRevenue' },
);

const figures = {
  starts: count('Viewers who started an episode, counted once per day and episode'),
  completes: count('Viewers among these who watched it to the end'),
  completionPercent: Type.Number({ minimum: 0, maximum: 100, description: 'Completes divided by starts' }),
  paywallHits: count('Viewers who reached the paywall of an episode, counted once per day and episode'),
  unlocks: count('Unlocks less reversed ones'),
  coinsBurned: count('Coins spent on these unlocks'),
  watchSeconds: count('Seconds watched'),
};

export const contentSorts = [
  ...(['starts', 'completes', 'completionPercent', 'paywallHits', 'unlocks', 'coinsBurned', 'watchSeconds'] as const),
  'title',
] as const;

export const contentFilters = {
  ...marketQuery,
  genreSlug: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  sort: Type.Optional(oneOf(contentSorts, { description: 'Default: by starts' })),
  order: Type.Optional(oneOf(['asc', 'desc'], { description: 'Default: descending' })),
};
export const contentQuery = { ...listQuery, ...contentFilters };

const series = {
  seriesId: Id,
  title: Type.String(),
  titleI18n: Translations,
  pictureUrl: nullable(Type.String()),
};

const ContentItem = Type.Object(
  {
    ...series,
    genreSlug: nullable(Type.String({ description: 'Null if the series was removed' })),
    status: nullable(oneOf(states, { description: 'Null if the series was removed' })),
    ...figures,
  },
  { title: 'AnalyticsSeries' },
);

export const ContentPage = pageOf(ContentItem, { period: Period, asOf });

export const SeriesAnalytics = Type.Object(
  {
    ...series,
    period: Period,
    freeEpisodes: count('Number of episodes at the start that are free now'),
    freeEpisodesInPeriod: Type.Array(Type.Object({ start: day, end: day, freeEpisodes: Int() }), {
      description:
        'Number of episodes at the start that were free in the period; on a day with a change, the number that was in force the longest',
    }),
    episodes: Type.Array(
      Type.Object({
        episodeNumber: Int(),
        episodeId: Id,
        title: Type.String(),
        titleI18n: Translations,
        status: oneOf(states),
        cliffhangerScore: Int(),
        ...figures,
        unlockRate: nullable(
          share('Unlocks divided by paywall hits on days on which the episode was not free; null without paywall hits'),
        ),
      }),
      { description: 'All episodes of the series, by number' },
    ),
    asOf,
  },
  { title: 'AnalyticsSeriesDetail' },
);

export const funnelQuery = {
  ...marketQuery,
  installCohort: Type.Optional(
    Type.String({ format: 'day', description: 'Only users created in the week that starts on this Monday' }),
  ),
};

export const Funnel = Type.Object(
  {
    period: Period,
    steps: Type.Array(
      Type.Object({
        name: oneOf(funnelSteps),
        count: count('Users who reached the step in the period'),
        conversionFromPrev: share(
          'Share of the users of the previous step; capped at 1, because a step can be reached without the previous one',
        ),
        conversionFromTop: share('Share of the users of the first step'),
      }),
    ),
    asOf,
  },
  { title: 'AnalyticsFunnel' },
);

export const Rollup = Type.Object(
  {
    ranAt: Timestamp,
    durationMs: Int(),
    days: Type.Array(day, { description: 'Days that were refreshed, oldest first' }),
  },
  { title: 'AnalyticsRollup' },
);
