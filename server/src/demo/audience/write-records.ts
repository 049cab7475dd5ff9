import { newId } from '../../kit/id.ts';
import type { OwnerConnection } from '../parts.ts';
import { date, insert } from './insert.ts';
import type { PaymentRow } from './rows.ts';

interface RecordRow {
  readonly at: number;
  readonly id: string;
  readonly action: string;
  readonly reason: string | null;
  readonly before: object | null;
  readonly after: object;
}

function recordsOf(row: PaymentRow): RecordRow[] {
  const { id, userId, rail: platform, sku: productId, coins: coinsGranted, bonus: bonusCoins, amountCents } = row;
  const about = { at: row.at, id, reason: null, before: null };
  if (row.failure !== undefined) {
    const after = { status: 'pending', userId, productId, failureReason: row.failure };
    return [{ ...about, action: 'purchase.fail', after }];
  }
  const bought = { platform, productId, coinsGranted, bonusCoins, amountCents, currency: row.currency };
  const completed = { ...about, action: 'purchase.complete', after: { status: 'completed', userId, ...bought } };
  if (!row.refund) return [completed];
  const before = { status: 'completed', refundedCents: 0 };
  const coinsTaken = coinsGranted + bonusCoins;
  const after = { status: 'refunded', refundedCents: amountCents, coinsTaken, underpaidCents: 0 };
  const { at, reason } = row.refund;
  return [completed, { at, id, action: 'purchase.refund', reason, before, after }];
}

/** What the audit log says of payments, by their moments. */
export async function writeRecords(client: OwnerConnection, payments: readonly PaymentRow[]): Promise<void> {
  const records = payments.flatMap(recordsOf).toSorted((one, other) => one.at - other.at);
  const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
  await insert(
    client,
    'audit_log',
    {
      id: 'uuid',
      action: 'text',
      admin_email: 'text',
      target_type: 'text',
      target_id: 'text',
      reason: 'text',
      before: 'jsonb',
      after: 'jsonb',
      created_at: 'timestamptz',
    },
    records.map(({ at, id, action, reason, before, after }) => [
      ...[newId(), action, 'system', 'purchase', id, reason, json(before), json(after), date(at)],
    ]),
  );
}
