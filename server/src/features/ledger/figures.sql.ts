import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { HourFigure, TimeSpan } from '../../kit/time.ts';

/** Coins minted by source and hour. Events that only take coins from wallets are skipped. */
export async function sumMintedByHour(db: Db, { from, before }: TimeSpan): Promise<HourFigure[]> {
  const query = sql<HourFigure>`
    select n.account as subject, date_trunc('hour', e.created_at, 'UTC') as hour, -sum(n.amount)::bigint as amount
    from ledger.events e join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id
    where e.created_at >= ${from} and e.created_at < ${before} and e.paid_change + e.bonus_change > 0
      and n.account like 'source\\_%' and n.amount < 0
    group by 1, 2`;
  return (await query.execute(db)).rows;
}

/** Coins credited by cause of one type, such as a promo, and hour. */
export async function sumCreditsByHour(db: Db, refType: string, { from, before }: TimeSpan): Promise<HourFigure[]> {
  const query = sql<HourFigure>`
    select coalesce(n.ref_id, e.ref_id) as subject, date_trunc('hour', e.created_at, 'UTC') as hour,
      sum(n.amount)::bigint as amount
    from ledger.events e join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id
    where e.created_at >= ${from} and e.created_at < ${before} and e.paid_change + e.bonus_change > 0
      and coalesce(n.ref_type, e.ref_type) = ${refType} and n.seq is not null
    group by 1, 2`;
  return (await query.execute(db)).rows;
}

interface MintRow {
  eventId: string;
  userId: string;
  amount: number;
  reason: string;
  at: Date;
}

/** The largest movements from one source. */
export async function listLargestMints(db: Db, source: string, { from, before }: TimeSpan, most: number) {
  const query = sql<MintRow>`
    select e.id as "eventId", e.user_id as "userId", -sum(n.amount)::bigint as amount,
      coalesce(max(n.reason), e.reason) as reason, e.created_at as at
    from ledger.events e join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id
    where e.created_at >= ${from} and e.created_at < ${before} and e.paid_change + e.bonus_change > 0
      and n.account = ${source} and n.amount < 0
    group by e.user_id, e.no order by amount desc, e.no desc limit ${most}`;
  return (await query.execute(db)).rows;
}

interface BreakRow {
  eventId: string;
  userId: string;
  what: string;
  at: Date;
}

/** Events that failed the proof, newest first. */
export async function listBreaks(db: Db, most: number): Promise<BreakRow[]> {
  const query = sql<BreakRow>`
    select event_id as "eventId", user_id as "userId", what, found_at as at from ledger.breaks
    order by found_at desc, event_id limit ${most}`;
  return (await query.execute(db)).rows;
}

export async function countBreaks(db: Db): Promise<number> {
  const query = sql<{ count: number }>`select count(distinct event_id) as count from ledger.breaks`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

/** Adds to the coins that an admin granted on this UTC day, and returns the sum. The row stays locked until the end. */
export async function addGranted(tx: Tx, adminId: string, now: Date, coins: number): Promise<number> {
  const { rows } = await sql<{ coins: number }>`
    insert into admin_grants_by_day as g (admin_id, day, coins)
    values (${adminId}, (${now}::timestamptz at time zone 'UTC')::date, ${coins})
    on conflict on constraint admin_grants_by_day_pk do update set coins = g.coins + excluded.coins
    returning coins`.execute(tx);
  return rows[0]?.coins ?? 0;
}

/** Coins that an admin has granted today. */
export async function findGranted(db: Db, adminId: string): Promise<number> {
  const query = sql<{ coins: number }>`
    select coins from admin_grants_by_day
    where admin_id = ${adminId} and day = (clock() at time zone 'UTC')::date`;
  return (await query.execute(db)).rows[0]?.coins ?? 0;
}

/** The most coins that one admin has granted today. */
export async function findMaxGranted(db: Db): Promise<number> {
  const query = sql<{ coins: number }>`
    select coalesce(max(coins), 0) as coins from admin_grants_by_day where day = (clock() at time zone 'UTC')::date`;
  return (await query.execute(db)).rows[0]?.coins ?? 0;
}

/** Admins who have granted more than `above` coins today. */
export async function listGranters(db: Db, above: number): Promise<{ adminId: string; coins: number }[]> {
  const query = sql<{ adminId: string; coins: number }>`
    select admin_id as "adminId", coins from admin_grants_by_day
    where day = (clock() at time zone 'UTC')::date and coins > ${above}`;
  return (await query.execute(db)).rows;
}
