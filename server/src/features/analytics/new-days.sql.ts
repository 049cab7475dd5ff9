import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { among, dayOf, doneOn, during } from './days.sql.ts';
import { addCounts, addReach, eachStep } from './reach.sql.ts';
import { daysLater, daysOf, everyMarket, longestGap, type Period, steps } from './rules.ts';
import { actedOn } from './steps.sql.ts';

/**
 * Many days that were never rolled up, counted together. Users, markets and episodes have numbers here, in the order of
 * their keys, and what was done where and when is one number made of them: such are sorted and counted in a fraction of
 * the time that ids take, and what is found is written in the order of its key.
 */

const every = sql.lit(everyMarket);
const bits = Object.values(steps);

/** Markets and users with their numbers, as CTEs. Only who moved or paid in another country can be in several markets. */
const numbered = (period: Period): RawBuilder<unknown> => sql`
  markets as materialized (
    select a.market, row_number() over (order by a.market) - 1 as n from (
      select ${every} as market
      union select distinct coalesce(u.country_code, '') from user_listing u
      union select distinct m.country_code from user_moves m where m.day > ${period.start}::date
      union select distinct coalesce(p.region, '') from completed_payments p
        where ${during('p.completed_at', period)}) a),
  people as materialized (
    select u.user_id, row_number() over (order by u.user_id) as n, k.n as market, m.user_id is not null as has_moved,
      m.user_id is null and e.user_id is null as is_only
    from user_listing u join markets k on k.market = coalesce(u.country_code, '')
    left join (select distinct m.user_id from user_moves m where m.day > ${period.start}::date) m
      on m.user_id = u.user_id
    left join (select distinct p.user_id from completed_payments p join user_listing o on o.user_id = p.user_id
      where ${during('p.completed_at', period)} and coalesce(p.region, '') <> coalesce(o.country_code, '')) e
      on e.user_id = u.user_id),
  names as materialized (select array_agg(k.market order by k.n) as names from markets k)`;

const everyNumber = sql`(select k.n from markets k where k.market = ${every})`;
const marketCount = sql`(select count(*) from markets)`;
/** The name of a market by its number. A list is looked into at once, and keeps the order of what it is looked up for. */
const nameOf = (market: RawBuilder<unknown>) => sql`((select l.names from names l))[${market} + 1]`;

/** The number of the market in which the user `q` was on the day of `d`. */
const marketThen = sql`
  case when q.has_moved then coalesce((select k.n from user_moves m join markets k on k.market = m.country_code
    where m.user_id = q.user_id and m.day > d.day order by m.day limit 1), q.market) else q.market end`;

/**
 * Who took which steps on days after which there are none that were rolled up: most have taken a step before on one of
 * these days; who has not is looked up before them.
 */
export async function rollUpNewSteps(tx: Tx, period: Period): Promise<void> {
  const isPreceded = await isKnownBefore(tx, period);
  if (isPreceded) await sql`truncate rollup_new_days`.execute(tx);
  await addNewDays(tx, period, isPreceded);
  const firstTimes = sql`
    select n.user_id, n.day, n.market, 0::smallint as was, n.steps as now, n.is_only from rollup_new_days n`;
  if (isPreceded) await addReach(tx, period, firstTimes, ['before']);
}

/** Whether there is anything that the steps of these days may follow. */
async function isKnownBefore(tx: Tx, { start }: Period): Promise<boolean> {
  const oldest = daysLater(start, 1 - longestGap);
  const query = sql<{ found: boolean }>`
    select exists (select from user_days where day >= ${oldest}::date and day < ${start}::date) as found`;
  return (await query.execute(tx)).rows[0]?.found ?? false;
}

/** What the numbers of users, markets and days come to: `key` is made of the user, `cell` of the rest. */
function cellsOf({ start, end }: Period) {
  const days = sql.lit(daysOf({ start, end }).length);
  const cells = sql`(select c.cells from cells c)`;
  return {
    ...{ days, cells },
    sizes: sql`cells as materialized (select 2 * count(*) * ${days} as cells from markets)`,
    user: sql`((select i.ids from ids i))[d.key / ${cells}]`,
    market: (cell: RawBuilder<unknown>) => sql`${cell} / (2 * ${days})`,
    isOnly: (cell: RawBuilder<unknown>) => sql`(${cell} / ${days} % 2 = 1)`,
    day: (cell: RawBuilder<unknown>) => sql`(${start}::date + (${cell} % ${days})::integer)`,
  };
}

/**
 * Each step that users took, by key. Who can be in several markets is there twice, in each market and in all together;
 * where all others were stands for all together, too.
 */
function takenByKey(period: Period): RawBuilder<unknown> {
  const { days, cells } = cellsOf(period);
  const since = (day: RawBuilder<unknown>) => sql`(${day} - ${period.start}::date)`;
  return sql`
    places as (
      select p.*, p.n * ${cells} + p.is_only::integer * ${days} as base, false as is_every from people p
      union all
      select p.user_id, p.n, ${everyNumber}, false, false, p.n * ${cells}, true from people p where not p.is_only),
    taken as (
      select q.base + 2 * ${days} * ${marketThen} + ${since(sql`d.day`)} as key, d.steps
      from (${actedOn(period)}) d join places q on q.user_id = d.user_id
      union all
      select q.base + 2 * ${days} * case when q.is_every then q.market else k.n end + ${since(dayOf('p.completed_at'))},
        ${sql.lit(steps.paid)}::smallint
      from completed_payments p join places q on q.user_id = p.user_id join markets k on k.market = coalesce(p.region, '')
      where ${during('p.completed_at', period)})`;
}

/** Of each user, market and day the steps, and the keys at which each step was last taken before, whoever took it. */
const daysByKey = sql`
  days as materialized (
    select g.key, g.steps, ${sql.join(
      bits.map(
        (bit) =>
          sql`max(g.key) filter (where g.steps & ${sql.lit(bit)} <> 0) over earlier as ${sql.ref(`last_${bit}`)}`,
      ),
    )}
    from (select t.key, bit_or(t.steps) as steps from (select * from taken order by key offset 0) t group by t.key) g
    window earlier as (order by g.key rows between unbounded preceding and 1 preceding))`;

/** Which steps each sum of steps is of: joined by the sum, nothing is tried that was not taken. */
const stepsIn = sql`
  select n::smallint as steps, s.step from generate_series(1, ${sql.lit(2 * Math.max(...bits) - 1)}) n
  join (${eachStep}) s on n & s.step <> 0 offset 0`;

/**
 * Writes what users did on the days, counts it by how long before on these days they had done the same, and notes what
 * they had not: it is counted too if nobody is known from before.
 */
async function addNewDays(tx: Tx, period: Period, isPreceded: boolean): Promise<void> {
  const { days, cells, sizes, user, market, isOnly, day } = cellsOf(period);
  const [cell, found] = [sql`(d.key % ${cells})`, sql`f.cell`];
  const lastOf = bits.map((bit) => sql`when ${sql.lit(bit)} then ${sql.ref(`d.last_${bit}`)}`);
  const first = bits.map((bit) => {
    const [one, last] = [sql.lit(bit), sql.ref(`d.last_${bit}`)];
    return sql`case when ${last} >= d.key - d.key % ${days} then 0 else d.steps & ${one} end`;
  });
  const noted = sql`
    noted as (
      insert into rollup_new_days (user_id, day, market, steps, is_only)
      select t.* from (select ${user}, ${day(cell)}, ${nameOf(market(cell))},
          (${sql.join(first, sql` | `)})::smallint as steps, ${isOnly(cell)} from days d) t
      where t.steps <> 0),`;
  // Who took a step last was someone else, or nobody, where it is longer ago than the days.
  await sql`
    with ${numbered(period)}, ${sizes}, ${takenByKey(period)}, ${daysByKey},
    ids as materialized (select array_agg(p.user_id order by p.n) as ids from people p),
    added as (
      insert into user_days (user_id, day, market, steps)
      select ${user}, ${day(cell)}, ${nameOf(market(cell))}, d.steps from days d
      where ${market(cell)} <> ${everyNumber}),
    ${isPreceded ? noted : sql``}
    found as materialized (
      select f.step, f.cell, nullif(f.gap, f.cell % ${days} + 1) as gap, f.users from (
        select s.step, ${cell} as cell, least(d.key - case s.step ${sql.join(lastOf, sql` `)} end, d.key % ${days} + 1) as gap,
          count(*) as users
        from days d join (${stepsIn}) s on s.steps = d.steps group by 1, 2, 3) f)
    ${addCounts(sql`
      select f.step, ${nameOf(market(found))}, ${day(found)}, f.gap, f.users from found f
      where ${isPreceded ? sql`f.gap is not null` : sql`true`}
      union all
      select f.step, ${every}, ${day(found)}, f.gap, f.users from found f
      where ${isOnly(found)} and ${isPreceded ? sql`f.gap is not null` : sql`true`}`)}`.execute(tx);
}

/** Episodes with their numbers, and the number of the first one of their series, as CTEs. */
const numberedEpisodes = sql`
  numbered_episodes as materialized (
    select e.id, e.series_id, row_number() over (order by e.series_id, e.id) as n,
      1 + row_number() over (order by e.series_id, e.id) - row_number() over (partition by e.series_id order by e.id) as first
    from episode_names e),
  lists as materialized (
    select array_agg(e.id order by e.n) as ids, array_agg(e.series_id order by e.n) as series_ids,
      array_agg(e.first order by e.n) as firsts from numbered_episodes e)`;
const episodeCount = sql`(select count(*) + 1 from numbered_episodes)`;
const listed = (list: 'ids' | 'series_ids' | 'firsts', n: RawBuilder<unknown>) =>
  sql`((select l.${sql.ref(list)} from lists l))[${n}]`;

/** What was done with episodes, and with their series, in each market and in all together. */
export async function rollUpNewEpisodes(tx: Tx, period: Period): Promise<void> {
  const days = sql.lit(daysOf(period).length);
  const [episode, market] = [sql`(c.key % ${episodeCount})`, sql`(c.key / ${episodeCount} % ${marketCount})`];
  const day = sql`(c.key / (${marketCount} * ${episodeCount}))`;
  await sql`delete from episode_days where ${among('day', period)}`.execute(tx);
  await sql`delete from series_days where ${among('day', period)}`.execute(tx);
  await sql`
    with ${numbered(period)}, ${numberedEpisodes},
    done as (
      select ((d.day - ${period.start}::date) * ${marketCount} + ${marketThen}) * ${episodeCount} + e.n as key, d.starts,
        d.completes, d.seconds, d.hits, d.unlocks, d.coins
      from (${doneOn(period)}) d join numbered_episodes e on e.id = d.episode_id
      join (select p.user_id, p.market, p.has_moved from people p
        union all select p.user_id, ${everyNumber}, false from people p) q on q.user_id = d.user_id
      order by key offset 0),
    counted as materialized (
      select d.key, sum(d.starts)::integer as starts, sum(d.completes)::integer as completes, sum(d.seconds) as seconds,
        sum(d.hits)::integer as hits, sum(d.unlocks)::integer as unlocks, sum(d.coins) as coins from done d group by d.key),
    added as (
      insert into episode_days (market, series_id, day, episode_id, starts, completes, watch_seconds, paywall_hits, unlocks,
        coins)
      select ${nameOf(market)}, ${listed('series_ids', episode)}, ${period.start}::date + ${day}::integer,
        ${listed('ids', episode)}, c.starts, c.completes, c.seconds, c.hits, c.unlocks, c.coins from counted c)
    insert into series_days (market, day, series_id, starts, completes, watch_seconds, paywall_hits, unlocks, coins)
    select ${nameOf(sql`c.key / ${days} / ${episodeCount}`)},
      ${period.start}::date + (c.key / ${episodeCount} % ${days})::integer, ${listed('series_ids', episode)},
      c.starts, c.completes, c.seconds, c.hits, c.unlocks, c.coins
    from (select (${market} * ${days} + ${day}) * ${episodeCount} + ${listed('firsts', episode)} as key,
        sum(c.starts) as starts, sum(c.completes) as completes, sum(c.seconds) as seconds, sum(c.hits) as hits,
        sum(c.unlocks) as unlocks, sum(c.coins) as coins
      from counted c group by 1 order by 1) c`.execute(tx);
}
