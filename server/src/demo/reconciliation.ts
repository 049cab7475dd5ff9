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

/** Reconciled files: one without differences, one with every kind of difference, and a report of sums with one more sale. */
export const seedReconciliation = (database: Database): Promise<void> =>
  seedOnce(database, 'reconciliation_runs', async (seeding) => {
    const stores = await paymentsOf(seeding.tx, 'android_store');
    await compare(seeding, 3, 'android_store', 'google-play-payments.csv', stores);
    await run(seeding, 2, 'ios_store', 'app-store-sales.txt', await salesReport(seeding.tx));
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
  seeder: Seeder,
  daysAgo: number,
  rail: string,
  fileName: string,
  payments: readonly Payment[],
): Promise<void> {
  if (payments.length === 0) return;
  const lines = payments.map(({ transactionId, amountCents, currency, createdAt }) =>
    [transactionId, amountCents, currency, createdAt.toISOString()].join(),
  );
  await run(seeder, daysAgo, rail, fileName, [columns.join(), ...lines].join('\n'));
}

type Seeder = Pick<Seeding, 'ago' | 'as'>;

async function run({ ago, as }: Seeder, daysAgo: number, rail: string, fileName: string, text: string): Promise<void> {
  const file = await ProviderFile.read(oneChunk(Buffer.from(text)), async () => {});
  try {
    await reconcile(as('finance', ago(daysAgo)), { rail, fileName, file });
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

/** Our sales by the App Store of the last two weeks as it would report them, with one unit that we lack. */
async function salesReport(tx: Tx): Promise<string> {
  const query = sql<{ row: string }>`
    with days as (
      select clock()::date - 16 as first, clock()::date - 3 as last),
    sold as (
      select product_id, currency, amount_cents / quantity as price, sum(quantity) as units
      from rail_payments, days
      where platform = 'ios_store' and status <> 'pending'
        and coalesce(paid_at, created_at) >= days.first::timestamp at time zone 'America/Los_Angeles'
        and coalesce(paid_at, created_at) < (days.last + 1)::timestamp at time zone 'America/Los_Angeles'
      group by 1, 2, 3)
    select concat_ws(chr(9), product_id, 'IA1', units + (row_number() over (order by units desc, product_id, currency) = 1)::integer,
      to_char(first, 'MM/DD/YYYY'), to_char(last, 'MM/DD/YYYY'), currency, price / 100.0) as row
    from sold, days order by product_id, currency`;
  const header = [
    'SKU',
    'Product Type Identifier',
    'Units',
    'Begin Date',
    'End Date',
    'Customer Currency',
    'Customer Price',
  ];
  return [header.join('\t'), ...(await query.execute(tx)).rows.map(({ row }) => row)].join('\n');
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
