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

/** The messages of the rail about a payment, oldest first. */
export async function listPaymentEvents(
  db: Db,
  {
    id,
    platform,
    transactionId,
  }: { readonly id: string; readonly platform: string; readonly transactionId: string | null },
  limit: number,
): Promise<PaymentEventRow[]> {
  const query = sql<PaymentEventRow>`
    select id, outcome, detail, payload, occurred_at as "occurredAt", received_at as "receivedAt"
    from payment_events
    where (transaction_id = ${transactionId} or purchase_id = ${id}) and source = ${`payments:${platform}`}
    order by received_at, id limit ${limit}`;
  return (await query.execute(db)).rows;
}
