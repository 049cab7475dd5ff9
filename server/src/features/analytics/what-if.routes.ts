import { Type } from 'typebox';
import { notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, Int, nullable, oneOf } from '../../kit/http/schema.ts';
import { adminEndpoint } from '../access/public.ts';
import { exampleSeries } from '../catalog/public.ts';
import { maxCoins } from '../pricing/public.ts';
import { type EpisodeFiguresRow, findAnalyzedSeries, findAsOf, listEpisodeFigures } from './content.sql.ts';
import { type FreeEpisodesSpan, freeEpisodesIn } from './free-episodes.rules.ts';
import { scopeOf, totalOf } from './reports.ts';
import { average } from './rules.ts';
import { asOf, marketQuery, Period } from './schema.ts';
import { elasticity, leastUnlocks, leastViewers, type ObservedPaywall, predict } from './what-if.rules.ts';

const Range = (description: string) => Type.Object({ low: Int(), expected: Int(), high: Int() }, { description });

const WhatIf = Type.Object(
  {
    seriesId: Id,
    period: Period,
    freeEpisodes: Int(),
    coins: Int(),
    outcome: oneOf(['predicted', 'not_enough_data'], {
      description: `\`not_enough_data\` with fewer than ${leastViewers} viewers at the paywall, fewer than ${leastUnlocks} unlocks or fewer than two paid episodes, or without data on how viewers continue for free`,
    }),
    predicted: nullable(
      Type.Object(
        {
          unlocks: Range('Estimated unlocks in the period'),
          coins: Range('Estimated coins spent on them'),
        },
        {
          description: 'Range that follows from the 95 percent intervals of the underlying shares',
        },
      ),
    ),
    observed: Type.Object(
      {
        freeEpisodes: Type.Integer({ description: 'Number of free episodes on the last day of the period' }),
        unlocks: Int(),
        coinsBurned: Int(),
        averageCoins: Type.Number({ description: 'Average coins per unlock' }),
      },
      { description: 'Actual figures of the period' },
    ),
    asOf,
  },
  { title: 'AnalyticsWhatIf' },
);

const whatIfQuery = {
  ...marketQuery,
  freeEpisodes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'Defaults to the number in force on the last day of the period',
    }),
  ),
  coins: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxCoins,
      description: 'Price of an episode; defaults to the average price paid',
    }),
  ),
};

/** The figures of the episodes by number of free episodes. */
function observedPaywalls(
  episodes: readonly EpisodeFiguresRow[],
  free: readonly FreeEpisodesSpan[],
): ObservedPaywall[] {
  const numbers = new Set(free.map(({ freeEpisodes }) => freeEpisodes));
  return [...numbers].map((freeEpisodes) => ({
    freeEpisodes,
    episodes: episodes.map(({ byFreeEpisodes }) =>
      totalOf(byFreeEpisodes.filter((figures) => figures.freeEpisodes === freeEpisodes)),
    ),
  }));
}

export const whatIfRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/analytics/content/series/:id/what-if',
    access: ['analytics:read'],
    summary: 'Estimate the effect of a different paywall',
    description: `Based on how the series was watched and unlocked in the period, with the free episodes in force on each day and the coins paid: how many viewers reached the paywall, unlocked the first episode and continued. Price elasticity cannot be derived from a single price; ${elasticity.expected} percent fewer unlocks per percent of price increase are assumed, between ${elasticity.low} and ${elasticity.high}. An estimate, not a forecast.`,
    params: { id: Id },
    query: whatIfQuery,
    reply: WhatIf,
    errors: [notFound],
    fromReplica: true,
    example: {
      params: exampleSeries,
      query: { dateFrom: '2026-01-01', dateTo: '2026-01-31', freeEpisodes: '5', coins: '12' },
    },
    target: (db, { id }) => findAnalyzedSeries(db, id),
    run: async ({ db, now }, { query, target }) => {
      const scope = scopeOf(query, now);
      const free = freeEpisodesIn(scope.period, target, now);
      const episodes = await listEpisodeFigures(db, target.id, { market: scope.market, free });
      const { unlocks, coinsBurned } = totalOf(episodes.flatMap(({ byFreeEpisodes }) => byFreeEpisodes));
      const averageCoins = average(coinsBurned, unlocks);
      const inForce = free.at(-1)?.freeEpisodes ?? target.freeEpisodes;
      const { freeEpisodes = inForce, coins = Math.max(Math.round(averageCoins), 1) } = query;
      const predicted = predict(observedPaywalls(episodes, free), { freeEpisodes, coins });
      return {
        seriesId: target.id,
        period: scope.period,
        freeEpisodes,
        coins,
        outcome: predicted ? ('predicted' as const) : ('not_enough_data' as const),
        predicted,
        observed: { freeEpisodes: inForce, unlocks, coinsBurned, averageCoins },
        asOf: await findAsOf(db),
      };
    },
  }),
];
