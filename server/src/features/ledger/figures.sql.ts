import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { HourFigure, TimeSpan } from '../../kit/time.ts';

/** The coins that came from each source in each hour. What only takes coins from wallets is not looked at. */
export async function sumMintedByHour(db: Db, { from, before }: TimeSpan): Promise<HourFigure[]> {
  const query = sql<HourFigure>`
    select n.account as subject, date_trunc('hour', e.created_at, 'UTC') as hour, -sum(n.amount)::bigint as amount
    from ledger.events e join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id
    where e.created_at >= ${from} and e.created_at < ${before} and e.paid_change + e.bonus_change > 0
      and n.account like 'source\\_%' and n.amount < 0
    group by 1, 2`;
  return (await query.execute(db)).rows;
}

/** The coins that were given for each thing of one kind, such as a promo, in each hour. */
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

export interface MintRow {
  eventId: string;
  userId: string;
  amount: number;
  reason: string;
  at: Date;
}

/** The largest movements from one source in a span of time. */
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

export interface BreakRow {
  eventId: string;
  userId: string;
  what: string;
  at: Date;
}

/** Events that the proof found broken, newest first. */
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
