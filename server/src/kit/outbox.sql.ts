import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from './db/database.ts';
import { type Keyset, pageSql } from './page.ts';

export interface OutboxRow {
  id: string;
  topic: string;
  status: 'waiting' | 'delivered' | 'dead';
  attempts: number;
  lastError: string | null;
  nextAttemptAt: Date;
  createdAt: Date;
  deliveredAt: Date | null;
}

const columns = sql.raw(`
  id, topic, status, attempts, last_error as "lastError", next_attempt_at as "nextAttemptAt",
  created_at as "createdAt", delivered_at as "deliveredAt"`);

export interface OutboxFilters {
  status?: OutboxRow['status'] | undefined;
  topic?: string | undefined;
}

export async function listMessages(db: Db, { status, topic }: OutboxFilters, keyset: Keyset): Promise<OutboxRow[]> {
  const page = pageSql(keyset);
  const conditions = [
    page.after,
    ...(status === undefined ? [] : [sql<SqlBool>`status = ${status}`]),
    ...(topic === undefined ? [] : [sql<SqlBool>`topic = ${topic}`]),
  ];
  const query = sql<OutboxRow>`select ${columns} from outbox
    where ${sql.join(conditions, sql` and `)} order by ${page.orderBy} limit ${page.limit}`;
  return (await query.execute(db)).rows;
}

export async function findMessage(db: Db, id: string): Promise<OutboxRow | undefined> {
  return (await sql<OutboxRow>`select ${columns} from outbox where id = ${id}`.execute(db)).rows[0];
}

export async function lockMessage(tx: Tx, id: string): Promise<OutboxRow | undefined> {
  return (await sql<OutboxRow>`select ${columns} from outbox where id = ${id} for no key update`.execute(tx)).rows[0];
}

/** Makes a dead letter new: it is due now, and has all its attempts again. */
export async function reviveMessage(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ status: 'waiting', attempts: 0, next_attempt_at: now })
    .where('id', '=', id)
    .execute();
}

export async function deleteDelivered(tx: Tx, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from outbox where id in (
      select id from outbox where status = 'delivered' and created_at < ${before}
      order by created_at limit ${most})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
