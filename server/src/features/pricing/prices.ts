import type { Db } from '../../kit/db/database.ts';
import { nextEdge, type Override, type Price, type PricedEpisode, type PriceFacts, resolvePrice } from './rules.ts';
import {
  type NamedEpisode,
  type PriceRows,
  type PricesJson,
  pricesFromJson,
  readEpisodePrices,
  readManyPrices,
  readSeriesPrices,
} from './sql.ts';

/** The default price until one is set by an admin. */
export interface PricingSettings {
  readonly defaultCoinsPerEpisode: number;
}

export type ChargedPrice = Omit<Price, 'candidates'>;

interface PricedIn {
  readonly episode: PricedEpisode;
  readonly market: string | null;
}

const factsOf = (
  { defaultCoins, overrides }: PriceRows,
  { defaultCoinsPerEpisode }: PricingSettings,
  priced: PricedIn,
): PriceFacts => ({ ...priced, overrides, defaultCoins: defaultCoins ?? defaultCoinsPerEpisode });

/** The prices of episodes in their markets, in order. */
export async function listPrices(
  db: Db,
  settings: PricingSettings,
  requests: readonly PricedIn[],
  at: Date,
): Promise<ChargedPrice[]> {
  const episodes = requests.map(({ episode }) => episode);
  const markets = new Set(requests.flatMap(({ market }) => market ?? []));
  return pricesOf(await readManyPrices(db, episodes, [...markets], at), settings, requests, at);
}

/** The price of an episode with all its overrides, including those that do not apply. */
export async function explainPrice(db: Db, settings: PricingSettings, priced: PricedIn, at: Date): Promise<Price> {
  const read = await readEpisodePrices(db, priced.episode, priced.market);
  return resolvePrice(factsOf(read, settings, priced), at);
}

/** The prices of episodes in their markets, in order, from the result of {@link pricesJson}. */
export function pricesOf(
  json: PricesJson,
  settings: PricingSettings,
  requests: readonly PricedIn[],
  at: Date,
): ChargedPrice[] {
  const { defaultCoins, overrides } = pricesFromJson(json);
  const byRef = new Map<string, Override[]>();
  for (const one of overrides) byRef.set(one.scopeRef, [...(byRef.get(one.scopeRef) ?? []), one]);
  return requests.map((priced) => {
    const { episode, market } = priced;
    const own = [episode.id, episode.seriesId, market ?? ''].flatMap((ref) => byRef.get(ref) ?? []);
    return resolvePrice(factsOf({ defaultCoins, overrides: own }, settings, priced), at);
  });
}

/** The episodes whose price in a market is 0, and when the next of their overrides starts or ends. */
export async function findFree(
  settings: PricingSettings,
  db: Db,
  episodes: readonly PricedEpisode[],
  market: string | null,
  at: Date,
): Promise<{ ids: ReadonlySet<string>; until: Date | undefined }> {
  if (episodes.length === 0) return { ids: new Set(), until: undefined };
  const read = await readManyPrices(db, episodes, market === null ? [] : [market], at);
  const requests = episodes.map((episode) => ({ episode, market }));
  const prices = pricesOf(read, settings, requests, at);
  const free = episodes.filter((_, n) => prices[n]?.coinsRequired === 0);
  return { ids: new Set(free.map(({ id }) => id)), until: nextEdge(pricesFromJson(read).overrides, at) };
}

/** The prices of a series by episode and market; by default in the markets with an override. */
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
