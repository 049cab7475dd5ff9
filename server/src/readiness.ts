import { listMeasuredChains } from './features/audit/public.ts';
import { findMeasuredBreach } from './features/economy/public.ts';
import { findProofResult, proofConcern } from './features/ledger/public.ts';
import { type MediaGateways, mediaReadiness } from './features/media/public.ts';
import type { Database } from './kit/db/database.ts';
import { newestMigration } from './kit/db/migrate.ts';

/**
 * The content of `/readyz`: migration, ledger proof, sealed blocks, files. It needs no authentication, so it only shows
 * figures that housekeeping has stored.
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
