import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { everyMarket } from './rules.ts';

/** What the statements of a rollup share. */

/** Whether a moment is on the day. */
export const onDay = (column: string, day: string): RawBuilder<SqlBool> => sql<SqlBool>`
  (${sql.raw(column)} >= ${day}::date::timestamp at time zone 'UTC'
    and ${sql.raw(column)} < (${day}::date + 1)::timestamp at time zone 'UTC')`;

/** Where users who have moved since were on the day, as a CTE. */
export const movedSince = (day: string): RawBuilder<unknown> => sql`
  moved as materialized (
    select distinct on (m.user_id) m.user_id, m.country_code as market from user_moves m
    where m.day > ${day}::date order by m.user_id, m.day)`;

/** The market of a user `u` of the listing, with the move `m` that they made since. */
export const marketOf = sql<string>`coalesce(m.market, u.country_code, '')`;
export const orEvery = sql`case when grouping(t.market) = 1 then ${sql.lit(everyMarket)} else t.market end`;
