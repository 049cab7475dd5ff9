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
      description: `\`not_enough_data\` with fewer than ${leastViewers} viewers at the paywall, fewer than ${leastUnlocks} unlocks or fewer than two episodes that cost something, or where nothing is known of how viewers go on for free`,
    }),
    predicted: nullable(
      Type.Object(
        {
          unlocks: Range('How many there would have been in the period'),
          coins: Range('What they would have cost'),
        },
        {
          description: 'The ends of the range go with the ends of a 95 percent interval of each share that it rests on',
        },
      ),
    ),
    observed: Type.Object(
      {
        freeEpisodes: Type.Integer({ description: 'In force on the last day of the period' }),
        unlocks: Int(),
        coinsBurned: Int(),
        averageCoins: Type.Number({ description: 'Coins for each unlock' }),
      },
      { description: 'What there was in the period' },
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
      description: 'The number in force on the last day of the period where it is left out',
    }),
  ),
  coins: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxCoins,
      description: 'What an episode would cost; what it cost on average where it is left out',
    }),
  ),
};

/** The episodes as they were watched with each number of free episodes that was in force. */
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
    summary: 'Estimate what another paywall would have brought',
    description: `From how the series was watched and unlocked in the period, with the free episodes in force on each day and the coins that viewers paid: how many came to the paywall, unlocked the first episode and went on. How viewers answer to another price is not seen in one price: for one percent more, ${elasticity.expected} percent fewer unlocks are assumed, between ${elasticity.low} and ${elasticity.high}. An estimate, not a promise.`,
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
