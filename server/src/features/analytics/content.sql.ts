import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { type Keyset, type PageSql, pageSql, type Sort } from '../../kit/page.ts';
import type { FreeEpisodesHistory, FreeEpisodesSpan } from './free-episodes.rules.ts';
import type { State } from './rules.ts';
import { asOfSql, marketIn, type Scope } from './sql.ts';

export interface Figures {
  starts: number;
  completes: number;
  watchSeconds: number;
  paywallHits: number;
  unlocks: number;
  coinsBurned: number;
}

export interface SeriesFiguresRow extends Figures {
  id: string;
  title: string;
  titleI18n: Record<string, string>;
  posterAssetId: string | null;
  /** Null for removed series, like the status. */
  genreSlug: string | null;
  status: State | null;
  /** Completes by starts in hundredths of a percent. */
  completion: number;
}

/** The sort columns of the list of series. */
export const contentColumns = {
  starts: { field: 'starts', column: 'c.starts', kind: 'number' },
  completes: { field: 'completes', column: 'c.completes', kind: 'number' },
  completionPercent: { field: 'completion', column: 'c.completion', kind: 'number' },
  paywallHits: { field: 'paywallHits', column: 'c."paywallHits"', kind: 'number' },
  unlocks: { field: 'unlocks', column: 'c.unlocks', kind: 'number' },
  coinsBurned: { field: 'coinsBurned', column: 'c."coinsBurned"', kind: 'number' },
  watchSeconds: { field: 'watchSeconds', column: 'c."watchSeconds"', kind: 'number' },
  title: { field: 'title', column: 'c.title', kind: 'text' },
} as const satisfies Record<string, Pick<Sort<keyof SeriesFiguresRow>, 'field' | 'column' | 'kind'>>;

/** Floats represent these counts exactly, and PostgreSQL sums them faster than large integers. */
const sums = sql`coalesce(sum(d.starts), 0)::bigint as starts, coalesce(sum(d.completes), 0)::bigint as completes,
  coalesce(sum(d.watch_seconds::float8), 0)::bigint as "watchSeconds", coalesce(sum(d.paywall_hits), 0)::bigint as "paywallHits",
  coalesce(sum(d.unlocks), 0)::bigint as unlocks, coalesce(sum(d.coins::float8), 0)::bigint as "coinsBurned"`;

/** Every series of the catalog, and removed series with figures. */
const figuresSql = (scope: Scope, genreSlug: string | undefined): RawBuilder<unknown> => sql`
  select coalesce(s.id, f.series_id) as id, s.genre_slug as "genreSlug", s.status,
    coalesce(s.title, (select n.title from series_names n where n.id = f.series_id)) as title,
    coalesce(f.starts, 0) as starts, coalesce(f.completes, 0) as completes,
    coalesce(f."watchSeconds", 0) as "watchSeconds", coalesce(f."paywallHits", 0) as "paywallHits",
    coalesce(f.unlocks, 0) as unlocks, coalesce(f."coinsBurned", 0) as "coinsBurned",
    -- Rounded: half of the divisor is added.
    case when f.starts > 0 then (f.completes * 10000 * 2 + f.starts) / (f.starts * 2) else 0 end as completion
  from current_series s
  full join (select d.series_id, ${sums} from (${seriesRows(scope)}) d group by d.series_id) f on f.series_id = s.id
  where ${genreSlug === undefined ? sql`true` : sql`s.genre_slug = ${genreSlug}`}`;

/** A page of series. Columns that are not sorted by are looked up only for that page. */
async function listSeries(
  db: Db,
  figures: RawBuilder<unknown>,
  { after, orderBy, limit }: PageSql,
): Promise<SeriesFiguresRow[]> {
  const query = sql<SeriesFiguresRow>`
    select c.*, n.title_i18n as "titleI18n", n.poster_asset_id as "posterAssetId"
    from (select * from (${figures}) c where ${after} order by ${orderBy} limit ${limit}) c
    join series_names n on n.id = c.id order by ${orderBy}`;
  return (await query.execute(db)).rows;
}

export const listContent = (
  db: Db,
  scope: Scope,
  genreSlug: string | undefined,
  keyset: Keyset,
): Promise<SeriesFiguresRow[]> => listSeries(db, figuresSql(scope, genreSlug), pageSql(keyset));

/** The whole list, for the export. */
export function listAllContent(
  db: Db,
  scope: Scope,
  genreSlug: string | undefined,
  { column, order }: Pick<Keyset, 'column' | 'order'>,
): Promise<SeriesFiguresRow[]> {
  const orderBy = sql`${sql.raw(column)} ${sql.raw(order)}, c.id ${sql.raw(order)}`;
  return listSeries(db, figuresSql(scope, genreSlug), { after: sql`true`, orderBy, limit: sql`all` });
}

export async function findAsOf(db: Db): Promise<Date | null> {
  return (await sql<{ asOf: Date | null }>`select ${asOfSql} as "asOf"`.execute(db)).rows[0]?.asOf ?? null;
}

export interface AnalyzedSeriesRow extends FreeEpisodesHistory {
  id: string;
  title: string;
  titleI18n: Record<string, string>;
  posterAssetId: string | null;
}

export async function findAnalyzedSeries(db: Db, id: string): Promise<AnalyzedSeriesRow | undefined> {
  const query = sql<AnalyzedSeriesRow>`
    select s.id, s.title, s.title_i18n as "titleI18n", s.poster_asset_id as "posterAssetId",
      s.free_episodes as "freeEpisodes", coalesce((
        select json_agg(json_build_object('at', c.changed_at, 'before', c.free_episodes_before) order by c.changed_at)
        from free_episode_changes c where c.series_id = s.id), '[]') as changes
    from current_series s where s.id = ${id}`;
  return (await query.execute(db)).rows[0];
}

/** Figures of the days with this number of free episodes. */
export interface FiguresAtPaywall extends Figures {
  freeEpisodes: number;
}

export interface EpisodeFiguresRow {
  episodeId: string;
  episodeNumber: number;
  title: string;
  titleI18n: Record<string, string>;
  status: State;
  cliffhangerScore: number;
  /** One per number of free episodes in the period; those without figures are omitted. */
  byFreeEpisodes: FiguresAtPaywall[];
}

/** All episodes of a series by number. Rows are clustered by day, so days are looked up one by one. */
export async function listEpisodeFigures(
  db: Db,
  seriesId: string,
  { market, free }: { market: Scope['market']; free: readonly FreeEpisodesSpan[] },
): Promise<EpisodeFiguresRow[]> {
  const query = sql<EpisodeFiguresRow>`
    select e.id as "episodeId", e.episode_number as "episodeNumber", n.title, n.title_i18n as "titleI18n", e.status,
      e.cliffhanger_score as "cliffhangerScore", coalesce(f.figures, '[]') as "byFreeEpisodes"
    from current_episodes e join episode_names n on n.id = e.id
    left join (
      select s.episode_id, json_agg(s order by s."freeEpisodes") as figures from (
        select d.episode_id, p.free as "freeEpisodes", ${sums}
        from unnest(${free.map(({ start }) => start)}::date[], ${free.map(({ end }) => end)}::date[],
          ${free.map(({ freeEpisodes }) => freeEpisodes)}::integer[]) p (start, "end", free)
        cross join generate_series(p.start, p."end", interval '1 day') n
        cross join lateral (select * from episode_days t
          where t.day = n::date and t.market = ${marketIn({ market })} and t.series_id = ${seriesId} offset 0) d
        group by d.episode_id, p.free) s
      group by s.episode_id) f on f.episode_id = e.id
    where e.series_id = ${seriesId} order by e.episode_number`;
  return (await query.execute(db)).rows;
}

/**
 * Rows of series in a period: one per whole week, so that a year takes few rows, and one per other day. Days are rolled up
 * in order, so a week is complete once a later day was rolled up.
 */
function seriesRows({ period, market }: Scope): RawBuilder<unknown> {
  const [start, end, of] = [sql`${period.start}::date`, sql`${period.end}::date`, marketIn({ market })];
  const figures = sql`t.series_id, t.starts, t.completes, t.watch_seconds, t.paywall_hits, t.unlocks, t.coins`;
  const days = sql`
    select n::date as day, date_trunc('week', n)::date as week
    from generate_series(${start}::timestamp, ${end}::timestamp, interval '1 day') n`;
  const isOfWholeWeek = sql`week >= ${start} and week + 6 <= least(${end}, (select max(day) from rollup_days) - 1)`;
  return sql`
    select ${figures} from series_weeks t where t.market = ${of} and t.week = any(array(
      select distinct week from (${days}) d where ${isOfWholeWeek}))
    union all
    select ${figures} from series_days t where t.market = ${of} and t.day = any(array(
      select day from (${days}) d where not (${isOfWholeWeek})))`;
}
