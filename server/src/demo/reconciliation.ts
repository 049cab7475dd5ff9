import { sql } from 'kysely';
import { reconcile } from '../features/reconciliation/actions.ts';
import { ProviderFile } from '../features/reconciliation/provider-file.ts';
import { columns } from '../features/reconciliation/rules.ts';
import type { Database, Tx } from '../kit/db/database.ts';
import { newId } from '../kit/id.ts';
import { dayMs } from '../kit/time.ts';
import { before, contextFor, findCaller } from './admin-context.ts';

const finance = 'kwame@demo.example';

interface Payment {
  readonly transactionId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly createdAt: Date;
  readonly status: string;
}

/** Two files that finance compared: one in which all agrees, and one with something of everything. */
export async function seedReconciliation(database: Database): Promise<void> {
  await database.transaction(async (tx, now) => {
    const { rows } = await sql`select from reconciliation_runs limit 1`.execute(tx);
    if (rows.length > 0) return;
    const stores = await paymentsOf(tx, 'android_store');
    await compare(tx, before(now, 3 * dayMs), 'android_store', 'google-play-payments.csv', stores);
    const payments = await paymentsOf(tx, 'localwallet_gopay');
    // What differs is still to be refunded.
    const [unlisted, changed] = payments.filter(({ status }) => status === 'completed');
    if (!unlisted || !changed) return;
    const rest = payments.filter((payment) => payment !== unlisted && payment !== changed);
    const late = { ...changed, transactionId: `LOC-${newId().slice(-12)}` };
    const listed = [{ ...changed, amountCents: changed.amountCents - 50_000 }, ...rest, late];
    await compare(tx, before(now, dayMs), 'localwallet_gopay', 'gopay-settlement.csv', [
      ...listed,
      ...listed.slice(-2, -1),
    ]);
  });
}

async function paymentsOf(tx: Tx, rail: string): Promise<Payment[]> {
  const query = sql<Payment>`
    select transaction_id as "transactionId", amount_cents as "amountCents", currency, created_at as "createdAt",
      status from rail_payments where platform = ${rail} and status <> 'pending' order by created_at, id`;
  return (await query.execute(tx)).rows;
}

async function compare(tx: Tx, at: Date, rail: string, fileName: string, payments: readonly Payment[]): Promise<void> {
  const caller = await findCaller(tx, finance);
  if (!caller || payments.length === 0) return;
  const lines = payments.map(({ transactionId, amountCents, currency, createdAt }) =>
    [transactionId, amountCents, currency, createdAt.toISOString()].join(),
  );
  const text = [columns.join(), ...lines].join('\n');
  const file = await ProviderFile.read(oneChunk(Buffer.from(text)), async () => {});
  try {
    await reconcile(contextFor(tx, caller, at), { rail, fileName, file });
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
