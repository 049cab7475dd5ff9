import { type Actor, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makePackage, sendPayment } from '../../../test/harness/payments.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

/** A difference as returned by the API. */
export interface Row {
  line: number | null;
  transactionId: string;
  purchase: { id: string; userName: string | null; productId: string; status: string } | null;
  event: { outcome: string; userId: string | null; productId: string | null } | null;
  act: { purchaseId: string | null; approvalId: string | null; by: string | null } | null;
  allowed: string[];
}

export const url = '/admin/payments/reconciliation';

interface Paid {
  readonly amountCents?: number;
  readonly currency?: string;
  readonly at?: string;
  /** Of the package; by default one that all rails sell. */
  readonly sku?: string;
}

export interface Run {
  id: string;
  rail: string;
  period: { start: string; end: string };
  matched: number;
  missingOnOurSide: { line: number; transactionId: string }[];
  missingOnProviderSide: { id: string; transactionId: string }[];
  amountMismatch: object[];
  duplicates: { line: number; firstLine: number }[];
  counts: Record<string, number>;
  handled: Record<string, number> | null;
  totals: object[];
  error: string;
  line: number;
  problem: string;
}

export const header = 'transaction_id,amount_cents,currency,created_at';
export const usualTime = '2026-03-10T12:00:00Z';

export const lineOf = (transactionId: string, { amountCents = 999, currency = 'USD', at = usualTime }: Paid = {}) =>
  `${transactionId},${amountCents},${currency},${at}`;

export const csv = (...lines: string[]): string => `${[header, ...lines].join('\n')}\n`;

/** Payments by rails; files are sent with payments:read only. */
export async function openRails() {
  const world = await openWorld();
  await makeRole(world, 'payments', ['payments:read']);
  const payments = await makeAdminActor(world, 'payments', { name: 'Nadia' });
  const viewer = await makeViewer(world);
  const pack = await makePackage(world, { rails: ['localwallet_*'] });
  let rails = 0;

  return {
    world,
    payments,
    viewer,
    pack,
    /** Each test has a rail of its own. */
    newRail: () => `localwallet_test${++rails}`,
    /** Inserts a payment of ours and returns its id. */
    async pay(rail: string, transactionId: string, paid: Paid = {}) {
      const { amountCents = 999, currency = 'USD', at = usualTime, sku = pack.sku } = paid;
      const data = { userId: viewer.id, productId: sku, transactionId, amountCents, currency };
      await sendPayment(world, rail, { type: 'purchase.completed', occurredAt: at, data });
      const text = 'update transactions set created_at = $2 where transaction_id = $1 returning id';
      const { rows } = await world.database.pool.query<{ id: string }>(text, [transactionId, at]);
      return rows[0]?.id ?? '';
    },
    send: (rail: string, file: string | Buffer, query = '', by: Actor = payments, headers = {}) =>
      by.upload<Run>(`${url}${query}`, { rail }, { name: 'march.csv', bytes: file }, { headers }),
    /** Stored rows of all runs, and lines of files, which should be none. */
    async kept() {
      const text = `select (select count(*) from reconciliation_runs) as runs,
        (select count(*) from reconciliation_rows) as rows, (select count(*) from reconciliation_lines) as lines`;
      return (await world.database.pool.query<{ runs: number; rows: number; lines: number }>(text)).rows[0];
    },
  };
}
