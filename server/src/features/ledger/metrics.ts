import type { Metric } from 'prom-client';
import type { Database } from '../../kit/db/database.ts';
import { gaugeOf, readOnce } from '../../kit/metrics.ts';
import { findMaxGranted } from './figures.sql.ts';
import { findProofResult, type ProofResult } from './proof.sql.ts';

/** Without proof metrics until the first proof has run. */
export function ledgerMetrics({ db }: Database): Metric[] {
  const resultNow = readOnce(() => findProofResult(db));
  const gauge = (name: string, help: string, figureOf: (result: ProofResult) => number): Metric =>
    gaugeOf({
      name,
      help,
      async read() {
        const result = await resultNow();
        return result ? [{ value: figureOf(result) }] : [];
      },
    });
  return [
    gauge('ledger_proof_holds', 'Whether every book that was proven holds: 1 or 0', ({ holds }) => Number(holds)),
    gauge('ledger_proof_age_seconds', 'How long ago the last proof of the ledger ran', ({ ageS }) => ageS),
    gauge('ledger_proof_events_behind', 'Events that are not proven yet', ({ eventsBehind }) => eventsBehind),
    gauge(
      'ledger_proof_behind_seconds',
      'How long the oldest event that is not proven has waited',
      ({ behindS }) => behindS,
    ),
    gaugeOf({
      name: 'wallet_granted_today_most',
      help: 'Coins that the admin who granted most today (UTC) has granted without a second person',
      read: async () => [{ value: await findMaxGranted(db) }],
    }),
  ];
}
