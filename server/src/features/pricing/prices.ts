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

/** The price of the settings, which counts until someone sets another. */
export interface PricingSettings {
  readonly defaultCoinsPerEpisode: number;
}

/** What is charged, without the explanation. */
export type ChargedPrice = Omit<Price, 'candidates'>;

export interface PriceQuestion {
  readonly episode: PricedEpisode;
  readonly market: string | null;
}

const factsOf = (
  { defaultCoins, overrides }: PriceRows,
  { defaultCoinsPerEpisode }: PricingSettings,
  question: PriceQuestion,
): PriceFacts => ({ ...question, overrides, defaultCoins: defaultCoins ?? defaultCoinsPerEpisode });

/** What episodes cost in their markets at a moment, in the order of the questions: the one answer for all who charge. */
export async function listPrices(
  db: Db,
  settings: PricingSettings,
  asked: readonly PriceQuestion[],
  at: Date,
): Promise<ChargedPrice[]> {
  const episodes = asked.map(({ episode }) => episode);
  const markets = new Set(asked.flatMap(({ market }) => market ?? []));
  return pricesOf(await readManyPrices(db, episodes, [...markets], at), settings, asked, at);
}

/** One price with every override that was ever made for it, also those that do not apply at that moment. */
export async function explainPrice(
  db: Db,
  settings: PricingSettings,
  question: PriceQuestion,
  at: Date,
): Promise<Price> {
  const read = await readEpisodePrices(db, question.episode, question.market);
  return resolvePrice(factsOf(read, settings, question), at);
}

/** The prices for many questions, in their order, from what {@link pricesJson} has read for them. */
export function pricesOf(
  json: PricesJson,
  settings: PricingSettings,
  asked: readonly PriceQuestion[],
  at: Date,
): ChargedPrice[] {
  const { defaultCoins, overrides } = pricesFromJson(json);
  const byRef = new Map<string, Override[]>();
  for (const one of overrides) byRef.set(one.scopeRef, [...(byRef.get(one.scopeRef) ?? []), one]);
  return asked.map((question) => {
    const { episode, market } = question;
    const own = [episode.id, episode.seriesId, market ?? ''].flatMap((ref) => byRef.get(ref) ?? []);
    return resolvePrice(factsOf({ defaultCoins, overrides: own }, settings, question), at);
  });
}

/** Which of these episodes cost nothing in a market, and until when, where an override begins or ends by itself. */
export async function findFree(
  settings: PricingSettings,
  db: Db,
  episodes: readonly PricedEpisode[],
  market: string | null,
  at: Date,
): Promise<{ ids: ReadonlySet<string>; until: Date | undefined }> {
  if (episodes.length === 0) return { ids: new Set(), until: undefined };
  const read = await readManyPrices(db, episodes, market === null ? [] : [market], at);
  const asked = episodes.map((episode) => ({ episode, market }));
  const prices = pricesOf(read, settings, asked, at);
  const free = episodes.filter((_, n) => prices[n]?.coinsRequired === 0);
  return { ids: new Set(free.map(({ id }) => id)), until: nextEdge(pricesFromJson(read).overrides, at) };
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
