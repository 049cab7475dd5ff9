import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { daysOf, everyMarket, type Period } from './rules.ts';

/** What the statements of a rollup share. */

/** Whether a moment is on one of the days. */
export const during = (column: string, { start, end }: Period): RawBuilder<SqlBool> => sql<SqlBool>`
  (${sql.raw(column)} >= ${start}::date::timestamp at time zone 'UTC'
    and ${sql.raw(column)} < (${end}::date + 1)::timestamp at time zone 'UTC')`;

/** The UTC day of a moment. */
export const dayOf = (column: string): RawBuilder<string> => sql<string>`(${sql.raw(column)} at time zone 'UTC')::date`;

/** Whether a day is one of them. */
export const among = (column: string, { start, end }: Period): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.raw(column)} between ${start}::date and ${end}::date`;

/** A select for each of the days, put together: of many rows none is asked for its day, and one day is counted at a time. */
export const eachDay = (
  period: Period,
  select: (day: RawBuilder<string>, on: (column: string) => RawBuilder<SqlBool>) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    daysOf(period).map((day) =>
      select(sql<string>`${day}::date`, (column) => during(column, { start: day, end: day })),
    ),
    sql` union all `,
  );

/** What users did with episodes on the days: once a day for each user and episode, but for unlocks. */
export const doneOn = (period: Period): RawBuilder<unknown> => {
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
    where ${during('k.created_at', period)}`;
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
