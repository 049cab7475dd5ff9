import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { everyMarket, longestGap, steps } from './rules.ts';

/**
 * How long before the users of the differences had last taken the steps that are new, and how long after they took them
 * next. Each lookup is by key. Lists of values that depend on the row would be compiled anew for each: there are none here.
 */

type Side = 'before' | 'after';

/** The days of the user of `d` before or after the day that is rolled up, the nearest first. */
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

/** The differences, with the nearest days on which their users did anything: looked up once for all steps. */
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

/** When the user of `d` took the step `s`: in any market where they were only in one on the day, else in theirs. */
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

/** What is counted of the steps that were found: on the day, and the next time that the step was taken. */
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
 * Counts a step that is new on a day by how long before the same user had last taken it, and the next time that they
 * took it by how long after the day that is, instead of after the last time before; and the other way round for a step
 * that is no longer there. Who was in one market only on the day counts in it and in all together. Of each user and
 * market there is a step once in the differences.
 */
export async function addReach(tx: Tx, day: string, sides: readonly Side[]): Promise<void> {
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
