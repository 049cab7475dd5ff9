import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';

/** Figures by the hour. */

export type Figure = 'minted' | 'promo_coins' | 'payments' | 'refunds';

export interface HourRow {
  figure: Figure;
  subject: string;
  hour: Date;
  amount: number;
}

/** All hours before this moment are summed; undefined if none are. */
export async function findFilledTo(db: Db): Promise<Date | undefined> {
  const query = sql<{ filledTo: Date }>`select filled_to as "filledTo" from alert_hours_filled`;
  return (await query.execute(db)).rows[0]?.filledTo;
}

/** Locks the single row first, so that concurrent writers of the same hours wait instead of deadlocking. */
export async function keepHours(tx: Tx, rows: readonly HourRow[], filledTo: Date): Promise<void> {
  await sql`
    insert into alert_hours_filled (filled_to) values (${filledTo})
    on conflict (id) do update set filled_to = excluded.filled_to`.execute(tx);
  const columns = {
    figure: rows.map(({ figure }) => figure),
    subject: rows.map(({ subject }) => subject),
    hour: rows.map(({ hour }) => hour),
    amount: rows.map(({ amount }) => amount),
  };
  await sql`
    insert into alert_hours (figure, subject, hour, amount)
    select * from unnest(${columns.figure}::text[], ${columns.subject}::text[], ${columns.hour}::timestamptz[],
      ${columns.amount}::bigint[])
    on conflict on constraint alert_hours_pk do update set amount = excluded.amount
    where alert_hours.amount <> excluded.amount`.execute(tx);
}

export async function deleteHours(tx: Tx, before: Date, most: number): Promise<number> {
  const query = sql`delete from alert_hours where (figure, hour, subject) in (
    select figure, hour, subject from alert_hours where hour < ${before} limit ${most})`;
  return Number((await query.execute(tx)).numAffectedRows ?? 0n);
}

export interface FlowRow {
  figure: Figure;
  subject: string;
  recent: number;
  before: number;
}

/** Sums since a moment, and in the time before it. */
export async function sumFlows(
  db: Db,
  figures: readonly Figure[],
  { since, usualFrom }: { since: Date; usualFrom: Date },
): Promise<FlowRow[]> {
  const query = sql<FlowRow>`
    select figure, subject, coalesce(sum(amount) filter (where hour >= ${since}), 0)::bigint as recent,
      coalesce(sum(amount) filter (where hour < ${since}), 0)::bigint as before
    from alert_hours where figure = any(${[...figures]}) and hour >= ${usualFrom} group by figure, subject`;
  return (await query.execute(db)).rows;
}

/** The first hour with data. */
export async function findFirstHour(db: Db, figure: Figure): Promise<Date | undefined> {
  const query = sql<{ hour: Date | null }>`select min(hour) as hour from alert_hours where figure = ${figure}`;
  return (await query.execute(db)).rows[0]?.hour ?? undefined;
}

export interface ChartHour {
  hour: Date;
  amount: number;
}

/** A figure by hour, including hours without data. */
export async function listHours(
  db: Db,
  figure: Figure,
  subject: string,
  { from, to }: { from: Date; to: Date },
): Promise<ChartHour[]> {
  const query = sql<ChartHour>`
    select h.hour, coalesce(a.amount, 0)::bigint as amount
    from generate_series(date_trunc('hour', ${from}::timestamptz, 'UTC'), ${to}::timestamptz, interval '1 hour') h (hour)
    left join alert_hours a on a.figure = ${figure} and a.subject = ${subject} and a.hour = h.hour
    order by h.hour`;
  return (await query.execute(db)).rows;
}
