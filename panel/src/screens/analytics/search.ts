import { day, flag, listSearch, oneOf, orders, text } from '../../ui/list/search.ts';
import type { AnalyticsSearch } from './queries.ts';

/** What the address bar holds of each page. */

export const paymentKinds = ['coin_pack', 'subscription'] as const;

/** Payment methods, those of many providers as one. */
export const railFamilies = [...['ios_store', 'android_store', 'card_web', 'localwallet_*', 'mobilemoney_*', 'vas_*']];

export const contentSorts = [
  ...(['starts', 'completes', 'completionPercent', 'paywallHits', 'unlocks', 'coinsBurned', 'watchSeconds'] as const),
  'title',
] as const;

type Raw = Record<string, unknown>;

export const periodSearch = (raw: Raw): AnalyticsSearch => ({
  dateFrom: day(raw.dateFrom),
  dateTo: day(raw.dateTo),
  market: text(raw.market),
  compare: flag(raw.compare) || undefined,
});

const texts = (raw: unknown): string[] | undefined => {
  const given = (Array.isArray(raw) ? raw : [raw]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  return given.length === 0 ? undefined : given;
};

export interface RevenueSearch extends Omit<AnalyticsSearch, 'market'> {
  readonly rails?: string[] | undefined;
  readonly countries?: string[] | undefined;
  readonly kind?: (typeof paymentKinds)[number] | undefined;
}

export function revenueSearch(raw: Raw): RevenueSearch {
  const { market: _market, ...shared } = periodSearch(raw);
  return { ...shared, rails: texts(raw.rails), countries: texts(raw.countries), kind: oneOf(paymentKinds)(raw.kind) };
}

export const contentSearch = listSearch({
  dateFrom: day,
  dateTo: day,
  market: text,
  genreSlug: text,
  sort: oneOf(contentSorts),
  order: oneOf(orders),
});

export interface FunnelSearch extends AnalyticsSearch {
  readonly installCohort?: string | undefined;
}

export const funnelSearch = (raw: Raw): FunnelSearch => ({
  ...periodSearch(raw),
  installCohort: day(raw.installCohort),
});

export interface SeriesSearch extends AnalyticsSearch {
  /** What is tried out beside what is: so many free episodes, at so many coins each. */
  readonly free?: number | undefined;
  readonly coins?: number | undefined;
}

const count = (raw: unknown): number | undefined =>
  typeof raw === 'number' && Number.isInteger(raw) && raw >= 0 ? raw : undefined;

export const seriesSearch = (raw: Raw): SeriesSearch => ({
  ...periodSearch(raw),
  free: count(raw.free),
  coins: count(raw.coins),
});
