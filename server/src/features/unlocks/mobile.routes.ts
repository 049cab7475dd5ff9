import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, Int, oneOf } from '../../kit/http/schema.ts';
import { visibilityOf } from '../catalog/public.ts';
import { balanceColumns, insufficientBalance } from '../ledger/public.ts';
import {
  episodePricesJson,
  maxCoins,
  type PricesJson,
  type PricingSettings,
  priceSources,
  pricesOf,
} from '../pricing/public.ts';
import { namedFreeSql } from '../rotation/public.ts';
import { unlockingSubscription } from '../subscriptions/public.ts';
import { userEndpoint } from '../users/public.ts';
import { unlockMany } from './actions.ts';
import { priceChanged } from './errors.ts';
import { findUnlockable, quoteKey, quoteRead, type UnlockableEpisode } from './sql.ts';

const Quote = Type.Object(
  {
    episodeId: Id,
    coinsRequired: Int(),
    priceSource: oneOf(priceSources),
    balanceTotal: Int(),
    sufficient: Type.Boolean({ description: 'Whether the balance covers the price' }),
    alreadyUnlocked: Type.Boolean({
      description: 'Whether the viewer has already unlocked the episode, so that nothing would be charged',
    }),
    freeToday: Type.Boolean({ description: 'Whether the episode is free today' }),
    subscribed: Type.Boolean({ description: 'Whether a subscription gives access while it is active' }),
  },
  { title: 'UnlockQuote' },
);

const UnlockBody = Type.Object({
  expectedCoins: Type.Optional(Int({ minimum: 0, maximum: maxCoins })),
});

const Unlock = Type.Object({ balanceTotal: Int(), unlockId: Id }, { title: 'Unlock' });

/** Archived episodes are visible only to users who have unlocked them. */
function isVisible(episode: Pick<UnlockableEpisode, 'status' | 'seriesStatus' | 'alreadyUnlocked'>): boolean {
  const visibility = visibilityOf(episode);
  return visibility === 'open' || (visibility === 'archived' && episode.alreadyUnlocked);
}

async function findVisible(db: Db, id: string, userId: string) {
  const episode = await findUnlockable(db, id, userId);
  return episode && isVisible(episode) ? episode : undefined;
}

const exampleEpisode = { id: '01930000-0000-7000-8000-000000000055' };

const readQuote = quoteRead<PricesJson>({
  balances: balanceColumns('q.user_id'),
  freeToday: namedFreeSql('e.series_id', 'q.market'),
  subscribed: unlockingSubscription('q.user_id'),
  prices: episodePricesJson({ episodeId: 'e.id', seriesId: 'e.series_id', market: 'q.market' }),
});

export const unlockRoutes = (settings: PricingSettings): Endpoint[] => [
  userEndpoint.postedRead({
    url: '/episodes/:id/unlock/quote',
    access: 'signed_in',
    summary: 'Get an unlock quote for an episode',
    description:
      'The current price in the viewer’s market, and whether the balance covers it. Free days and subscriptions grant access, but do not change the price. No coins are taken.',
    params: { id: Id },
    reply: Quote,
    errors: [notFound],
    example: { params: exampleEpisode },
    run: async ({ readBatched, caller, now }, { params: { id } }) => {
      const market = caller.countryCode;
      const row = await readBatched(readQuote, quoteKey(caller.id, id, market));
      if (!row || !isVisible(row)) return refuse(notFound);
      const { prices, paid, bonus, alreadyUnlocked, freeToday, subscribed } = row;
      const [price] = pricesOf(prices, settings, [{ episode: row, market }], now);
      const { coinsRequired, priceSource } = price ?? refuse(notFound);
      const balanceTotal = paid + bonus;
      return {
        episodeId: id,
        coinsRequired,
        priceSource,
        balanceTotal,
        sufficient: balanceTotal >= coinsRequired,
        alreadyUnlocked,
        freeToday,
        subscribed,
      };
    },
  }),
  userEndpoint.batchedWrite({
    method: 'POST',
    url: '/episodes/:id/unlock',
    access: 'signed_in',
    rate: 'money',
    summary: 'Unlock an episode',
    description:
      'Takes the current price in the viewer’s market, bonus coins before paid coins, exactly once: unlocking again returns the same `unlockId` and takes nothing. With `expectedCoins`, the price shown to the viewer, a different price is refused and nothing is taken. An episode with a price of 0 is unlocked without a coin movement. Free days and subscriptions grant access, but do not change the price: unlocking meanwhile is charged and permanent.',
    params: { id: Id },
    body: UnlockBody,
    reply: Unlock,
    errors: [insufficientBalance, priceChanged, notFound],
    idempotent: true,
    example: { params: exampleEpisode, body: { expectedCoins: 0 } },
    target: (db, { id }, caller) => findVisible(db, id, caller.id),
    run: (ctx, items) => unlockMany(ctx, settings, items),
  }),
];
