import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { isOn, marketOf, movedSince, whoDid } from './days.sql.ts';
import { addReach } from './reach.sql.ts';
import { everyMarket, steps } from './rules.ts';

/**
 * Who took which steps on a day, and how long before they had last taken them. Only what differs from the last rollup of
 * the day is written: a day that goes on is rolled up every hour. Users are looked up one by one, by their key, whatever
 * the database believes of tables that have just been filled.
 */
export async function rollUpSteps(tx: Tx, day: string): Promise<void> {
  await findDifferences(tx, day);
  await addReach(tx, day, (await isFollowed(tx, day)) ? ['before', 'after'] : ['before']);
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
/** Whether the unlock `k` was not the first one of its user. */
const repeated = sql`exists (select from kept_unlocks o
  where o.user_id = k.user_id and (o.created_at, o.id) < (k.created_at, k.id))`;

/** The steps that users took on a day wherever they were then, several rows for some; where they paid is said elsewhere. */
const actedOn = (day: string): RawBuilder<unknown> => sql`
  select e.user_id, bit_or(${toldSteps}) as steps from told_events e where ${isOn('e.at', day)} group by e.user_id
  union all
  select w.user_id, ${sql.lit(steps.active)}::smallint from watched_episodes w where ${isOn('w.started_at', day)}
  group by w.user_id
  union all
  select k.user_id, (${sql.lit(steps.active | steps.unlock)}
    | case when ${repeated} then ${sql.lit(steps.repeat_unlock)} else 0 end)::smallint
  from kept_unlocks k where ${isOn('k.created_at', day)}
  union all
  select p.user_id, ${sql.lit(steps.active)}::smallint from completed_payments p where ${isOn('p.completed_at', day)}`;

/** The same with their markets, and where they paid: as the CTEs `moved` and `taken`. */
const takenOn = (day: string): RawBuilder<unknown> => sql`
  ${movedSince(day)},
  taken as (
    select d.user_id, ${marketOf} as market, d.steps from (${actedOn(day)}) d ${whoDid}
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

/** Whether there is anything of later days, which is seldom. */
async function isFollowed(tx: Tx, day: string): Promise<boolean> {
  const query = sql<{ found: boolean }>`select exists (select from user_days where day > ${day}::date) as found`;
  return (await query.execute(tx)).rows[0]?.found ?? false;
}
