import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { marketIn, type Scope } from './sql.ts';

/**
 * Weeks that are over are added up together with each of their days, so that a month or a year of all series takes a few
 * rows of each.
 */

export async function sumUpWeek(tx: Tx, monday: string): Promise<void> {
  await sql`delete from series_weeks where week = ${monday}::date`.execute(tx);
  await sql`
    insert into series_weeks (week, market, series_id, starts, completes, watch_seconds, paywall_hits, unlocks, coins)
    select ${monday}::date, d.market, d.series_id, sum(d.starts), sum(d.completes), sum(d.watch_seconds), sum(d.paywall_hits),
      sum(d.unlocks), sum(d.coins)
    from series_days d where d.day between ${monday}::date and ${monday}::date + 6 group by d.market, d.series_id
    order by d.market, d.series_id`.execute(tx);
}

/**
 * What was done with series in a period: rows of its whole weeks, and of its other days. Days are rolled up in their order:
 * where one after a week was, the last of the week was rolled up when it was over.
 */
export function seriesRows({ period, market }: Scope): RawBuilder<unknown> {
  const [start, end, of] = [sql`${period.start}::date`, sql`${period.end}::date`, marketIn({ market })];
  const figures = sql`t.series_id, t.starts, t.completes, t.watch_seconds, t.paywall_hits, t.unlocks, t.coins`;
  const days = sql`
    select n::date as day, date_trunc('week', n)::date as week
    from generate_series(${start}::timestamp, ${end}::timestamp, interval '1 day') n`;
  const isOfWholeWeek = sql`week >= ${start} and week + 6 <= least(${end}, (select max(day) from rollup_days) - 1)`;
  return sql`
    select ${figures} from series_weeks t where t.market = ${of} and t.week = any(array(
      select distinct week from (${days}) d where ${isOfWholeWeek}))
    union all
    select ${figures} from series_days t where t.market = ${of} and t.day = any(array(
      select day from (${days}) d where not (${isOfWholeWeek})))`;
}
