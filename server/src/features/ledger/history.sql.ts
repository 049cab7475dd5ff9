import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { Point } from '../../kit/page.ts';
import { type Balances, balanceColumns, causeLabelSql, type SubjectRow, subjectSql } from './sql.ts';

export interface MovementRow {
  id: string;
  at: Date;
  reason: string;
  refType: string;
  refId: string;
  amount: number;
  subject: SubjectRow | null;
  causeLabel: string | null;
}

/** What moved a user's coins before a point in time, newest first, as the wallets saw it. */
export async function listMovementsBefore(
  db: Db,
  userId: string,
  before: Point,
  limit: number,
): Promise<MovementRow[]> {
  const query = sql<MovementRow>`
    select id, created_at as at, reason, ref_type as "refType", ref_id as "refId",
      paid_change + bonus_change as amount, ${sql.raw(subjectSql)}, ${sql.raw(causeLabelSql)}
    from ledger.events e
    where user_id = ${userId} and (created_at, id) < (${before.at}, ${before.id}::uuid)
    order by created_at desc, id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

export interface Credits {
  readonly refType: string;
  readonly from: Date;
  readonly before: Date;
}

/** The coins that a user was given for one kind of cause in a span of time. */
export async function sumCredits(tx: Tx, userId: string, { refType, from, before }: Credits): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(n.amount), 0)::bigint as sum
    from ledger.events e join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id
    where e.user_id = ${userId} and e.ref_type = ${refType} and e.created_at >= ${from} and e.created_at < ${before}
      and n.seq is not null and n.amount > 0`.execute(tx);
  return rows[0]?.sum ?? 0;
}

/** What users hold now, in one statement. */
export async function listBalances(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, Balances>> {
  const query = sql<Balances & { id: string }>`
    select u.id, ${sql.raw(balanceColumns('u.id'))} from unnest(${[...userIds]}::uuid[]) as u (id)`;
  return new Map((await query.execute(db)).rows.map(({ id, ...held }) => [id, held]));
}

export interface CreditRow {
  userId: string;
  amount: number;
  reason: string;
  at: Date;
}

/** The newest times that each of these users was given coins for one kind of cause. */
export async function listCredits(
  db: Db,
  userIds: readonly string[],
  refType: string,
  most: number,
): Promise<CreditRow[]> {
  const query = sql<CreditRow>`
    select u.id as "userId", e.amount, e.reason, e.at from unnest(${[...userIds]}::uuid[]) as u (id)
    cross join lateral (
      select paid_change + bonus_change as amount, reason, created_at as at from ledger.events
      where user_id = u.id and ref_type = ${refType} and paid_change + bonus_change > 0
      order by no desc limit ${most}) e
    order by u.id, e.at desc`;
  return (await query.execute(db)).rows;
}

/** What each of these events of a user put into the wallets, or took out of them. */
export async function listChanges(
  db: Db,
  userId: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, Balances>> {
  const query = sql<Balances & { id: string }>`
    select id, paid_change as paid, bonus_change as bonus from ledger.events
    where user_id = ${userId} and id = any(${[...eventIds]}::uuid[])`;
  return new Map((await query.execute(db)).rows.map(({ id, ...change }) => [id, change]));
}
