import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { awaitRollups, isOn, marketOf, movedSince, orEvery, whoDid } from './days.sql.ts';
import {
  asDay,
  daysLater,
  isSettled,
  isWeekOver,
  mondayOf,
  oldestDays,
  retentionDays,
  steps,
  userDaysKept,
} from './rules.ts';
import { rollUpSteps } from './steps.sql.ts';
import { sumUpWeek } from './weeks.sql.ts';

/**
 * Days that were never rolled up, have changed since, or are not over for long enough. The first is that on which the
 * first user came; of the days before it there may be what a phone has noted earlier.
 */
export async function findDueDays(db: Db, today: string): Promise<string[]> {
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
    rolledAt === null || isOutdated || !isSettled(day, rolledAt) ? [day] : [],
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

/** Enough to hold the users of a day while they are counted; of what is so held nothing need be sorted to be joined. */
const workMemory = '160MB';

/**
 * Rolls a day up as a whole. What was told of the day is forgotten first, and counted then: what is told in between is
 * told again to the next run.
 */
export async function rollUpDay(tx: Tx, day: string, now: Date): Promise<void> {
  await awaitRollups(tx);
  await sql`
    select set_config('work_mem', ${workMemory}, true), set_config('enable_mergejoin', 'off', true)`.execute(tx);
  await sql`delete from rollup_outdated where day = ${day}::date`.execute(tx);
  await rollUpRevenue(tx, day);
  await rollUpEpisodes(tx, day);
  if (isWeekOver(day, now)) await sumUpWeek(tx, mondayOf(day));
  await rollUpGrowth(tx, day);
  await rollUpSteps(tx, day);
  await rollUpRetention(tx, day);
  await sql`
    insert into rollup_days (day, rolled_at) values (${day}::date, ${now})
    on conflict on constraint rollup_days_pk do update set rolled_at = excluded.rolled_at`.execute(tx);
}

async function rollUpRevenue(tx: Tx, day: string): Promise<void> {
  await sql`delete from revenue_days where day = ${day}::date`.execute(tx);
  await sql`
    insert into revenue_days (day, rail, country, kind, payments, gross_cents, refunds_cents)
    select ${day}::date, t.rail, t.country, t.kind, sum(t.payments), sum(t.gross), sum(t.refunds) from (
      select p.platform as rail, coalesce(p.region, '') as country, p.kind, 1 as payments, p.amount_usd_cents as gross,
        0 as refunds
      from completed_payments p where ${isOn('p.completed_at', day)}
      union all
      select p.platform, coalesce(p.region, ''), p.kind, 0, 0, r.amount_usd_cents
      from executed_refunds r join completed_payments p on p.user_id = r.user_id and p.id = r.purchase_id
      where ${isOn('r.executed_at', day)}) t
    group by t.rail, t.country, t.kind`.execute(tx);
  await sql`delete from payer_days where day = ${day}::date`.execute(tx);
  await sql`
    insert into payer_days (day, rail, country, kind, user_id)
    select distinct ${day}::date, p.platform, coalesce(p.region, ''), p.kind, p.user_id
    from completed_payments p where ${isOn('p.completed_at', day)}`.execute(tx);
}

/** What users did with episodes on a day: once for each user and episode, but for unlocks. */
const episodeActivityOn = (day: string): RawBuilder<unknown> => sql`
  select w.user_id, w.episode_id, 1 as starts, bool_or(w.completed)::integer as completes,
    sum(w.seconds_watched)::float8 as seconds, 0 as hits, 0 as unlocks, 0 as coins
  from watched_episodes w where ${isOn('w.started_at', day)} group by w.user_id, w.episode_id
  union all
  select distinct e.user_id, e.episode_id, 0, 0, 0, 1, 0, 0 from told_events e
  where ${isOn('e.at', day)} and e.name = 'paywall_hit' and e.episode_id is not null
  union all
  select k.user_id, k.episode_id, 0, 0, 0, 0, 1, k.coins from kept_unlocks k where ${isOn('k.created_at', day)}`;

async function rollUpEpisodes(tx: Tx, day: string): Promise<void> {
  await sql`delete from episode_days where day = ${day}::date`.execute(tx);
  await sql`delete from series_days where day = ${day}::date`.execute(tx);
  await sql`
    with ${movedSince(day)},
    done as (${episodeActivityOn(day)})
    insert into episode_days (market, series_id, day, episode_id, starts, completes, watch_seconds, paywall_hits, unlocks,
      coins)
    select ${orEvery} as market, t.series_id, ${day}::date, t.episode_id, sum(t.starts), sum(t.completes), sum(t.seconds),
      sum(t.hits), sum(t.unlocks), sum(t.coins)
    from (select ${marketOf} as market, e.series_id, d.* from done d
      join episode_names e on e.id = d.episode_id ${whoDid}) t
    group by grouping sets ((t.market, t.series_id, t.episode_id), (t.series_id, t.episode_id))`.execute(tx);
  await sql`
    insert into series_days (market, day, series_id, starts, completes, watch_seconds, paywall_hits, unlocks, coins)
    select d.market, d.day, d.series_id, sum(d.starts), sum(d.completes), sum(d.watch_seconds), sum(d.paywall_hits),
      sum(d.unlocks), sum(d.coins)
    from episode_days d where d.day = ${day}::date group by d.market, d.day, d.series_id
    order by d.market, d.series_id`.execute(tx);
}

async function rollUpGrowth(tx: Tx, day: string): Promise<void> {
  await sql`delete from growth_days where day = ${day}::date`.execute(tx);
  await sql`
    with ${movedSince(day)},
    came as (
      select u.user_id, 1 as installs, (not u.is_guest and not exists (
        select from guest_registrations g where g.user_id = u.user_id))::integer as registrations
      from user_listing u where ${isOn('u.created_at', day)}
      union all
      select g.user_id, 0, 1 from guest_registrations g where g.day = ${day}::date)
    insert into growth_days (market, day, installs, registrations)
    select ${orEvery}, ${day}::date, sum(t.installs), sum(t.registrations)
    from (select ${marketOf} as market, d.installs, d.registrations from came d ${whoDid}) t
    group by grouping sets ((t.market), ()) having count(*) > 0`.execute(tx);
}

/** Who is there again is counted in the market that they came in. Few came on those days, and each is looked up by key. */
async function rollUpRetention(tx: Tx, day: string): Promise<void> {
  await sql`delete from retention_days where day = ${day}::date`.execute(tx);
  const came = retentionDays.map((since) => {
    const before = daysLater(day, -since);
    return sql`
      select u.user_id, u.country_code, ${sql.lit(since)} as since, ${before}::date as came
      from user_listing u where ${isOn('u.created_at', before)}`;
  });
  await sql`
    insert into retention_days (market, day, since, users)
    select ${orEvery}, ${day}::date, t.since, count(*)
    from (select coalesce(m.country_code, c.country_code, '') as market, c.since
      from (${sql.join(came, sql` union all `)}) c
      cross join lateral (select from user_days d where d.user_id = c.user_id and d.day = ${day}::date
        and d.steps & ${sql.lit(steps.active)} <> 0 limit 1) d
      left join lateral (select m.country_code from user_moves m
        where m.user_id = c.user_id and m.day > c.came order by m.day limit 1) m on true) t
    group by grouping sets ((t.since, t.market), (t.since))`.execute(tx);
}
