import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { daysOf, everyMarket, type Period } from './rules.ts';

/** What the statements of a rollup share. */

/** One at a time: whoever comes second waits, and finds what the first has left. */
export async function awaitRollups(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rollup', 0))`.execute(tx);
}

/** Whether a moment is on one of the days. */
export const withinDays = (column: string, { start, end }: Period): RawBuilder<SqlBool> => sql<SqlBool>`
  (${sql.raw(column)} >= ${start}::date::timestamp at time zone 'UTC'
    and ${sql.raw(column)} < (${end}::date + 1)::timestamp at time zone 'UTC')`;

/** The UTC day of a moment. */
export const dayOf = (column: string): RawBuilder<string> => sql<string>`(${sql.raw(column)} at time zone 'UTC')::date`;

/** Whether a day is one of them. */
export const isDayWithin = (column: string, { start, end }: Period): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.raw(column)} between ${start}::date and ${end}::date`;

/** A select for each of the days, put together: of many rows none is asked for its day, and one day is counted at a time. */
export const eachDay = (
  period: Period,
  select: (day: RawBuilder<string>, on: (column: string) => RawBuilder<SqlBool>, n: number) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    daysOf(period).map((day, n) =>
      select(sql<string>`${day}::date`, (column) => withinDays(column, { start: day, end: day }), n),
    ),
    sql` union all `,
  );

/** What users did with episodes on the days: once a day for each user and episode, but for unlocks. */
export const episodeActivityOn = (period: Period): RawBuilder<unknown> => {
  const watched = eachDay(
    period,
    (day, on) => sql`
      select ${day} as day, w.user_id, w.episode_id, 1 as starts, bool_or(w.completed)::integer as completes,
        sum(w.seconds_watched)::float8 as seconds, 0 as hits, 0 as unlocks, 0 as coins
      from watched_episodes w where ${on('w.started_at')} group by w.user_id, w.episode_id`,
  );
  const hit = eachDay(
    period,
    (day, on) => sql`
      select distinct ${day}, e.user_id, e.episode_id, 0, 0, 0, 1, 0, 0 from told_events e
      where ${on('e.at')} and e.name = 'paywall_hit' and e.episode_id is not null`,
  );
  return sql`
    ${watched} union all ${hit} union all
    select ${dayOf('k.created_at')}, k.user_id, k.episode_id, 0, 0, 0, 0, 1, k.coins from kept_unlocks k
    where ${withinDays('k.created_at', period)}`;
};

/** Where users who have moved since were on the days from `since` to before `until`, as a CTE. */
export const movedSince = ({ start }: Period): RawBuilder<unknown> => sql`
  moved as materialized (
    select m.user_id, m.country_code as market, m.day as until,
      coalesce(lag(m.day) over (partition by m.user_id order by m.day), '-infinity') as since
    from user_moves m where m.day > ${start}::date)`;

/** The user `u` of the listing who did `d`, with the move `m` that they made after its day. */
export const whoDid = sql`
  join user_listing u on u.user_id = d.user_id
  left join moved m on m.user_id = d.user_id and d.day >= m.since and d.day < m.until`;
export const marketOf = sql<string>`coalesce(m.market, u.country_code, '')`;
export const orEvery = sql`case when grouping(t.market) = 1 then ${sql.lit(everyMarket)} else t.market end`;

export const every = sql.lit(everyMarket);

/** Markets and users, as CTEs. Only who moved or paid in another country can be in several markets. */
export const marketsAndUsers = (period: Period): RawBuilder<unknown> => sql`
  markets as materialized (
    select a.market, row_number() over (order by a.market) - 1 as n from (
      select ${every} as market
      union select distinct coalesce(u.country_code, '') from user_listing u
      union select distinct m.country_code from user_moves m where m.day > ${period.start}::date
      union select distinct coalesce(p.region, '') from completed_payments p
        where ${withinDays('p.completed_at', period)}) a),
  people as materialized (
    select u.user_id, k.n as market, m.user_id is not null as has_moved, m.user_id is null and e.user_id is null as is_only
    from user_listing u join markets k on k.market = coalesce(u.country_code, '')
    left join (select distinct m.user_id from user_moves m where m.day > ${period.start}::date) m
      on m.user_id = u.user_id
    left join (select distinct p.user_id from completed_payments p join user_listing o on o.user_id = p.user_id
      where ${withinDays('p.completed_at', period)} and coalesce(p.region, '') <> coalesce(o.country_code, '')) e
      on e.user_id = u.user_id),
  names as materialized (select array_agg(k.market order by k.n) as names from markets k)`;

export const everyNumber = sql`(select k.n from markets k where k.market = ${every})`;
export const marketCount = sql`(select count(*) from markets)`;
/** The name of a market by its number. A list is looked into at once, and keeps the order of what it is looked up for. */
export const nameOf = (market: RawBuilder<unknown>) => sql`((select l.names from names l))[${market} + 1]`;

/** The number of the market in which the user `q` was on a day. */
export const marketOn = (day: RawBuilder<unknown>) => sql`
  case when q.has_moved then coalesce((select k.n from user_moves m join markets k on k.market = m.country_code
    where m.user_id = q.user_id and m.day > ${day} order by m.day limit 1), q.market) else q.market end`;
