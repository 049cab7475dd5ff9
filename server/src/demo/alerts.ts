import { acknowledge, updateAlerts } from '../features/alerts/actions.ts';
import { windowOf } from '../features/alerts/findings.ts';
import { evaluateAlerts } from '../features/alerts/jobs.ts';
import type { Finding } from '../features/alerts/sql.ts';
import type { Database, Tx } from '../kit/db/database.ts';
import { hourMs } from '../kit/time.ts';
import { before, hasRows, openSeeding } from './admin-context.ts';

const silent = { error: () => {}, warn: () => {} };

interface ResolvedAlert extends Omit<Finding, 'windowFrom'> {
  readonly daysAgo: number;
  readonly hours: number;
  readonly note?: string;
}

const resolvedAlerts: readonly ResolvedAlert[] = [
  {
    kind: 'refund_rate',
    subjectType: 'rail',
    subjectId: 'localwallet_gopay',
    severity: 'warning',
    figures: { refunds: 14, payments: 96, ratePercent: 14.6, usualPercent: 2.1 },
    daysAgo: 16,
    hours: 30,
    note: 'The provider charged some payments twice and paid them back',
  },
  {
    kind: 'mint_spike',
    subjectType: 'ledger_account',
    subjectId: 'source_support_grant',
    severity: 'warning',
    figures: { coins: 41_000, usual: 3_000 },
    daysAgo: 9,
    hours: 26,
  },
];

/** Some resolved alerts, and those that the job finds, one of them acknowledged. */
export async function seedAlerts(database: Database): Promise<void> {
  if (await hasRows(database.db, 'alerts')) return;
  await database.transaction(async (tx, now) => {
    const seeding = await openSeeding(tx, now);
    if (!seeding) return;
    for (const { daysAgo, hours, note, ...finding } of resolvedAlerts) {
      const from = seeding.ago(daysAgo);
      const { kind } = finding;
      await updateAlerts(tx, from, {
        kinds: [kind],
        findings: [{ ...finding, windowFrom: windowOf(from, 24) }],
        log: silent,
      });
      const id = await findAlert(tx, kind);
      if (id && note) await acknowledge(seeding.as('finance', before(from, -hourMs)), id, note);
      await updateAlerts(tx, before(from, -hours * hourMs), { kinds: [kind], findings: [], log: silent });
    }
  });
  const { signal } = new AbortController();
  // The disk of this machine is evaluated by housekeeping.
  const disk = { look: async () => ({ freeBytes: 1, reserveBytes: 0 }) };
  await evaluateAlerts(disk).run({ database: database.jobs, signal, log: silent, progress: () => {} });
  await database.transaction(async (tx, now) => {
    const [seeding, id] = [await openSeeding(tx, now), await findAlert(tx, 'schedule_lag')];
    if (seeding && id) await acknowledge(seeding.as('superadmin'), id, 'Waiting for the new cut of the episode');
  });
}

const findAlert = async (tx: Tx, kind: Finding['kind']): Promise<string | undefined> =>
  (await tx.selectFrom('alerts').select('id').where('kind', '=', kind).where('status', '=', 'open').executeTakeFirst())
    ?.id;
