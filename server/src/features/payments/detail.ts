import type { Db } from '../../kit/db/database.ts';
import type { CatalogFiles } from '../catalog/public.ts';
import { listSides } from '../ledger/public.ts';
import type { ListedTransactionRow } from '../purchases/public.ts';
import { listPaidUnlocksSince, showUnlocks } from '../unlocks/public.ts';
import { mostEvents, mostUnlocks, refundableCents } from './rules.ts';
import { showListed } from './schema.ts';
import { listPaymentEvents } from './sql.ts';

/** A payment with all that belongs to it. */
export async function readDetail(
  db: Db,
  files: CatalogFiles,
  row: ListedTransactionRow,
  viewer: { readonly permissions: readonly string[] },
) {
  const webhooks = await listPaymentEvents(db, row, mostEvents);
  const counted = webhooks.find(({ outcome }) => outcome === 'applied') ?? webhooks.at(-1);
  const cause = { userId: row.userId, refType: 'purchase', refId: row.id, since: row.createdAt, eventIds: [] };
  return {
    ...showListed(row, viewer),
    refundableCents: refundableCents(row, 0),
    webhookPayload: counted?.payload ?? null,
    webhooks,
    ledgerEntries: await listSides(db, cause),
    relatedUnlocks: await listUnlocksOf(db, files, row),
  };
}

async function listUnlocksOf(db: Db, files: CatalogFiles, row: ListedTransactionRow) {
  const { userId, completedAt, coinsGranted, bonusCoins } = row;
  if (completedAt === null || coinsGranted + bonusCoins === 0) return [];
  return showUnlocks(db, files, await listPaidUnlocksSince(db, userId, completedAt, mostUnlocks));
}
