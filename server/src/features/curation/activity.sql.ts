import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { countedSince } from './rules.ts';

/**
 * What viewers did with series, by market. A day that is over is in the sums, of which a rule reads one row for each
 * series; what came for it since is late. The days since are read as such, and hours where a window begins within a day.
 * What happened in the last minutes is not added up yet.
 */

export type Counted = 'starts' | 'unlocks' | 'saves';

/** All markets together. */
const anyMarket = '*';

export interface ActivityQuery {
  readonly market: string | null;
  readonly at: Date;
  /** The ids of the series that are counted, where not all are. */
  readonly seriesIds?: RawBuilder<unknown>;
}

const onlyOf = ({ seriesIds }: ActivityQuery): RawBuilder<unknown> =>
  seriesIds ? sql`where series_id in (${seriesIds})` : sql``;

/**
 * The days of a market that are not in the sums, from one on. They are named one by one: of a range that begins at what is
 * looked up, the planner expects a third of the table, and reads all of it.
 */
const daysSince = (first: Date, of: string) => sql`any(array(
  select generate_series(
    greatest(${first}::date, coalesce((select until from series_activity_summed where market = ${of}), '-infinity')),
    (clock() at time zone 'UTC')::date + 1, interval '1 day')::date))`;

/** Where the sum since a day stands in its row: at the first of its days that is not before. */
const placeOf = (day: Date) => sql`width_bucket(${day}::date - 1, days) + 1`;

/** How often viewers of a market did something with each series in the days before a moment. */
export function figuresOf(what: Counted, days: number, asked: ActivityQuery): RawBuilder<unknown> {
  const { market, at } = asked;
  const { since, firstWholeDay } = countedSince(at, days);
  const [column, of] = [sql.raw(what), market ?? anyMarket];
  return sql`
    select series_id, sum(figure)::float8 as value from (
      select series_id, ${column}[${placeOf(firstWholeDay)}] as figure from series_activity_sums
      where market = ${of} and last_day >= ${firstWholeDay}::date
      union all
      select series_id, ${column} from series_activity_late where market = ${of} and day >= ${firstWholeDay}::date
      union all
      select series_id, ${column} from series_activity_days
      where market = ${of} and day = ${daysSince(firstWholeDay, of)}
      union all
      select series_id, ${column} from series_activity_hours
      where market = ${of} and hour >= ${since} and hour < ${firstWholeDay}::date at time zone 'UTC'
      union all
      select series_id, ${column} from series_activity_added
      where hour >= ${since} and (${of} = ${anyMarket} or market = ${of})) counted ${onlyOf(asked)}
    group by series_id having sum(figure) > 0`;
}

/** The starts of each series in the last 24 hours, and in the 7 days before; those without any in the last 24 are left out. */
function startsOf(asked: ActivityQuery): RawBuilder<unknown> {
  const { market, at } = asked;
  const of = market ?? anyMarket;
  const [last, whole] = [countedSince(at, 1), countedSince(at, 8)];
  return sql`
    select series_id, sum(last) as last, sum(whole) - sum(last) as before
    from (
      select series_id, coalesce(starts[${placeOf(last.firstWholeDay)}], 0) as last,
        starts[${placeOf(whole.firstWholeDay)}] as whole
      from series_activity_sums where market = ${of} and last_day >= ${whole.firstWholeDay}::date
      union all
      select series_id, case when day >= ${last.firstWholeDay}::date then starts else 0 end, starts
      from series_activity_late where market = ${of} and day >= ${whole.firstWholeDay}::date
      union all
      select series_id, case when day >= ${last.firstWholeDay}::date then starts else 0 end, starts
      from series_activity_days where market = ${of} and day = ${daysSince(whole.firstWholeDay, of)}
      union all
      select series_id, starts, 0 from series_activity_hours
      where market = ${of} and hour >= ${last.since} and hour < ${last.firstWholeDay}::date at time zone 'UTC'
      union all
      select series_id, 0, starts from series_activity_hours
      where market = ${of} and hour >= ${whole.since} and hour < ${whole.firstWholeDay}::date at time zone 'UTC'
      union all
      select series_id, case when hour >= ${last.since} then starts else 0 end, starts from series_activity_added
      where hour >= ${whole.since} and (${of} = ${anyMarket} or market = ${of})) counted ${onlyOf(asked)}
    group by series_id having sum(last) > 0`;
}

/** The starts of the last 24 hours over the daily mean of the 7 days before, which counts as one where it is less. */
export const trendOf = (asked: ActivityQuery): RawBuilder<unknown> =>
  sql`select series_id, (last / greatest(before / 7.0, 1))::float8 as value from (${startsOf(asked)}) s`;

/** The daily mean of starts in the 7 days before the last 24 hours, by series. */
export async function listUsualStarts(db: Db, asked: ActivityQuery): Promise<Map<string, number>> {
  const query = sql<{ seriesId: string; usual: number }>`
    select series_id as "seriesId", (before / 7.0)::float8 as usual from (${startsOf(asked)}) s`;
  return new Map((await query.execute(db)).rows.map(({ seriesId, usual }) => [seriesId, usual]));
}

/** Adds up at most so many counts, and answers how many there were. */
export async function addUpActivity(tx: Tx, most: number): Promise<number> {
  const query = sql<{ counted: number }>`select add_up_series_activity(${most}) as counted`;
  return (await query.execute(tx)).rows[0]?.counted ?? 0;
}

/** Sums up the days of one market that is behind, and answers whether there was one. */
export async function sumActivity(tx: Tx): Promise<boolean> {
  const query = sql<{ found: boolean }>`select sum_series_activity() as found`;
  return (await query.execute(tx)).rows[0]?.found ?? false;
}

/** Forgets what no rule looks back to any more. */
export async function forgetActivity(tx: Tx): Promise<void> {
  await sql`select forget_series_activity()`.execute(tx);
}
