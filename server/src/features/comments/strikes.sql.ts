import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isoTime } from '../../kit/db/fragments.ts';
import type { StrikeType } from './rules.ts';

export interface StrikeRow {
  id: string;
  type: StrikeType;
  refId: string;
  reason: string;
  createdAt: Date;
}

/** The strikes of a user that count, newest first, as a list in JSON. */
export const strikesJson = (userId: string): string => `coalesce((select json_agg(json_build_object('id', k.id,
  'type', k.type, 'refId', k.ref_id, 'reason', k.reason, 'createdAt', ${isoTime('k.created_at')})
  order by k.created_at desc, k.id desc) from strikes k where k.user_id = ${userId} and k.removed_at is null), '[]')`;

const columns = sql.raw(`id, type, ref_id as "refId", reason, created_at as "createdAt"`);

export async function listStrikes(db: Db, userId: string): Promise<StrikeRow[]> {
  const query = sql<StrikeRow>`
    select ${columns} from strikes where user_id = ${userId} and removed_at is null order by created_at desc, id desc`;
  return (await query.execute(db)).rows;
}

export async function findStrike(db: Db, userId: string, id: string): Promise<StrikeRow | undefined> {
  const query = sql<StrikeRow>`
    select ${columns} from strikes where user_id = ${userId} and id = ${id} and removed_at is null`;
  return (await query.execute(db)).rows[0];
}

/** The one that counts for a comment or a report. */
export async function findStrikeFor(db: Db, type: StrikeType, refId: string): Promise<StrikeRow | undefined> {
  const query = sql<StrikeRow>`
    select ${columns} from strikes where type = ${type} and ref_id = ${refId} and removed_at is null`;
  return (await query.execute(db)).rows[0];
}

/** Whether a comment or a report is of this user. */
export async function isOf(db: Db, userId: string, type: StrikeType, refId: string): Promise<boolean> {
  const query =
    type === 'comment'
      ? sql`select from comments where id = ${refId} and user_id = ${userId}`
      : sql`select from comment_reports where id = ${refId} and user_id = ${userId}`;
  return (await query.execute(db)).rows.length > 0;
}

export async function countStrikes(tx: Tx, userId: string): Promise<number> {
  const query = sql<{ count: number }>`
    select count(*)::integer as count from strikes where user_id = ${userId} and removed_at is null`;
  return (await query.execute(tx)).rows[0]?.count ?? 0;
}

export interface NewStrike {
  readonly id: string;
  readonly userId: string;
  readonly type: StrikeType;
  readonly refId: string;
  readonly reason: string;
  readonly by: string;
}

export async function insertStrike(tx: Tx, strike: NewStrike, now: Date): Promise<StrikeRow> {
  const { id, userId, type, refId, reason, by } = strike;
  await sql`insert into strikes (user_id, id, type, ref_id, reason, created_by, created_at)
    values (${userId}, ${id}, ${type}, ${refId}, ${reason}, ${by}, ${now})`.execute(tx);
  return { id, type, refId, reason, createdAt: now };
}

export async function markRemoved(tx: Tx, userId: string, id: string, by: string, now: Date): Promise<void> {
  await sql`update strikes set removed_at = ${now}, removed_by = ${by} where user_id = ${userId} and id = ${id}`.execute(
    tx,
  );
}
