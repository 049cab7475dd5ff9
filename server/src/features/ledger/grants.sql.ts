import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';

/** Adds to what an admin granted on the UTC day of a moment, and answers the sum. The row stays locked until the end. */
export async function addGranted(tx: Tx, adminId: string, now: Date, coins: number): Promise<number> {
  const { rows } = await sql<{ coins: number }>`
    insert into admin_grants_by_day as g (admin_id, day, coins)
    values (${adminId}, (${now}::timestamptz at time zone 'UTC')::date, ${coins})
    on conflict on constraint admin_grants_by_day_pk do update set coins = g.coins + excluded.coins
    returning coins`.execute(tx);
  return rows[0]?.coins ?? 0;
}

/** What an admin has granted today. */
export async function findGranted(db: Db, adminId: string): Promise<number> {
  const query = sql<{ coins: number }>`
    select coins from admin_grants_by_day
    where admin_id = ${adminId} and day = (clock() at time zone 'UTC')::date`;
  return (await query.execute(db)).rows[0]?.coins ?? 0;
}

/** The most that one admin has granted today. */
export async function findMostGranted(db: Db): Promise<number> {
  const query = sql<{ coins: number }>`
    select coalesce(max(coins), 0) as coins from admin_grants_by_day where day = (clock() at time zone 'UTC')::date`;
  return (await query.execute(db)).rows[0]?.coins ?? 0;
}

/** The admins who have granted more than so many coins today. */
export async function listGranters(db: Db, above: number): Promise<{ adminId: string; coins: number }[]> {
  const query = sql<{ adminId: string; coins: number }>`
    select admin_id as "adminId", coins from admin_grants_by_day
    where day = (clock() at time zone 'UTC')::date and coins > ${above}`;
  return (await query.execute(db)).rows;
}
