import type { Db } from '../../kit/db/database.ts';
import { type Price, type PricedEpisode, resolvePrice } from './rules.ts';
import {
  type NamedEpisode,
  type PricesJson,
  pricesFromJson,
  readEpisodePrices,
  readManyPrices,
  readSeriesPrices,
} from './sql.ts';

/** The price of the settings, which counts until someone sets another. */
export interface PricingSettings {
  readonly defaultCoinsPerEpisode: number;
}

/** What an episode costs in a market at a moment: the one answer for quotes, unlocks, playback and operators. */
export async function priceOf(
  db: Db,
  { defaultCoinsPerEpisode }: PricingSettings,
  episode: PricedEpisode,
  market: string | null,
  at: Date,
): Promise<Price> {
  const { defaultCoins, overrides } = await readEpisodePrices(db, episode, market);
  return resolvePrice({ episode, market, overrides, defaultCoins: defaultCoins ?? defaultCoinsPerEpisode }, at);
}

export interface PriceQuestion {
  readonly episode: PricedEpisode;
  readonly market: string | null;
}

/** The same for many at once, from what {@link pricesJson} has read for them. The answers come in their order. */
export function pricesOf(
  read: PricesJson,
  { defaultCoinsPerEpisode }: PricingSettings,
  asked: readonly PriceQuestion[],
  at: Date,
): Price[] {
  const { defaultCoins, overrides } = pricesFromJson(read);
  const facts = { overrides, defaultCoins: defaultCoins ?? defaultCoinsPerEpisode };
  return asked.map((question) => resolvePrice({ ...facts, ...question }, at));
}

/** Which of these episodes cost nothing in a market. */
export async function findFree(
  settings: PricingSettings,
  db: Db,
  episodes: readonly PricedEpisode[],
  market: string | null,
  at: Date,
): Promise<ReadonlySet<string>> {
  if (episodes.length === 0) return new Set();
  const read = await readManyPrices(db, episodes, market);
  const asked = episodes.map((episode) => ({ episode, market }));
  const prices = pricesOf(read, settings, asked, at);
  return new Set(episodes.filter((_, n) => prices[n]?.coinsRequired === 0).map(({ id }) => id));
}

/** What each of a series' episodes costs, market by market; by default in those that have a price of their own. */
export async function heatMapOf(
  db: Db,
  settings: PricingSettings,
  series: { readonly id: string; readonly episodes: readonly NamedEpisode[] },
  wanted: readonly string[] | undefined,
  at: Date,
) {
  const { defaultCoins, overrides } = await readSeriesPrices(db, series.id);
  const own = overrides.filter(({ scope, active }) => scope === 'market' && active).map(({ scopeRef }) => scopeRef);
  const named = wanted?.map((code) => code.toUpperCase()) ?? own.toSorted();
  const markets = [null, ...new Set(named)];
  const facts = { overrides, defaultCoins: defaultCoins ?? settings.defaultCoinsPerEpisode };
  const episodes = series.episodes.map(({ id, episodeNumber, title, titleI18n, status, ...rest }) => ({
    id,
    episodeNumber,
    title,
    titleI18n,
    status,
    prices: markets.map((market) => resolvePrice({ ...facts, market, episode: { id, episodeNumber, ...rest } }, at)),
  }));
  return { seriesId: series.id, at, markets, episodes };
}
