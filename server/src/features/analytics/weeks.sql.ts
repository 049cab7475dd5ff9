import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { awaitRollups } from './days.sql.ts';
import { marketIn, type Scope } from './sql.ts';

/**
 * Mondays of weeks that end before a day, of which every day was rolled up and whose sums are missing or not those of the
 * days any more.
 */
export async function findUnsummedWeeks(db: Db, until: string): Promise<string[]> {
  const query = sql<{ week: string }>`
    select m.week::text as week from (
      select date_trunc('week', d.day::timestamp)::date as week from rollup_days d group by 1 having count(*) = 7) m
    where m.week + 6 < ${until}::date and not exists (select from rollup_weeks w where w.week = m.week) order by 1`;
  return (await query.execute(db)).rows.map(({ week }) => week);
}

/** Adds up the days of a week; no day is rolled up meanwhile. */
export async function sumUpWeek(tx: Tx, week: string): Promise<void> {
  await awaitRollups(tx);
  await sql`delete from series_weeks where week = ${week}::date`.execute(tx);
  await sql`
    insert into series_weeks (week, market, series_id, starts, completes, watch_seconds, paywall_hits, unlocks, coins)
    select ${week}::date, d.market, d.series_id, sum(d.starts), sum(d.completes), sum(d.watch_seconds), sum(d.paywall_hits),
      sum(d.unlocks), sum(d.coins)
    from series_days d where d.day between ${week}::date and ${week}::date + 6 group by d.market, d.series_id
    order by d.market, d.series_id`.execute(tx);
  await sql`insert into rollup_weeks (week) values (${week}::date) on conflict do nothing`.execute(tx);
}

/** What was done with series in a period: rows of its whole weeks that are summed up, and of its other days. */
export function seriesRows({ period, market }: Scope): RawBuilder<unknown> {
  const [start, end, of] = [sql`${period.start}::date`, sql`${period.end}::date`, marketIn({ market })];
  const figures = sql`t.series_id, t.starts, t.completes, t.watch_seconds, t.paywall_hits, t.unlocks, t.coins`;
  return sql`
    select ${figures} from series_weeks t where t.market = ${of} and t.week = any(array(
      select w.week from rollup_weeks w where w.week between ${start} and ${end} - 6))
    union all
    select ${figures} from series_days t where t.market = ${of} and t.day = any(array(
      select n::date from generate_series(${start}, ${end}, interval '1 day') n where not exists (
        select from rollup_weeks w where w.week between ${start} and ${end} - 6 and n::date - w.week between 0 and 6)))`;
}
