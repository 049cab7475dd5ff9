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
  description: 'When the figures were last rolled up; what came later is not in them. Null where that never was',
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
      description: `Share of the cohort that was active on the UTC day ${days} after they came; null until that day has passed for all of them`,
    }),
  );

export const Overview = Type.Object(
  {
    period: Period,
    activeUsers: count('Users who were active in the period'),
    installs: count('Users who came in the period'),
    registrations: count('Users who registered in the period, guests who did included'),
    payingUsers: count('Users who paid in the period'),
    arpu: Type.Number({ description: 'US cents that the period brought, less refunds, for each active user' }),
    arppu: Type.Number({ description: 'The same for each user who paid in the period' }),
    dau: count('Users who were active on the last day of the period'),
    wau: count('Users who were active on any of the 7 days up to then'),
    mau: count('Users who were active on any of the 30 days up to then'),
    installsToday: count('Users who came on the last day of the period'),
    registrationsToday: count('Users who registered on it, guests who did included'),
    payingUsersToday: count('Users who paid on it'),
    arpu30d: Type.Number({
      description: 'US cents that the 30 days up to then brought, less refunds, for each active user',
    }),
    arppu30d: Type.Number({ description: 'The same for each user who paid' }),
    retentionCohorts: Type.Array(
      Type.Object({
        installWeek: Type.String({ format: 'date', description: 'A Monday' }),
        cohortSize: Int(),
        d1: returned(1),
        d7: returned(7),
        d30: returned(30),
      }),
      { description: 'The last 12 install weeks up to now, whatever the period, the oldest first' },
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
  rails: someOf(
    'Any of these rails; with `_*` at its end all whose names begin so, such as `localwallet_*`',
    RailFilter,
  ),
  countries: someOf('Payments of any of these regions', Country),
  kind: Type.Optional(oneOf(transactionKinds)),
};

export const Revenue = Type.Object(
  {
    period: Period,
    grossCents: cents('What was paid'),
    netCents: cents('What was paid, less what was given back'),
    refundsCents: cents('What was given back in the period, whenever it had been paid'),
    byDay: Type.Array(Type.Object({ day, gross: Int(), net: Int(), refunds: Int() }), {
      description: 'Every day of the period, in US cents',
    }),
    byRail: Type.Array(Type.Object({ rail: Type.String(), gross: Int(), net: Int() }), {
      description: 'The most net first',
    }),
    byCountry: Type.Array(
      Type.Object({
        country: nullable(Type.String({ description: 'The region of the payment; null where it is not known' })),
        gross: Int(),
        net: Int(),
      }),
      { description: 'The most net first' },
    ),
    arpu: Type.Number({ description: 'Net US cents for each user who was active in the period, in these countries' }),
    arppu: Type.Number({ description: 'Net US cents for each user who paid in the period' }),
    refundRate: share('Refunds by gross'),
    payments: count('Payments that were completed'),
    activeUsers: count('Users who were active in the period, in these countries'),
    payingUsers: count('Users who paid in the period'),
    asOf,
  },
  { title: 'AnalyticsRevenue' },
);

const figures = {
  starts: count('Viewers who began an episode, each counted once a day for each episode'),
  completes: count('Those of them who saw it to its end'),
  completionPercent: Type.Number({ minimum: 0, maximum: 100, description: 'Completes by starts' }),
  paywallHits: count('Viewers who came to the paywall of an episode, each counted once a day for each episode'),
  unlocks: count('Unlocks, less those that were taken back'),
  coinsBurned: count('Coins that those cost'),
  watchSeconds: count('Seconds that were watched'),
};

export const contentSorts = [
  ...(['starts', 'completes', 'completionPercent', 'paywallHits', 'unlocks', 'coinsBurned', 'watchSeconds'] as const),
  'title',
] as const;

export const contentFilters = {
  ...marketQuery,
  genreSlug: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  sort: Type.Optional(oneOf(contentSorts, { description: 'By starts unless it says otherwise' })),
  order: Type.Optional(oneOf(['asc', 'desc'], { description: 'The most first unless it says otherwise' })),
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
    genreSlug: nullable(Type.String({ description: 'Null once the series is removed' })),
    status: nullable(oneOf(states, { description: 'Null once the series is removed' })),
    ...figures,
  },
  { title: 'AnalyticsSeries' },
);

export const ContentPage = pageOf(ContentItem, { period: Period, asOf });

export const SeriesAnalytics = Type.Object(
  {
    ...series,
    period: Period,
    freeEpisodes: count('How many episodes at the beginning cost nothing now'),
    freeEpisodesInPeriod: Type.Array(Type.Object({ start: day, end: day, freeEpisodes: Int() }), {
      description:
        'How many episodes at the beginning were free on the days of the period; on a day with a change, the number in force for its longest part',
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
          share(
            'Unlocks by paywall hits on the days on which the episode was not free; null where nobody came to its paywall then',
          ),
        ),
      }),
      { description: 'All that the series has, by number' },
    ),
    asOf,
  },
  { title: 'AnalyticsSeriesDetail' },
);

export const funnelQuery = {
  ...marketQuery,
  installCohort: Type.Optional(
    Type.String({ format: 'day', description: 'Only users who came in the week of this Monday' }),
  ),
};

export const Funnel = Type.Object(
  {
    period: Period,
    steps: Type.Array(
      Type.Object({
        name: oneOf(funnelSteps),
        count: count('Users who took the step in the period'),
        conversionFromPrev: share(
          'By those of the step before; at most 1, though one may take a step without the one before',
        ),
        conversionFromTop: share('By those of the first step'),
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
    days: Type.Array(day, { description: 'The days that were rolled up, the oldest first' }),
  },
  { title: 'AnalyticsRollup' },
);
