import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { asDay, daysLater } from '../../kit/period.ts';
import {
  everyMarket,
  isSettled,
  isWeekOver,
  longestGap,
  mondayOf,
  oldestDays,
  retentionDays,
  steps,
  userDaysKept,
} from './rules.ts';

/**
 * Days that were never rolled up, have changed since, or ended too recently. Starts with the day of the first sign-up;
 * earlier days may have events that a phone recorded before.
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

/** Deletes change marks of days that are too old to be rolled up. */
export async function deleteOldMarks(tx: Tx, today: string): Promise<void> {
  await sql`delete from rollup_outdated where day < ${daysLater(today, -oldestDays)}::date`.execute(tx);
}

const firstKept = (now: Date): string => daysLater(asDay(now), -userDaysKept);

/** Deletes at most `most` expired rows. */
export async function deleteUserDays(tx: Tx, now: Date, most: number): Promise<number> {
  const query = sql`
    delete from user_days where ctid = any(array(
      select u.ctid from user_days u where u.day < ${firstKept(now)}::date limit ${most}))`;
  return Number((await query.execute(tx)).numAffectedRows ?? 0);
}

/** The same for payers. */
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

/** Enough to hash the users of a day, so that no join needs a sort. */
const workMemory = '160MB';

/**
 * Rolls up a whole day. The mark of a change is deleted before the day is counted, so that a change during the rollup is
 * counted by the next run.
 */
export async function rollUpDay(tx: Tx, day: string, now: Date): Promise<void> {
  await lockRollups(tx);
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

/** Activity with episodes on a day: once per user and episode, except for unlocks. */
const episodeActivityOn = (day: string): RawBuilder<unknown> => sql`
  select w.user_id, w.episode_id, 1 as starts, bool_or(w.completed)::integer as completes,
    sum(w.seconds_watched)::float8 as seconds, 0 as hits, 0 as unlocks, 0 as coins
  from watched_episodes w where ${isOn('w.started_at', day)} group by w.user_id, w.episode_id
  union all
  select distinct e.user_id, e.episode_id, 0, 0, 0, 1, 0, 0 from viewer_event_facts e
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
      join episode_names e on e.id = d.episode_id ${withUser}) t
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
    from (select ${marketOf} as market, d.installs, d.registrations from came d ${withUser}) t
    group by grouping sets ((t.market), ()) having count(*) > 0`.execute(tx);
}

/** Returning users count in the market in which they signed up. They are few, and looked up by key. */
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

/** Serializes rollups across processes. */
async function lockRollups(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rollup', 0))`.execute(tx);
}

/** Whether a moment is on a UTC day. */
const isOn = (column: string, day: string): RawBuilder<SqlBool> => sql<SqlBool>`
  (${sql.raw(column)} >= ${day}::date::timestamp at time zone 'UTC'
    and ${sql.raw(column)} < (${day}::date + 1)::timestamp at time zone 'UTC')`;

/** CTE with the country on a day of users who have moved since. */
const movedSince = (day: string): RawBuilder<unknown> => sql`
  moved as materialized (
    select distinct on (m.user_id) m.user_id, m.country_code as market from user_moves m
    where m.day > ${day}::date order by m.user_id, m.day)`;

/** Joins the user `u` of the row `d`, and the first move `m` to another country after the day. */
const withUser = sql`
  join user_listing u on u.user_id = d.user_id
  left join moved m on m.user_id = d.user_id`;
const marketOf = sql<string>`coalesce(m.market, u.country_code, '')`;
const orEvery = sql`case when grouping(t.market) = 1 then ${sql.lit(everyMarket)} else t.market end`;

async function sumUpWeek(tx: Tx, monday: string): Promise<void> {
  await sql`delete from series_weeks where week = ${monday}::date`.execute(tx);
  await sql`
    insert into series_weeks (week, market, series_id, starts, completes, watch_seconds, paywall_hits, unlocks, coins)
    select ${monday}::date, d.market, d.series_id, sum(d.starts), sum(d.completes), sum(d.watch_seconds), sum(d.paywall_hits),
      sum(d.unlocks), sum(d.coins)
    from series_days d where d.day between ${monday}::date and ${monday}::date + 6 group by d.market, d.series_id
    order by d.market, d.series_id`.execute(tx);
}

/**
 * Stores the steps that users took on a day, and the gap since they last took them. Only differences from the last rollup
 * of the day are written, because the current day is rolled up every hour. Users are looked up by key, whatever the
 * planner's statistics of tables that were just filled.
 */
async function rollUpSteps(tx: Tx, day: string): Promise<void> {
  await findDifferences(tx, day);
  await addReach(tx, day, (await isFollowed(tx, day)) ? ['before', 'after'] : ['before']);
  await writeUserDays(tx, day);
}

/** Rollups are serialized, so a user without steps has no row, and inserting one cannot conflict. */
async function writeUserDays(tx: Tx, day: string): Promise<void> {
  const written = (where: RawBuilder<unknown>) => sql`
    insert into user_days (user_id, day, market, steps)
    select d.user_id, ${day}::date, d.market, d.now from rollup_differences d
    where d.market <> ${sql.lit(everyMarket)} and ${where} order by d.user_id`;
  await written(sql`d.was = 0`).execute(tx);
  await sql`${written(sql`d.was <> 0 and d.now <> 0`)}
    on conflict on constraint user_days_pk do update set steps = excluded.steps`.execute(tx);
  await sql`
    delete from user_days where ctid = any(array(
      select u.ctid from rollup_differences d cross join lateral (
        select x.ctid from user_days x where x.user_id = d.user_id and x.day = ${day}::date and x.market = d.market
        offset 0) u
      where d.now = 0))`.execute(tx);
}

/** Bits of app events; a user with any event is active. */
const eventSteps = sql`(${sql.lit(steps.active)} | case e.name
  when 'preview_view' then ${sql.lit(steps.preview_view)} when 'ep1_start' then ${sql.lit(steps.ep1_start)}
  when 'paywall_hit' then ${sql.lit(steps.paywall_hit)} else 0 end)::smallint`;
/** Whether the unlock `k` was not the first one of its user. */
const repeated = sql`exists (select from kept_unlocks o
  where o.user_id = k.user_id and (o.created_at, o.id) < (k.created_at, k.id))`;

/** The steps of users on a day in any market, possibly several rows per user; payments have a market of their own. */
const actedOn = (day: string): RawBuilder<unknown> => sql`
  select e.user_id, bit_or(${eventSteps}) as steps from viewer_event_facts e where ${isOn('e.at', day)} group by e.user_id
  union all
  select w.user_id, ${sql.lit(steps.active)}::smallint from watched_episodes w where ${isOn('w.started_at', day)}
  group by w.user_id
  union all
  select k.user_id, (${sql.lit(steps.active | steps.unlock)}
    | case when ${repeated} then ${sql.lit(steps.repeat_unlock)} else 0 end)::smallint
  from kept_unlocks k where ${isOn('k.created_at', day)}
  union all
  select p.user_id, ${sql.lit(steps.active)}::smallint from completed_payments p where ${isOn('p.completed_at', day)}`;

/** The same by market, with payments, as the CTEs `moved` and `taken`. */
const takenOn = (day: string): RawBuilder<unknown> => sql`
  ${movedSince(day)},
  taken as (
    select d.user_id, ${marketOf} as market, d.steps from (${actedOn(day)}) d ${withUser}
    union all
    select p.user_id, coalesce(p.region, ''), ${sql.lit(steps.paid)}::smallint
    from completed_payments p where ${isOn('p.completed_at', day)})`;

async function findDifferences(tx: Tx, day: string): Promise<void> {
  await sql`truncate rollup_differences`.execute(tx);
  await sql`
    with ${takenOn(day)},
    by_market as materialized (
      select b.*, count(*) over same_user as markets, bit_or(b.was) over same_user as was_anywhere,
        bit_or(b.now) over same_user as now_anywhere, row_number() over same_user as n
      from (select t.user_id, t.market, bit_or(t.was) as was, bit_or(t.now) as now from (
          select k.user_id, k.market, 0::smallint as was, k.steps as now from taken k
          union all
          select u.user_id, u.market, u.steps, 0 from user_days u where u.day = ${day}::date) t
        group by t.user_id, t.market) b
      window same_user as (partition by b.user_id))
    insert into rollup_differences (user_id, market, was, now, is_only)
    select b.user_id, b.market, b.was, b.now, b.markets = 1 from by_market b where b.was <> b.now
    union all
    select b.user_id, ${sql.lit(everyMarket)}, b.was_anywhere, b.now_anywhere, false from by_market b
    where b.markets > 1 and b.n = 1 and b.was_anywhere <> b.now_anywhere`.execute(tx);
}

/** Whether later days were rolled up already, which is rare. */
async function isFollowed(tx: Tx, day: string): Promise<boolean> {
  const query = sql<{ found: boolean }>`select exists (select from user_days where day > ${day}::date) as found`;
  return (await query.execute(tx)).rows[0]?.found ?? false;
}

/** The neighbouring days of a user. They are looked up by key, without lists of values that depend on the row. */
type Side = 'before' | 'after';

/** The nearest day of the user of `d` before or after the day of the rollup. */
const nearest = (day: string, side: Side, where: RawBuilder<unknown>): RawBuilder<unknown> => {
  const furthest = sql.lit(longestGap - 1);
  const [first, last, order] =
    side === 'before'
      ? [sql`${day}::date - ${furthest}`, sql`${day}::date - 1`, sql`desc`]
      : [sql`${day}::date + 1`, sql`${day}::date + ${furthest}`, sql`asc`];
  return sql`
    (select u.day, u.market, u.steps from user_days u
      where u.user_id = d.user_id and u.day between ${first} and ${last} and ${where}
      order by u.day ${order} limit 1)`;
};

/** The differences with the nearest active days of their users, looked up once for all steps. */
function withNearest(day: string, sides: readonly Side[]): RawBuilder<unknown> {
  const columns = sides.map((side) => {
    const [one, next] = [sql.ref(side), (column: string) => sql.ref(`${side}_${column}`)];
    return sql`${one}.day as ${next('day')}, ${one}.market as ${next('market')}, ${one}.steps as ${next('steps')}`;
  });
  const joins = sides.map((side) => sql`left join lateral ${nearest(day, side, sql`true`)} ${sql.ref(side)} on true`);
  return sql`(
    select d.user_id, d.market, d.was, d.now, d.is_only, ${sql.join(columns)}
    from rollup_differences d ${sql.join(joins, sql` `)} offset 0)`;
}

/** When the user of `d` took the step `s`: in any market if they were in only one on the day, else in that of `d`. */
function onSide(day: string, side: Side): RawBuilder<unknown> {
  const [any, own] = [sql.ref(side), sql.ref(`${side}_here`)];
  const next = (column: string) => sql.ref(`d.${side}_${column}`);
  const took = (taken: RawBuilder<unknown>, market: RawBuilder<unknown>) => sql`(${taken} & s.step <> 0
    and (d.is_only or d.market = ${sql.lit(everyMarket)} or ${market} = d.market))`;
  const tookNext = took(next('steps'), next('market'));
  const elsewhere = sql`d.is_only and ${any}.market <> d.market and u.market = d.market and u.steps & s.step <> 0`;
  return sql`
    left join lateral (
      select ${next('day')} as day, ${next('market')} as market where ${tookNext}
      union all
      select t.day, t.market from (${nearest(day, side, took(sql`u.steps`, sql`u.market`))}) t
      where ${next('day')} is not null and not ${tookNext}) ${any} on true
    left join lateral ${nearest(day, side, elsewhere)} ${own} on true`;
}

/** The same in the market of the difference. */
const here = (side: Side) =>
  sql`case when d.is_only and ${sql.ref(side)}.market <> d.market then ${sql.ref(`${side}_here`)}.day
    else ${sql.ref(side)}.day end`;

interface Scope {
  readonly market: RawBuilder<unknown>;
  readonly before: RawBuilder<unknown>;
  readonly after: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

const scopes: readonly Scope[] = [
  { market: sql`f.market`, before: sql`f.before_here`, after: sql`f.after_here`, where: sql`true` },
  { market: sql.lit(everyMarket), before: sql`f.before`, after: sql`f.after`, where: sql`f.is_only` },
];

/** The counts of the found steps: on the day, and on the next day with the step. */
const counted = (day: RawBuilder<unknown>, isAfterToo: boolean): RawBuilder<unknown>[] =>
  scopes.flatMap(({ market, before, after, where }) => [
    sql`select f.step, ${market}, ${day}, ${day} - ${before}, f.users from found f where ${where}`,
    ...(isAfterToo
      ? [
          sql`select f.step, ${market}, ${after}, ${after} - ${day}, f.users from found f
            where ${where} and ${after} is not null`,
          sql`select f.step, ${market}, ${after}, ${after} - ${before}, -f.users from found f
            where ${where} and ${after} is not null`,
        ]
      : []),
  ]);

/** Steps as a list, to be joined with those that were taken. */
const eachStep = sql`select unnest(${sql.lit(`{${Object.values(steps).join()}}`)}::smallint[]) as step`;

/**
 * Counts a new step of a day by the gap since the user last took it, and shortens the gap of the next day with that step
 * accordingly; a removed step does the reverse. A user in only one market on the day counts in that market and in the
 * total. The differences have each step at most once per user and market.
 */
async function addReach(tx: Tx, day: string, sides: readonly Side[]): Promise<void> {
  const found = sides.map(
    (side) => sql`${sql.ref(side)}.day as ${sql.ref(side)}, ${here(side)} as ${sql.ref(`${side}_here`)}`,
  );
  const columns = sides.flatMap((side) => [sql.ref(`f.${side}`), sql.ref(`f.${side}_here`)]);
  const lookups = sides.map((side) => onSide(day, side));
  const counts = sql.join(counted(sql`${day}::date`, sides.includes('after')), sql` union all `);
  await sql`
    with each_step as (
      select s.step, d.market, d.is_only, case when d.now & s.step <> 0 then 1 else -1 end as sign, ${sql.join(found)}
      from (${withNearest(day, sides)}) d join (${eachStep}) s on (d.was # d.now) & s.step <> 0
      ${sql.join(lookups, sql` `)}),
    found as materialized (
      select f.step, f.market, f.is_only, ${sql.join(columns)}, sum(f.sign) as users from each_step f
      group by f.step, f.market, f.is_only, ${sql.join(columns)})
    insert into reach_days as r (step, market, day, gap, users)
    select c.step, c.market, c.day, least(coalesce(c.gap, ${sql.lit(longestGap)}), ${sql.lit(longestGap)}), sum(c.users)
    from (${counts}) c (step, market, day, gap, users)
    group by 1, 2, 3, 4
    on conflict on constraint reach_days_pk do update set users = r.users + excluded.users`.execute(tx);
  await sql`delete from reach_days where users = 0`.execute(tx);
}
