import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import {
  awaitRollups,
  dayOf,
  episodeActivityOn,
  everyNumber,
  isDayWithin,
  marketCount,
  marketOf,
  marketOn,
  marketsAndUsers,
  movedSince,
  nameOf,
  orEvery,
  whoDid,
  withinDays,
} from './days.sql.ts';
import { rollUpNewSteps } from './new-steps.sql.ts';
import {
  asDay,
  type DueDay,
  daysLater,
  daysOf,
  isSettled,
  oldestDays,
  type Period,
  retentionDays,
  steps,
  userDaysKept,
} from './rules.ts';
import { isFollowed, rollUpSteps } from './steps.sql.ts';

/**
 * Days that were never rolled up, have changed since, or are not over for long enough. The first is that on which the
 * first user came; of the days before it there may be what a phone has noted earlier.
 */
export async function findDueDays(db: Db, today: string): Promise<DueDay[]> {
  const oldest = daysLater(today, -oldestDays);
  const query = sql<{ day: string; rolledAt: Date | null; isOutdated: boolean }>`
    select a.day::text as day, d.rolled_at as "rolledAt", bool_or(a.is_outdated) as "isOutdated" from (
      select n::date as day, false as is_outdated from generate_series(
        greatest(coalesce((select (min(l.created_at) at time zone 'UTC')::date from user_listing l), ${today}::date),
          ${oldest}::date), ${today}::date, interval '1 day') n
      union all
      select o.day, true from rollup_outdated o where o.day between ${oldest}::date and ${today}::date) a
    left join rollup_days d on d.day = a.day
    group by a.day, d.rolled_at order by a.day`;
  const { rows } = await query.execute(db);
  return rows.flatMap(({ day, rolledAt, isOutdated }) =>
    rolledAt === null || isOutdated || !isSettled(day, rolledAt) ? [{ day, isNew: rolledAt === null }] : [],
  );
}

/** What is told of days that are not rolled up any more. */
export async function forgetOutdated(tx: Tx, today: string): Promise<void> {
  await sql`delete from rollup_outdated where day < ${daysLater(today, -oldestDays)}::date`.execute(tx);
}

const firstKept = (now: Date): string => daysLater(asDay(now), -userDaysKept);

/** Deletes at most so many of the days of users that are kept long enough. */
export async function deleteUserDays(tx: Tx, now: Date, most: number): Promise<number> {
  const query = sql`
    delete from user_days where ctid = any(array(
      select u.ctid from user_days u where u.day < ${firstKept(now)}::date limit ${most}))`;
  return Number((await query.execute(tx)).numAffectedRows ?? 0);
}

/** The same of those who paid. */
export async function deletePayerDays(tx: Tx, now: Date, most: number): Promise<number> {
  const query = sql`
    delete from payer_days where ctid = any(array(
      select p.ctid from payer_days p where p.day < ${firstKept(now)}::date limit ${most}))`;
  return Number((await query.execute(tx)).numAffectedRows ?? 0);
}

/** Days that were rolled up since a moment. */
export async function listRolledSince(db: Db, since: Date): Promise<string[]> {
  const query = sql<{ day: string }>`select day::text as day from rollup_days where rolled_at >= ${since} order by 1`;
  return (await query.execute(db)).rows.map(({ day }) => day);
}

/** Enough to hold the users of the days while they are counted; of what is so held nothing need be sorted to be joined. */
const workMemory = '160MB';

/** A month at once may take longer than what jobs do otherwise, on a machine that has much else to do. */
const statementLimit = ({ start, end }: Period): string => (start < end ? '5min' : '1min');

/**
 * Rolls days up, each as a whole. What was told of the days is forgotten first, and counted then: what is told in between
 * is told again to the next run.
 */
export async function rollUpPeriod(tx: Tx, period: Period, now: Date, parts = [period]): Promise<void> {
  await awaitRollups(tx);
  await sql`
    select set_config('work_mem', ${workMemory}, true), set_config('enable_mergejoin', 'off', true),
      set_config('statement_timeout', ${statementLimit(period)}, true)`.execute(tx);
  await sql`delete from rollup_outdated where ${isDayWithin('day', period)}`.execute(tx);
  await rollUpRevenue(tx, period);
  for (const part of parts) await rollUpEpisodes(tx, part);
  await rollUpGrowth(tx, period);
  await rollUpAllSteps(tx, period);
  await rollUpRetention(tx, period);
  await sql`
    insert into rollup_days as d (day, rolled_at)
    select n::date, ${now} from generate_series(${period.start}::date, ${period.end}::date, interval '1 day') n
    on conflict on constraint rollup_days_pk do update set rolled_at = excluded.rolled_at`.execute(tx);
}

/** A day costs what differs of it; several, if nothing is known of them nor of later ones, are counted together. */
async function rollUpAllSteps(tx: Tx, period: Period): Promise<void> {
  const { start, end } = period;
  if (start < end && !(await isFollowed(tx, daysLater(start, -1)))) return rollUpNewSteps(tx, period);
  for (const day of daysOf(period)) await rollUpSteps(tx, day);
}

async function rollUpRevenue(tx: Tx, period: Period): Promise<void> {
  await sql`delete from revenue_days where ${isDayWithin('day', period)}`.execute(tx);
  await sql`
    insert into revenue_days (day, rail, country, kind, payments, gross_cents, refunds_cents)
    select t.day, t.rail, t.country, t.kind, sum(t.payments), sum(t.gross), sum(t.refunds) from (
      select ${dayOf('p.completed_at')} as day, p.platform as rail, coalesce(p.region, '') as country, p.kind,
        1 as payments, p.amount_usd_cents as gross, 0 as refunds
      from completed_payments p where ${withinDays('p.completed_at', period)}
      union all
      select ${dayOf('r.executed_at')}, p.platform, coalesce(p.region, ''), p.kind, 0, 0, r.amount_usd_cents
      from executed_refunds r join completed_payments p on p.user_id = r.user_id and p.id = r.purchase_id
      where ${withinDays('r.executed_at', period)}) t
    group by t.day, t.rail, t.country, t.kind`.execute(tx);
  await sql`delete from payer_days where ${isDayWithin('day', period)}`.execute(tx);
  await sql`
    insert into payer_days (day, rail, country, kind, user_id)
    select distinct ${dayOf('p.completed_at')}, p.platform, coalesce(p.region, ''), p.kind, p.user_id
    from completed_payments p where ${withinDays('p.completed_at', period)}`.execute(tx);
}

async function rollUpEpisodes(tx: Tx, period: Period): Promise<void> {
  await sql`delete from episode_days where ${isDayWithin('day', period)}`.execute(tx);
  await sql`delete from series_days where ${isDayWithin('day', period)}`.execute(tx);
  if (period.start < period.end) return rollUpNewEpisodes(tx, period);
  await sql`
    with ${movedSince(period)},
    done as (${episodeActivityOn(period)})
    insert into episode_days (market, series_id, day, episode_id, starts, completes, watch_seconds, paywall_hits, unlocks,
      coins)
    select ${orEvery} as market, t.series_id, t.day, t.episode_id, sum(t.starts), sum(t.completes), sum(t.seconds),
      sum(t.hits), sum(t.unlocks), sum(t.coins)
    from (select ${marketOf} as market, e.series_id, d.* from done d
      join episode_names e on e.id = d.episode_id ${whoDid}) t
    group by grouping sets ((t.day, t.market, t.series_id, t.episode_id), (t.day, t.series_id, t.episode_id))`.execute(
    tx,
  );
  await sql`
    insert into series_days (market, day, series_id, starts, completes, watch_seconds, paywall_hits, unlocks, coins)
    select d.market, d.day, d.series_id, sum(d.starts), sum(d.completes), sum(d.watch_seconds), sum(d.paywall_hits),
      sum(d.unlocks), sum(d.coins)
    from episode_days d where ${isDayWithin('d.day', period)} group by d.market, d.day, d.series_id
    order by d.day, d.market, d.series_id`.execute(tx);
}

/** Episodes with their numbers, and the number of the first one of their series, as CTEs. */
const numberedEpisodes = sql`
  numbered_episodes as materialized (
    select e.id, e.series_id, row_number() over (order by e.series_id, e.id) as n,
      1 + row_number() over (order by e.series_id, e.id) - row_number() over (partition by e.series_id order by e.id) as first
    from episode_names e),
  lists as materialized (
    select array_agg(e.id order by e.n) as ids, array_agg(e.series_id order by e.n) as series_ids,
      array_agg(e.first order by e.n) as firsts, count(*) + 1 as total from numbered_episodes e)`;
const episodeCount = sql`(select l.total from lists l)`;
const listed = (list: 'ids' | 'series_ids' | 'firsts', n: RawBuilder<unknown>) =>
  sql`((select l.${sql.ref(list)} from lists l))[${n}]`;

/**
 * Many days that were never rolled up, counted together. Markets and episodes have numbers here, in the order of their
 * keys, and what was done where and when is one number made of them: such are sorted and counted in a fraction of the
 * time that ids take, and what is found is written in the order of its key.
 */
async function rollUpNewEpisodes(tx: Tx, period: Period): Promise<void> {
  const [episode, market] = [sql`(c.key % ${episodeCount})`, sql`(c.key / ${episodeCount} % ${marketCount})`];
  const day = sql`(c.key / (${marketCount} * ${episodeCount}))`;
  await sql`
    with ${marketsAndUsers(period)}, ${numberedEpisodes},
    done as (
      select ((d.day - ${period.start}::date) * ${marketCount} + ${marketOn(sql`d.day`)}) * ${episodeCount} + e.n as key, d.starts,
        d.completes, d.seconds, d.hits, d.unlocks, d.coins
      from (${episodeActivityOn(period)}) d join numbered_episodes e on e.id = d.episode_id
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
    select ${nameOf(market)}, ${period.start}::date + ${day}::integer, ${listed('series_ids', episode)},
      c.starts, c.completes, c.seconds, c.hits, c.unlocks, c.coins
    from (select c.key - ${episode} + ${listed('firsts', episode)} as key,
        sum(c.starts) as starts, sum(c.completes) as completes, sum(c.seconds) as seconds, sum(c.hits) as hits,
        sum(c.unlocks) as unlocks, sum(c.coins) as coins
      from counted c group by 1 order by 1) c`.execute(tx);
}

async function rollUpGrowth(tx: Tx, period: Period): Promise<void> {
  await sql`delete from growth_days where ${isDayWithin('day', period)}`.execute(tx);
  await sql`
    with ${movedSince(period)},
    came as (
      select ${dayOf('u.created_at')} as day, u.user_id, 1 as installs, (not u.is_guest and not exists (
        select from guest_registrations g where g.user_id = u.user_id))::integer as registrations
      from user_listing u where ${withinDays('u.created_at', period)}
      union all
      select g.day, g.user_id, 0, 1 from guest_registrations g where ${isDayWithin('g.day', period)})
    insert into growth_days (market, day, installs, registrations)
    select ${orEvery}, t.day, sum(t.installs), sum(t.registrations)
    from (select ${marketOf} as market, d.day, d.installs, d.registrations from came d ${whoDid}) t
    group by grouping sets ((t.day, t.market), (t.day))`.execute(tx);
}

/** Who is there again is counted in the market that they came in. Few came on those days, and each is looked up by key. */
async function rollUpRetention(tx: Tx, period: Period): Promise<void> {
  await sql`delete from retention_days where ${isDayWithin('day', period)}`.execute(tx);
  const came = retentionDays.map((since) => {
    const before = { start: daysLater(period.start, -since), end: daysLater(period.end, -since) };
    return sql`
      select u.user_id, u.country_code, ${sql.lit(since)} as since, ${dayOf('u.created_at')} as came
      from user_listing u where ${withinDays('u.created_at', before)}`;
  });
  await sql`
    insert into retention_days (market, day, since, users)
    select ${orEvery}, t.day, t.since, count(*)
    from (select coalesce(m.country_code, c.country_code, '') as market, c.came + c.since as day, c.since
      from (${sql.join(came, sql` union all `)}) c
      cross join lateral (select from user_days d where d.user_id = c.user_id and d.day = c.came + c.since
        and d.steps & ${sql.lit(steps.active)} <> 0 limit 1) d
      left join lateral (select m.country_code from user_moves m
        where m.user_id = c.user_id and m.day > c.came order by m.day limit 1) m on true) t
    group by grouping sets ((t.day, t.since, t.market), (t.day, t.since))`.execute(tx);
}
