import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { LaunchedSeries, OpenSchedules, Places, PricesJson } from './rules.ts';

export interface LaunchRow extends LaunchedSeries {
  schedules: OpenSchedules;
  prices: PricesJson;
  places: Places;
}

/** Subqueries of other features; lists are arrays in SQL. */
export interface LaunchParts {
  readonly series: (ids: readonly string[]) => RawBuilder<LaunchedSeries>;
  readonly schedules: (refIds: RawBuilder<unknown>) => RawBuilder<OpenSchedules>;
  readonly prices: (
    lists: Readonly<Record<'episodeIds' | 'seriesIds' | 'markets', RawBuilder<unknown>>>,
  ) => RawBuilder<PricesJson>;
  readonly places: (seriesId: RawBuilder<unknown>) => RawBuilder<Places>;
}

/** In one statement. */
export async function readLaunches(db: Db, parts: LaunchParts, ids: readonly string[]): Promise<LaunchRow[]> {
  const lists = { episodeIds: sql`l."episodeIds"`, seriesIds: sql`array[l.id]`, markets: sql`'{}'::text[]` };
  const query = sql<LaunchRow>`
    with l as materialized (${parts.series(ids)})
    select l.*, ${parts.schedules(sql`l.id || l."episodeIds"`)} as schedules, ${parts.prices(lists)} as prices,
      ${parts.places(sql`l.id`)} as places
    from l`;
  return (await query.execute(db)).rows;
}

const mostMarkets = 6;

/** By number of active users. */
export async function listLargestMarkets(db: Db): Promise<string[]> {
  const query = sql<{ country: string }>`
    select country_code as country from user_counts where status = 'active' and country_code <> ''
    group by country_code having sum(users) > 0 order by sum(users) desc, country_code limit ${mostMarkets}`;
  return (await query.execute(db)).rows.map(({ country }) => country);
}
