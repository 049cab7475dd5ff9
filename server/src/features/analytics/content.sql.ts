import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { type Keyset, type PageSql, pageSql, type Sort } from '../../kit/page.ts';
import type { FreeEpisodesHistory, FreeEpisodesSpan } from './free-episodes.rules.ts';
import type { State } from './rules.ts';
import { asOfSql, marketIn, type Scope } from './sql.ts';
import { seriesRows } from './weeks.sql.ts';

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
  /** Of what is no longer in the catalog null, as is the status. */
  genreSlug: string | null;
  status: State | null;
  /** Completes by starts in hundredths of a percent. */
  completion: number;
}

/** What a list of series is sorted by. */
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

/** Floats hold such counts exactly, and are added up faster than PostgreSQL adds large integers. */
const sums = sql`coalesce(sum(d.starts), 0)::bigint as starts, coalesce(sum(d.completes), 0)::bigint as completes,
  coalesce(sum(d.watch_seconds::float8), 0)::bigint as "watchSeconds", coalesce(sum(d.paywall_hits), 0)::bigint as "paywallHits",
  coalesce(sum(d.unlocks), 0)::bigint as unlocks, coalesce(sum(d.coins::float8), 0)::bigint as "coinsBurned"`;

/** Every series of the catalog, and those that are gone from it of which there are figures. */
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

/** Series in an order, from a cursor on. What is only shown, and not sorted by, is looked up for those that are shown. */
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

/** The same as one list, for a file. */
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

/** The figures of the days on which so many episodes were free. */
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
  /** One for each number of free episodes in the period; those without figures are left out. */
  byFreeEpisodes: FiguresAtPaywall[];
}

/** All episodes that a series has, by number. The days are kept one after the other, and looked up one by one. */
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
