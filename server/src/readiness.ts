import { findZeroSumBreach } from './features/economy/public.ts';
import { findVerdict, proofConcern } from './features/ledger/public.ts';
import { type MediaGateways, mediaReadiness } from './features/media/public.ts';
import type { Database } from './kit/db/database.ts';
import { newestMigration } from './kit/db/migrate.ts';

/** What those who run the service read at `/readyz`: the migration, what is known of the ledger, the files. */
export async function readiness({ db }: Database, media: MediaGateways): Promise<Record<string, unknown>> {
  const [migration, ledger] = [await newestMigration(db), await findVerdict(db)];
  const { holds, checkedAt, ageS, eventsBehind, behindS } = ledger ?? {};
  const verdict = ledger && { holds, checkedAt, ageS, eventsBehind, behindS, concern: proofConcern(ledger) };
  const zeroSumBreach = await findZeroSumBreach(db);
  const files = await mediaReadiness(db, media);
  return { database: 'reachable', migration, ledger: verdict ?? null, zeroSumBreach, files };
}
