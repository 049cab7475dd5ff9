import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { dayMs } from '../../kit/time.ts';
import { countedSince } from './rules.ts';

/**
 * What viewers did with series, by market: in the last hours, on the days of a year, and from the 1st and the 16th of each
 * of its months until now. What happened in the last minutes is not added up yet, and is read as it was written.
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

/** What viewers of a market did with each series in the days before a moment, in several rows for a series. */
function activityIn(days: number, what: Counted, { market, at, seriesIds }: ActivityQuery): RawBuilder<unknown> {
  const { since, firstWholeDay, fromHereOn } = countedSince(at, days);
  const of = market ?? anyMarket;
  const ofOneMarket = market === null ? sql`` : sql`and market = ${market}`;
  return sql`
    select a.series_id, a.figure from (
      select series_id, ${sql.ref(what)} as figure from series_activity
      where span = 'until_now' and market = ${of} and since = ${fromHereOn}
      union all
      select series_id, ${sql.ref(what)} from series_activity
      where span = 'day' and market = ${of} and since >= ${firstWholeDay} and since < ${fromHereOn}
      union all
      select series_id, ${sql.ref(what)} from series_activity
      where span = 'hour' and market = ${of} and since >= ${since} and since < ${firstWholeDay}
      union all
      select series_id, ${sql.ref(what)} from series_activity_added where hour >= ${since} ${ofOneMarket}) a
    ${seriesIds ? sql`where a.series_id in (${seriesIds})` : sql``}`;
}

/** How often viewers of a market did something with each series in the days before a moment. */
export const figuresOf = (what: Counted, days: number, asked: ActivityQuery): RawBuilder<unknown> => sql`
  select series_id, sum(figure)::float8 as value from (${activityIn(days, what, asked)}) counted
  group by series_id having sum(figure) > 0`;

/** The starts of each series in the last 24 hours, and in the 7 days before; those without any in the last 24 are left out. */
const startsOf = (asked: ActivityQuery): RawBuilder<unknown> => sql`
  select series_id, sum(last) as last, sum(whole) - sum(last) as before
  from (
    select series_id, figure as last, 0 as whole from (${activityIn(1, 'starts', asked)}) l
    union all
    select series_id, 0, figure from (${activityIn(8, 'starts', asked)}) w) counted
  group by series_id having sum(last) > 0`;

/** The starts of the last 24 hours over the daily mean of the 7 days before, which counts as one where it is less. */
export const trendOf = (asked: ActivityQuery): RawBuilder<unknown> =>
  sql`select series_id, (last / greatest(before / 7.0, 1))::float8 as value from (${startsOf(asked)}) s`;

/** The daily mean of starts in the 7 days before the last 24 hours, by series. */
export async function listUsualStarts(db: Db, asked: ActivityQuery): Promise<Map<string, number>> {
  const query = sql<{ seriesId: string; usual: number }>`
    select series_id as "seriesId", (before / 7.0)::float8 as usual from (${startsOf(asked)}) s`;
  return new Map((await query.execute(db)).rows.map(({ seriesId, usual }) => [seriesId, usual]));
}

/** Hours are kept for a day more than a window that is counted by them, days and months for one more than the longest. */
const kept = { hours: 9, days: 366 };

/** Adds up at most so many counts, and answers how many there were. */
export async function addUpActivity(tx: Tx, most: number): Promise<number> {
  const query = sql<{ counted: number }>`
    with taken as materialized (
      delete from series_activity_added where id = any(array(select id from series_activity_added order by id limit ${most}))
      returning series_id, market, hour, starts, unlocks, saves),
    by_market as (
      select series_id, coalesce(market, ${sql.lit(anyMarket)}) as market, hour, sum(starts) as starts,
        sum(unlocks) as unlocks, sum(saves) as saves
      from taken group by grouping sets ((series_id, market, hour), (series_id, hour))),
    added as (
      insert into series_activity as a (span, since, market, series_id, starts, unlocks, saves)
      select t.span, t.since, m.market, m.series_id, sum(m.starts), sum(m.unlocks), sum(m.saves)
      from by_market m cross join lateral (
        select 'hour' as span, m.hour as since where m.hour > clock() - interval '1 day' * ${sql.lit(kept.hours)}
        union all
        select 'day', date_trunc('day', m.hour, 'UTC') where m.hour > clock() - interval '1 day' * ${sql.lit(kept.days + 1)}
        union all
        select 'until_now', u.since
        from generate_series(date_trunc('month', (clock() - interval '1 day' * ${sql.lit(kept.days)}) at time zone 'UTC'),
            m.hour at time zone 'UTC', interval '1 month') f (month)
          cross join (values (0), (15)) d (days)
          cross join lateral (select (f.month + d.days * interval '1 day') at time zone 'UTC') u (since)
        where u.since between clock() - interval '1 day' * ${sql.lit(kept.days)} and m.hour) t
      group by 1, 2, 3, 4 order by 1, 3, 2, 4
      on conflict on constraint series_activity_pk do update set starts = a.starts + excluded.starts,
        unlocks = a.unlocks + excluded.unlocks, saves = a.saves + excluded.saves)
    select count(*)::integer as counted from taken`;
  return (await query.execute(tx)).rows[0]?.counted ?? 0;
}

/** Forgets what no rule looks back to any more. */
export async function forgetActivity(tx: Tx, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await sql`
    delete from series_activity
    where (span = 'hour' and since <= ${before(kept.hours)})
      or (span in ('day', 'until_now') and since < ${before(kept.days + 1)})`.execute(tx);
}
