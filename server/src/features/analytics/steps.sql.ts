import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { marketOf, movedSince, onDay } from './days.sql.ts';
import { everyMarket, longestGap, steps } from './rules.ts';

/**
 * Who took which steps on a day, and how long before they had last taken them. Only what differs from the last rollup of
 * the day is written: a day that goes on is rolled up every hour. Users are looked up one by one, by their key, whatever
 * the database believes of tables that have just been filled.
 */
export async function rollUpSteps(tx: Tx, day: string): Promise<void> {
  await findDifferences(tx, day);
  await addReach(tx, day, await isFollowed(tx, day));
  await writeUserDays(tx, day);
}

/** Nobody else writes to the day: where a user had done nothing there is no row, and none that could be in the way. */
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

/** Bits of what apps told; whoever tells anything is active. */
const toldSteps = sql`(${sql.lit(steps.active)} | case e.name
  when 'preview_view' then ${sql.lit(steps.preview_view)} when 'ep1_start' then ${sql.lit(steps.ep1_start)}
  when 'paywall_hit' then ${sql.lit(steps.paywall_hit)} else 0 end)::smallint`;
const repeated = sql`case when exists (select from kept_unlocks o
  where o.user_id = k.user_id and (o.created_at, o.id) < (k.created_at, k.id)) then ${sql.lit(steps.repeat_unlock)}
  else 0 end`;

async function findDifferences(tx: Tx, day: string): Promise<void> {
  await sql`truncate rollup_differences`.execute(tx);
  await sql`
    with ${movedSince(day)},
    done as (
      select s.user_id, bit_or(s.steps) as steps from (
        select e.user_id, ${toldSteps} as steps from told_events e where ${onDay('e.at', day)}
        union all
        select w.user_id, ${sql.lit(steps.active)}::smallint from watched_episodes w where ${onDay('w.started_at', day)}
        union all
        select k.user_id, (${sql.lit(steps.active | steps.unlock)} | ${repeated})::smallint from kept_unlocks k
        where ${onDay('k.created_at', day)}
        union all
        select p.user_id, ${sql.lit(steps.active)}::smallint from completed_payments p
        where ${onDay('p.completed_at', day)}) s
      group by s.user_id),
    taken as (
      select d.user_id, ${marketOf} as market, 0::smallint as was, d.steps as now from done d
      join user_listing u on u.user_id = d.user_id left join moved m on m.user_id = d.user_id
      union all
      select p.user_id, coalesce(p.region, ''), 0, ${sql.lit(steps.paid)}::smallint from completed_payments p
      where ${onDay('p.completed_at', day)}
      union all
      select u.user_id, u.market, u.steps, 0 from user_days u where u.day = ${day}::date),
    by_market as materialized (
      select t.user_id, t.market, bit_or(t.was) as was, bit_or(t.now) as now from taken t group by t.user_id, t.market),
    several as materialized (select b.user_id from by_market b group by b.user_id having count(*) > 1)
    insert into rollup_differences (user_id, market, was, now, is_only)
    select b.user_id, b.market, b.was, b.now, s.user_id is null from by_market b
    left join several s on s.user_id = b.user_id where b.was <> b.now
    union all
    select b.user_id, ${sql.lit(everyMarket)}, bit_or(b.was), bit_or(b.now), false
    from several s join by_market b on b.user_id = s.user_id
    group by b.user_id having bit_or(b.was) <> bit_or(b.now)`.execute(tx);
}

/** Whether there is anything of later days, which is seldom. */
async function isFollowed(tx: Tx, day: string): Promise<boolean> {
  const query = sql<{ found: boolean }>`select exists (select from user_days where day > ${day}::date) as found`;
  return (await query.execute(tx)).rows[0]?.found ?? false;
}

/** The user's days before or after this one, the nearest first. */
const daysOf = (day: string, side: Side, where: RawBuilder<unknown>): RawBuilder<unknown> => {
  const [first, last, order] = side === 'before' ? [1 - longestGap, -1, sql`desc`] : [1, longestGap - 1, sql`asc`];
  return sql`
    (select u.day, u.market, u.steps from user_days u
      where u.user_id = d.user_id and u.day between ${day}::date + ${sql.lit(first)} and ${day}::date + ${sql.lit(last)}
        and ${where}
      order by u.day ${order} limit 1)`;
};

type Side = 'before' | 'after';
const nextTo = (side: Side) => sql.ref(`next_${side}`);

/** The nearest day on which the user of `d` did anything, which is looked up once for all steps. */
const nearestDay = (day: string, side: Side) =>
  sql`left join lateral ${daysOf(day, side, sql`true`)} ${nextTo(side)} on true`;

/** In any market where the user was only in one on the day, and in theirs where that was another. */
function onSide(day: string, side: Side): RawBuilder<unknown> {
  const [any, own, next] = [sql.ref(side), sql.ref(`${side}_here`), nextTo(side)];
  const took = (days: RawBuilder<unknown>) => sql`(${days}.steps & s.step <> 0
    and (d.is_only or d.market = ${sql.lit(everyMarket)} or ${days}.market = d.market))`;
  const elsewhere = sql`d.is_only and ${any}.market <> d.market and u.market = d.market and u.steps & s.step <> 0`;
  return sql`
    left join lateral (
      select ${next}.day, ${next}.market where ${took(next)}
      union all
      select t.day, t.market from ${daysOf(day, side, took(sql`u`))} t where ${next}.day is not null and not ${took(next)}
    ) ${any} on true
    left join lateral ${daysOf(day, side, elsewhere)} ${own} on true`;
}
const here = (side: Side) =>
  sql`case when d.is_only and ${sql.ref(side)}.market <> d.market then ${sql.ref(`${side}_here`)}.day
    else ${sql.ref(side)}.day end`;

/**
 * Counts a step that is new on the day by how long before the same user had last taken it, and the next time that they
 * took it by how long after the day that is, instead of after the last time before; and the other way round for a step
 * that is no longer there. Who was in one market only on the day counts in it and in all together.
 */
async function addReach(tx: Tx, day: string, isAfterToo: boolean): Promise<void> {
  const bits = Object.values(steps).map((bit) => sql`(${sql.lit(bit)})`);
  const [nextAfter, after] = isAfterToo ? [nearestDay(day, 'after'), onSide(day, 'after')] : [sql``, sql``];
  const [afterHere, afterAny] = isAfterToo ? [here('after'), sql`after.day`] : [sql`null::date`, sql`null::date`];
  await sql`
    insert into reach_days as r (step, market, day, gap, users)
    select s.step, m.market, c.day, least(coalesce(c.gap, ${sql.lit(longestGap)}), ${sql.lit(longestGap)}),
      sum(case when d.now & s.step <> 0 then c.users else -c.users end)
    from rollup_differences d ${nearestDay(day, 'before')} ${nextAfter}
    join (values ${sql.join(bits)}) s (step) on (d.was # d.now) & s.step <> 0
    ${onSide(day, 'before')} ${after}
    cross join lateral (values (d.market, ${here('before')}, ${afterHere}),
      (case when d.is_only then ${sql.lit(everyMarket)} end, before.day, ${afterAny})) m (market, before, after)
    cross join lateral (values (${day}::date, ${day}::date - m.before, 1), (m.after, m.after - ${day}::date, 1),
      (m.after, m.after - m.before, -1)) c (day, gap, users)
    where m.market is not null and c.day is not null
    group by 1, 2, 3, 4
    on conflict on constraint reach_days_pk do update set users = r.users + excluded.users`.execute(tx);
  await sql`delete from reach_days where users = 0`.execute(tx);
}
