import type { Static, TObject } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Keyset } from '../../kit/page.ts';
import { asDay, lastDays, periodOf } from '../../kit/period.ts';
import type { CatalogFiles } from '../catalog/public.ts';
import {
  type AnalyzedSeriesRow,
  contentColumns,
  type EpisodeFiguresRow,
  type Figures,
  listEpisodeFigures,
  type SeriesFiguresRow,
} from './content.sql.ts';
import { freeEpisodesIn } from './free-episodes.rules.ts';
import { average, cohortOf, cohortShown, cohortWeeks, funnelOf, mustKnowUsers, percent, ratio } from './rules.ts';
import type { contentFilters, funnelQuery, marketQuery, revenueQuery } from './schema.ts';
import { marketIn, readCohorts, readFunnel, readOverview, readRevenue, type Scope } from './sql.ts';

/** The dashboards, which are also exported as CSV. */

type MarketQuery = Static<TObject<typeof marketQuery>>;
type RevenueQuery = Static<TObject<typeof revenueQuery>>;
type ContentQuery = Static<TObject<typeof contentFilters>>;
type FunnelQuery = Static<TObject<typeof funnelQuery>>;

export const scopeOf = (query: MarketQuery, now: Date): Scope => ({
  period: periodOf(query, now),
  market: query.market?.toUpperCase(),
});

export async function overviewOf(db: Db, query: MarketQuery, now: Date) {
  const scope = scopeOf(query, now);
  const { period } = scope;
  const [today, week, month] = [lastDays(period.end, 1), lastDays(period.end, 7), lastDays(period.end, 30)];
  const found = (await readOverview(db, scope, { today, week, month })) ?? refuse(notFound);
  const { net, payers30, net30, byDay, asOf, ...users } = found;
  const cohorts = await readCohorts(db, cohortWeeks(asDay(now)), marketIn(scope));
  const last = byDay.at(-1);
  return {
    period,
    ...users,
    installs: byDay.reduce((sum, { installs }) => sum + installs, 0),
    registrations: byDay.reduce((sum, { registrations }) => sum + registrations, 0),
    arpu: average(net, users.activeUsers),
    arppu: average(net, users.payingUsers),
    installsToday: last?.installs ?? 0,
    registrationsToday: last?.registrations ?? 0,
    payingUsersToday: last?.payingUsers ?? 0,
    arpu30d: average(net30, users.mau),
    arppu30d: average(net30, payers30),
    retentionCohorts: cohorts.map(({ week: installWeek, size: cohortSize, d1, d7, d30 }) =>
      cohortShown({ installWeek, cohortSize, returned: { 1: d1, 7: d7, 30: d30 } }, asDay(now)),
    ),
    byDay,
    asOf,
  };
}

export async function revenueOf(db: Db, query: RevenueQuery, now: Date) {
  const { rails, kind } = query;
  const period = periodOf(query, now);
  const countries = query.countries?.map((country) => country.toUpperCase());
  const isOfSome = rails !== undefined || kind !== undefined || (countries !== undefined && countries.length > 1);
  if (isOfSome) mustKnowUsers(period, query, now);
  const found = (await readRevenue(db, period, { rails, countries, kind })) ?? refuse(notFound);
  const { gross: grossCents, refunds: refundsCents, ...rest } = found;
  const netCents = grossCents - refundsCents;
  return {
    period,
    grossCents,
    netCents,
    refundsCents,
    ...rest,
    arpu: average(netCents, rest.activeUsers),
    arppu: average(netCents, rest.payingUsers),
    refundRate: ratio(refundsCents, grossCents),
  };
}

export async function funnelIn(db: Db, query: FunnelQuery, now: Date) {
  const scope = scopeOf(query, now);
  const week = query.installCohort === undefined ? undefined : cohortOf(query.installCohort);
  if (week !== undefined) mustKnowUsers(scope.period, query, now);
  const { asOf, ...counts } = (await readFunnel(db, scope, week)) ?? refuse(notFound);
  return { period: scope.period, steps: funnelOf(counts), asOf };
}

/** The order of the list of series. */
export const contentOrder = ({
  sort = 'starts',
  order = 'desc',
}: ContentQuery): Pick<Keyset, 'column' | 'kind' | 'order' | 'id'> & {
  field: (typeof contentColumns)[keyof typeof contentColumns]['field'];
} => ({
  ...contentColumns[sort],
  id: 'c.id',
  order,
});

const shownFigures = ({ starts, completes, paywallHits, unlocks, coinsBurned, watchSeconds }: Figures) => ({
  starts,
  completes,
  completionPercent: percent(completes, starts),
  paywallHits,
  unlocks,
  coinsBurned,
  watchSeconds,
});

export async function withPictures<Row extends { posterAssetId: string | null }>(
  db: Db,
  files: CatalogFiles,
  rows: readonly Row[],
): Promise<(Row & { pictureUrl: string | null })[]> {
  const ids = rows.map(({ posterAssetId }) => posterAssetId).filter((id) => id !== null);
  const assets = await files.findAssets(db, ids);
  return rows.map((row) => ({ ...row, pictureUrl: assets.get(row.posterAssetId ?? '')?.url ?? null }));
}

export const shownSeries = ({
  id,
  title,
  titleI18n,
  genreSlug,
  status,
  pictureUrl,
  ...row
}: SeriesFiguresRow & {
  pictureUrl: string | null;
}) => ({ seriesId: id, title, titleI18n, pictureUrl, genreSlug, status, ...shownFigures(row) });

export const totalOf = (rows: readonly Figures[]): Figures => {
  const sumOf = (name: keyof Figures): number => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    starts: sumOf('starts'),
    completes: sumOf('completes'),
    watchSeconds: sumOf('watchSeconds'),
    paywallHits: sumOf('paywallHits'),
    unlocks: sumOf('unlocks'),
    coinsBurned: sumOf('coinsBurned'),
  };
};

/** Unlocks by paywall hits, on days on which the episode was not free. */
function unlockRateOf({ episodeNumber, byFreeEpisodes }: EpisodeFiguresRow): number | null {
  const paid = totalOf(byFreeEpisodes.filter(({ freeEpisodes }) => freeEpisodes < episodeNumber));
  return paid.paywallHits === 0 ? null : ratio(paid.unlocks, paid.paywallHits);
}

function shownEpisode(row: EpisodeFiguresRow) {
  const { byFreeEpisodes, ...episode } = row;
  return { ...episode, ...shownFigures(totalOf(byFreeEpisodes)), unlockRate: unlockRateOf(row) };
}

/** The episodes of a series by number, and the number of free ones in the period. */
export async function episodesOf(db: Db, series: AnalyzedSeriesRow, { period, market }: Scope, now: Date) {
  const free = freeEpisodesIn(period, series, now);
  return { free, episodes: (await listEpisodeFigures(db, series.id, { market, free })).map(shownEpisode) };
}
