import { sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { during } from './days.sql.ts';
import { addCounts, addReach, eachStep } from './reach.sql.ts';
import { daysLater, everyMarket, longestGap, type Period, steps } from './rules.ts';
import { takenOn } from './steps.sql.ts';

/**
 * Who took which steps on days that were never rolled up, and after which there are none that were: all of them together,
 * in the order of users. Most have taken a step before on one of these days; who has not is looked up before them.
 */
export async function rollUpNewSteps(tx: Tx, period: Period): Promise<void> {
  await findNewDays(tx, period);
  const isPreceded = await isKnownBefore(tx, period);
  await addRepeats(tx, !isPreceded);
  if (isPreceded) await addReach(tx, period, firstTimes, ['before']);
  // In the order in which they were found, which is that of the key.
  await sql`
    insert into user_days (user_id, day, market, steps)
    select n.user_id, n.day, n.market, n.steps from rollup_new_days n where n.market <> ${sql.lit(everyMarket)}`.execute(
    tx,
  );
}

/** Whether there is anything that the steps of these days may follow. */
async function isKnownBefore(tx: Tx, { start }: Period): Promise<boolean> {
  const oldest = daysLater(start, 1 - longestGap);
  const query = sql<{ found: boolean }>`
    select exists (select from user_days where day >= ${oldest}::date and day < ${start}::date) as found`;
  return (await query.execute(tx)).rows[0]?.found ?? false;
}

/**
 * Only who moved or paid in another country can have been in several markets: what they did is there twice, in each market
 * and in all together. Where all others were stands for all together, too.
 */
async function findNewDays(tx: Tx, period: Period): Promise<void> {
  await sql`truncate rollup_new_days`.execute(tx);
  await sql`
    with ${takenOn(period)},
    elsewhere as (
      select o.user_id, e.everywhere from (
        select m.user_id from moved m
        union
        select p.user_id from completed_payments p join user_listing u on u.user_id = p.user_id
        where ${during('p.completed_at', period)} and coalesce(p.region, '') <> coalesce(u.country_code, '')) o
      cross join (values (false), (true)) e (everywhere))
    insert into rollup_new_days (user_id, day, market, steps, is_only)
    select n.user_id, n.day, n.market, bit_or(n.steps), n.is_only from (
      select t.user_id, t.day, case when e.everywhere then ${sql.lit(everyMarket)} else t.market end as market, t.steps,
        e.user_id is null as is_only
      from taken t left join elsewhere e on e.user_id = t.user_id
      order by t.user_id, 3, t.day, 5 offset 0) n
    group by n.user_id, n.market, n.day, n.is_only
    order by n.user_id, n.market, n.day, n.is_only`.execute(tx);
}

const sameUser = sql`(partition by n.user_id, n.market order by n.day rows between unbounded preceding and 1 preceding)`;
const bits = Object.values(steps);
/** Which steps each sum of steps is of: joined by the sum, nothing is tried that was not taken. */
const stepsIn = sql`
  select n::smallint as steps, s.step from generate_series(1, ${sql.lit(2 * Math.max(...bits) - 1)}) n
  join (${eachStep}) s on n & s.step <> 0 offset 0`;

/** Steps that their users had taken before on one of the days, and the first times of all if nobody is known from before. */
async function addRepeats(tx: Tx, withFirstTimes: boolean): Promise<void> {
  const last = bits.map(
    (bit) => sql`max(n.day) filter (where n.steps & ${sql.lit(bit)} <> 0) over same_user as ${sql.ref(`last_${bit}`)}`,
  );
  const lastOf = bits.map((bit) => sql`when ${sql.lit(bit)} then ${sql.ref(`w.last_${bit}`)}`);
  await sql`
    with found as materialized (
      select f.step, f.market, f.is_only, f.day, f.before, count(*) as users from (
        select s.step, w.market, w.is_only, w.day, case s.step ${sql.join(lastOf, sql` `)} end as before
        from (select n.market, n.is_only, n.day, n.steps, ${sql.join(last)} from rollup_new_days n
          window same_user as ${sameUser}) w
        join (${stepsIn}) s on s.steps = w.steps) f
      where ${withFirstTimes ? sql`true` : sql`f.before is not null`}
      group by f.step, f.market, f.is_only, f.day, f.before)
    ${addCounts(sql`
      select f.step, f.market, f.day, f.day - f.before, f.users from found f
      union all
      select f.step, ${sql.lit(everyMarket)}, f.day, f.day - f.before, f.users from found f where f.is_only`)}`.execute(
    tx,
  );
}

/** What their users had not done before on any of the days. */
const firstTimes = sql`
  select w.user_id, w.day, w.market, 0::smallint as was, w.steps & ~w.before as now, w.is_only
  from (select n.user_id, n.day, n.market, n.steps, n.is_only, coalesce(bit_or(n.steps) over same_user, 0::smallint) as before
    from rollup_new_days n window same_user as ${sameUser}) w
  where w.steps & ~w.before <> 0`;
