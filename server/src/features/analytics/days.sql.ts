import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { everyMarket } from './rules.ts';

/** What the statements of a rollup share. */

/** One at a time: whoever comes second waits, and finds what the first has left. */
export async function awaitRollups(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rollup', 0))`.execute(tx);
}

/** Whether a moment is on a UTC day. */
export const isOn = (column: string, day: string): RawBuilder<SqlBool> => sql<SqlBool>`
  (${sql.raw(column)} >= ${day}::date::timestamp at time zone 'UTC'
    and ${sql.raw(column)} < (${day}::date + 1)::timestamp at time zone 'UTC')`;

/** Where users who have moved since were on a day, as a CTE. */
export const movedSince = (day: string): RawBuilder<unknown> => sql`
  moved as materialized (
    select distinct on (m.user_id) m.user_id, m.country_code as market from user_moves m
    where m.day > ${day}::date order by m.user_id, m.day)`;

/** The user `u` of the listing who did `d`, with the move `m` that they made after the day. */
export const whoDid = sql`
  join user_listing u on u.user_id = d.user_id
  left join moved m on m.user_id = d.user_id`;
export const marketOf = sql<string>`coalesce(m.market, u.country_code, '')`;
export const orEvery = sql`case when grouping(t.market) = 1 then ${sql.lit(everyMarket)} else t.market end`;
