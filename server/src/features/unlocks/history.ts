import type { Db } from '../../kit/db/database.ts';
import type { TimeCursor } from '../../kit/page.ts';
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

/** The same for a user's story. Who may see coins is told of what was paid for by the movement, so only the rest is here. */
export const unlocksSource = {
  type: 'unlock',
  async list(db: Db, userId: string, before: TimeCursor, limit: number, has: Holds) {
    const rows = await listUnlocksBefore(db, userId, before, limit, { onlyFree: has('wallet:read') });
    return rows.map((row) => ({
      id: row.id,
      at: row.createdAt,
      type: 'unlock',
      title: row.seriesTitle,
      data: { subject: subjectOf(row) },
    }));
  },
};

const subjectOf = ({ episodeId: id, title, titleI18n, ...row }: UnlockRow) => {
  const { seriesId, seriesTitle, seriesTitleI18n, episodeNumber, pictureAssetId } = row;
  const series = { seriesId, seriesTitle, seriesTitleI18n };
  return { type: 'episode', id, ...series, episodeNumber, title, titleI18n, pictureAssetId };
};
