import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { ListedTransactionRow } from '../purchases/public.ts';

export interface PaymentEventRow {
  id: string;
  outcome: string;
  detail: string | null;
  payload: Record<string, unknown> | null;
  occurredAt: Date | null;
  receivedAt: Date;
}

/** What the rail told of a payment, in the order in which it did. */
export async function listPaymentEvents(
  db: Db,
  { id, platform, transactionId }: Pick<ListedTransactionRow, 'id' | 'platform' | 'transactionId'>,
  limit: number,
): Promise<PaymentEventRow[]> {
  const query = sql<PaymentEventRow>`
    select id, outcome, detail, payload, occurred_at as "occurredAt", received_at as "receivedAt"
    from payment_events
    where (transaction_id = ${transactionId} or purchase_id = ${id}) and source = ${`payments:${platform}`}
    order by received_at, id limit ${limit}`;
  return (await query.execute(db)).rows;
}
