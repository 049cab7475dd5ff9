import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

export interface PaymentEventRow {
  id: string;
  outcome: string;
  detail: string | null;
  payload: Record<string, unknown> | null;
  occurredAt: Date | null;
  receivedAt: Date;
}

interface Payment {
  readonly id: string;
  readonly platform: string;
  /** As the rail calls it; null until it says so. */
  readonly transactionId: string | null;
}

/** What the rail told of a payment, in the order in which it did. */
export async function listPaymentEvents(
  db: Db,
  { id, platform, transactionId }: Payment,
  limit: number,
): Promise<PaymentEventRow[]> {
  const query = sql<PaymentEventRow>`
    select id, outcome, detail, payload, occurred_at as "occurredAt", received_at as "receivedAt"
    from payment_events
    where (transaction_id = ${transactionId} or purchase_id = ${id}) and source = ${`payments:${platform}`}
    order by received_at, id limit ${limit}`;
  return (await query.execute(db)).rows;
}
