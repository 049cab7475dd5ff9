import { sql } from 'kysely';
import type { Db, Tx } from './db/database.ts';
import { eq, filters } from './db/filters.ts';
import { type Keyset, pageRows } from './page.ts';

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

const conditions = filters<OutboxFilters>({ status: eq('status'), topic: eq('topic') });

export const listMessages = (db: Db, given: OutboxFilters, keyset: Keyset): Promise<OutboxRow[]> =>
  pageRows(db, keyset, sql<OutboxRow>`select ${columns} from outbox`, conditions(given));

export async function findMessage(db: Db, id: string): Promise<OutboxRow | undefined> {
  return (await sql<OutboxRow>`select ${columns} from outbox where id = ${id}`.execute(db)).rows[0];
}

export async function lockMessage(tx: Tx, id: string): Promise<OutboxRow | undefined> {
  return (await sql<OutboxRow>`select ${columns} from outbox where id = ${id} for no key update`.execute(tx)).rows[0];
}

/** Makes a dead letter due now, with all its attempts. */
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
