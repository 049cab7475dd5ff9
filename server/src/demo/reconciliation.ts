import { sql } from 'kysely';
import { reconcile } from '../features/reconciliation/actions.ts';
import { ProviderFile } from '../features/reconciliation/provider-file.ts';
import { columns } from '../features/reconciliation/rules.ts';
import type { Database, Tx } from '../kit/db/database.ts';
import { newId } from '../kit/id.ts';
import { type Seeding, seedOnce } from './admin-context.ts';

interface Payment {
  readonly transactionId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly createdAt: Date;
  readonly status: string;
}

/** Two reconciled files: one without differences, and one with every kind of difference. */
export const seedReconciliation = (database: Database): Promise<void> =>
  seedOnce(database, 'reconciliation_runs', async (seeding) => {
    const stores = await paymentsOf(seeding.tx, 'android_store');
    await compare(seeding, 3, 'android_store', 'google-play-payments.csv', stores);
    const payments = await paymentsOf(seeding.tx, 'localwallet_gopay');
    // The payments that differ can still be refunded.
    const [unlisted, changed] = payments.filter(({ status }) => status === 'completed');
    if (!unlisted || !changed) return;
    const rest = payments.filter((payment) => payment !== unlisted && payment !== changed);
    const late = { ...changed, transactionId: `LOC-${newId().slice(-12)}` };
    const listed = [{ ...changed, amountCents: changed.amountCents - 50_000 }, ...rest, late];
    await compare(seeding, 1, 'localwallet_gopay', 'gopay-settlement.csv', [...listed, ...listed.slice(-2, -1)]);
  });

async function paymentsOf(tx: Tx, rail: string): Promise<Payment[]> {
  const query = sql<Payment>`
    select transaction_id as "transactionId", amount_cents as "amountCents", currency, created_at as "createdAt",
      status from rail_payments where platform = ${rail} and status <> 'pending' order by created_at, id`;
  return (await query.execute(tx)).rows;
}

async function compare(
  { ago, as }: Seeding,
  daysAgo: number,
  rail: string,
  fileName: string,
  payments: readonly Payment[],
): Promise<void> {
  if (payments.length === 0) return;
  const lines = payments.map(({ transactionId, amountCents, currency, createdAt }) =>
    [transactionId, amountCents, currency, createdAt.toISOString()].join(),
  );
  const text = [columns.join(), ...lines].join('\n');
  const file = await ProviderFile.read(oneChunk(Buffer.from(text)), async () => {});
  try {
    await reconcile(as('finance', ago(daysAgo)), { rail, fileName, file });
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
