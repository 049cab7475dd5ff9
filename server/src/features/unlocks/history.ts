import type { Db } from '../../kit/db/database.ts';
import type { Point } from '../../kit/page.ts';
import type { CatalogFiles } from '../catalog/public.ts';
import { showUnlock } from './schema.ts';
import { listUnlocksBefore, type UnlockRow } from './sql.ts';

/** What users have unlocked, with the pictures of the episodes. */
export async function showUnlocks(db: Db, files: CatalogFiles, rows: readonly UnlockRow[]) {
  const ids = rows.map(({ pictureAssetId }) => pictureAssetId).filter((id) => id !== null);
  const assets = await files.findAssets(db, ids);
  return rows.map((row) => showUnlock(row, assets));
}

type Holds = (permission: 'wallet:read') => boolean;

/** The same for a user's story. What it cost is told to those who may see coins. */
export const unlocksSource = (files: CatalogFiles) => ({
  type: 'unlock',
  async list(db: Db, userId: string, before: Point, limit: number, has: Holds) {
    const shown = await showUnlocks(db, files, await listUnlocksBefore(db, userId, before, limit));
    return shown.map(({ id, createdAt, seriesTitle, coins, priceSource, eventId, ...episode }) => ({
      id,
      at: createdAt,
      type: 'unlock',
      title: seriesTitle,
      data: { ...episode, ...(has('wallet:read') && { amount: -coins, priceSource, eventId }) },
    }));
  },
});
