import { listMeasuredChains } from './features/audit/public.ts';
import { findMeasuredBreach } from './features/economy/public.ts';
import { findProofResult, proofConcern } from './features/ledger/public.ts';
import { type MediaGateways, mediaReadiness } from './features/media/public.ts';
import type { Database } from './kit/db/database.ts';
import { newestMigration } from './kit/db/migrate.ts';

/**
 * What those who run the service read at `/readyz`: the migration, what is known of the ledger, what is sealed, the files.
 * Anyone may ask, so nothing is counted for it: housekeeping has.
 */
export async function readiness({ db }: Database, media: MediaGateways): Promise<Record<string, unknown>> {
  const [migration, ledger] = [await newestMigration(db), await findProofResult(db)];
  const { holds, checkedAt, ageS, eventsBehind, behindS } = ledger ?? {};
  const result = ledger && { holds, checkedAt, ageS, eventsBehind, behindS, concern: proofConcern(ledger) };
  const sealed = (await listMeasuredChains(db)).map(({ chain, brokenBlocks, ...state }) => [
    chain,
    { holds: brokenBlocks.length === 0, brokenBlocks: brokenBlocks.map(({ no }) => no), ...state },
  ]);
  return {
    database: 'reachable',
    migration,
    ledger: result ?? null,
    ...(await findMeasuredBreach(db)),
    sealed: Object.fromEntries(sealed),
    files: await mediaReadiness(db, media),
  };
}
