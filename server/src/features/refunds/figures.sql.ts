import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { HourFigure, TimeSpan } from '../../kit/time.ts';
import { autoExecuteMaxUsdCents } from './rules.ts';

/** Refunds by rail and hour, including pending ones. */
export async function countRefundsByHour(db: Db, { from, before }: TimeSpan): Promise<HourFigure[]> {
  const query = sql<HourFigure>`
    select platform as subject, date_trunc('hour', created_at, 'UTC') as hour, count(*) as amount from refunds
    where created_at >= ${from} and created_at < ${before} and status <> 'rejected' group by 1, 2`;
  return (await query.execute(db)).rows;
}

export interface RefundOfUser {
  id: string;
  userId: string;
  amountCents: number;
  currency: string;
  reason: string;
  at: Date;
}

export interface MoneyStuck {
  failed: number;
  /** Ordered before that moment, and not returned yet. */
  pending: number;
}

/** Refunds whose money could not be returned, and those whose money was ordered long ago. */
export async function countMoneyStuck(db: Db, before: Date): Promise<MoneyStuck> {
  const query = sql<MoneyStuck>`
    select count(*) filter (where money = 'failed')::integer as failed,
      count(*) filter (where money = 'pending' and money_at < ${before})::integer as pending
    from refunds where money in ('pending', 'failed')`;
  return (await query.execute(db)).rows[0] ?? { failed: 0, pending: 0 };
}

const selectOfUser = sql<RefundOfUser>`
  select r.id, r.user_id as "userId", r.amount_cents as "amountCents", r.currency, r.reason, r.created_at as at
  from refunds r`;

/** Refunds of one rail, newest first. */
export async function listRailRefunds(
  db: Db,
  rail: string,
  { from, before }: TimeSpan,
  most: number,
): Promise<RefundOfUser[]> {
  const query = sql<RefundOfUser>`
    ${selectOfUser}
    where r.platform = ${rail} and r.created_at >= ${from} and r.created_at < ${before} and r.status <> 'rejected'
    order by r.created_at desc, r.id desc limit ${most}`;
  return (await query.execute(db)).rows;
}

/** The same refunds, newest first. */
export async function listMoneyStuck(db: Db, before: Date, most: number): Promise<RefundOfUser[]> {
  const query = sql<RefundOfUser>`
    ${selectOfUser} where r.money in ('pending', 'failed') and (r.money = 'failed' or r.money_at < ${before})
    order by r.money_at desc, r.id desc limit ${most}`;
  return (await query.execute(db)).rows;
}

/** Purchases that an admin refunded in parts which together need a second admin, with at least one part that had none. */
const splitsSince = (since: Date) => sql`
  select requested_by, purchase_id, sum(amount_usd_cents)::bigint as usd_cents from refunds
  where created_at >= ${since} and requested_by is not null and status <> 'rejected'
  group by requested_by, purchase_id
  having sum(amount_usd_cents) > ${sql.lit(autoExecuteMaxUsdCents)} and count(*) > 1 and bool_or(approval_id is null)`;

/** The purchases that each admin refunded in parts, and the largest total of one of them. */
export async function listSplits(db: Db, since: Date) {
  const query = sql<{ adminId: string; purchases: number; usdCents: number }>`
    select s.requested_by as "adminId", count(*) as purchases, max(s.usd_cents)::bigint as "usdCents"
    from (${splitsSince(since)}) s group by 1 order by 1`;
  return (await query.execute(db)).rows;
}

/** The parts refunded by one admin, newest first. */
export async function listSplitRefunds(db: Db, adminId: string, since: Date, most: number): Promise<RefundOfUser[]> {
  const query = sql<RefundOfUser>`
    ${selectOfUser}
    join (${splitsSince(since)}) s on s.requested_by = r.requested_by and s.purchase_id = r.purchase_id
    where r.requested_by = ${adminId} and r.created_at >= ${since} and r.status <> 'rejected'
    order by r.created_at desc, r.id desc limit ${most}`;
  return (await query.execute(db)).rows;
}
