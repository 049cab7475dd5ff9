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
  await sql`
    insert into user_days as u (user_id, day, market, steps)
    select d.user_id, ${day}::date, d.market, d.now from rollup_differences d
    where d.market <> ${sql.lit(everyMarket)} and d.now <> 0 order by d.user_id
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
  await sql`delete from rollup_differences`.execute(tx);
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
      select u.user_id, u.market, u.steps, 0 from user_days u where u.day = ${day}::date)
    insert into rollup_differences (user_id, market, was, now)
    select t.user_id, coalesce(t.market, ${sql.lit(everyMarket)}), bit_or(t.was), bit_or(t.now) from taken t
    group by grouping sets ((t.user_id, t.market), (t.user_id)) having bit_or(t.was) <> bit_or(t.now)`.execute(tx);
}

/** Whether there is anything of later days, which is seldom. */
async function isFollowed(tx: Tx, day: string): Promise<boolean> {
  const query = sql<{ found: boolean }>`select exists (select from user_days where day > ${day}::date) as found`;
  return (await query.execute(tx)).rows[0]?.found ?? false;
}

/** When the user had last taken each step before the day, and when they took it next, over their days `u`. */
const around = (day: string, isAfterToo: boolean): RawBuilder<unknown> =>
  sql.join(
    Object.values(steps).flatMap((bit) => [
      sql`max(u.day) filter (where u.day < ${day}::date and u.steps & ${sql.lit(bit)} <> 0) as ${sql.ref(`before_${bit}`)}`,
      isAfterToo
        ? sql`min(u.day) filter (where u.day > ${day}::date and u.steps & ${sql.lit(bit)} <> 0) as ${sql.ref(`after_${bit}`)}`
        : sql`null::date as ${sql.ref(`after_${bit}`)}`,
    ]),
  );

/**
 * Counts a step that is new on the day by how long before the same user had last taken it, and the next time that they
 * took it by how long after the day that is, instead of after the last time before; and the other way round for a step
 * that is no longer there.
 */
async function addReach(tx: Tx, day: string, isAfterToo: boolean): Promise<void> {
  const each = Object.values(steps).map(
    (bit) => sql`(${sql.lit(bit)}, a.${sql.ref(`before_${bit}`)}, a.${sql.ref(`after_${bit}`)})`,
  );
  const last = isAfterToo ? sql`${day}::date + ${sql.lit(longestGap - 1)}` : sql`${day}::date - 1`;
  await sql`
    insert into reach_days as r (step, market, day, gap, users)
    select s.step, d.market, c.day, least(coalesce(c.gap, ${sql.lit(longestGap)}), ${sql.lit(longestGap)}),
      sum(case when d.now & s.step <> 0 then c.users else -c.users end)
    from rollup_differences d
    cross join lateral (
      select ${around(day, isAfterToo)} from user_days u
      where u.user_id = d.user_id and u.day between ${day}::date - ${sql.lit(longestGap - 1)} and ${last}
        and (d.market = ${sql.lit(everyMarket)} or u.market = d.market)) a
    cross join lateral (values ${sql.join(each)}) s (step, before, after)
    cross join lateral (values (${day}::date, ${day}::date - s.before, 1), (s.after, s.after - ${day}::date, 1),
      (s.after, s.after - s.before, -1)) c (day, gap, users)
    where (d.was # d.now) & s.step <> 0 and c.day is not null
    group by 1, 2, 3, 4
    on conflict on constraint reach_days_pk do update set users = r.users + excluded.users`.execute(tx);
  await sql`delete from reach_days where users = 0`.execute(tx);
}
