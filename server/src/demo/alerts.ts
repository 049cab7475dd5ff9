import { acknowledge, updateAlerts } from '../features/alerts/actions.ts';
import { windowOf } from '../features/alerts/findings.ts';
import { evaluateAlerts } from '../features/alerts/jobs.ts';
import type { Finding } from '../features/alerts/sql.ts';
import type { Database } from '../kit/db/database.ts';
import { dayMs, hourMs } from '../kit/time.ts';
import { before, contextFor, findCaller } from './admin-context.ts';

const silent = { error: () => {}, warn: () => {} };

interface PastAlert extends Omit<Finding, 'windowFrom'> {
  readonly daysAgo: number;
  readonly hours: number;
  readonly note?: string;
}

/** Those that are over. */
const pastAlerts: readonly PastAlert[] = [
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

/** Looks at the demo as the job does, has one of what is found acknowledged, and adds some that are over. */
export async function seedAlerts(database: Database): Promise<void> {
  const known = await database.db.selectFrom('alerts').select('id').limit(1).executeTakeFirst();
  if (known) return;
  await database.transaction(async (tx, now) => {
    const finance = await findCaller(tx, 'kwame@demo.example');
    for (const { daysAgo, hours, note, ...past } of finance ? pastAlerts : []) {
      const from = before(now, daysAgo * dayMs);
      const finding = { ...past, windowFrom: windowOf(from, 24) };
      await updateAlerts(tx, from, { kinds: [past.kind], findings: [finding], log: silent });
      const made = await tx.selectFrom('alerts').select('id').where('kind', '=', past.kind).executeTakeFirstOrThrow();
      if (finance && note) await acknowledge(contextFor(tx, finance, before(from, -hourMs)), made.id, note);
      await updateAlerts(tx, before(from, -hours * hourMs), { kinds: [past.kind], findings: [], log: silent });
    }
  });
  const { signal } = new AbortController();
  // The first run of housekeeping looks at the disk of this machine.
  const disk = { look: async () => ({ freeBytes: 1, reserveBytes: 0 }) };
  await evaluateAlerts(disk).run({ database: database.jobs, signal, log: silent, progress: () => {} });
  await database.transaction(async (tx, now) => {
    const root = await findCaller(tx, 'sofia@demo.example');
    const failed = await tx
      .selectFrom('alerts')
      .select('id')
      .where('kind', '=', 'schedule_lag')
      .where('status', '=', 'open')
      .executeTakeFirst();
    if (root && failed)
      await acknowledge(contextFor(tx, root, now), failed.id, 'Waiting for the new cut of the episode');
  });
}
