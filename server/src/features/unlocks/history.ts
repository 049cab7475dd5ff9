import type { Db } from '../../kit/db/database.ts';
import type { TimeCursor } from '../../kit/page.ts';
import type { CatalogFiles } from '../catalog/public.ts';
import { listUnlocksBefore, type UnlockRow } from './sql.ts';

/** Adds the image URLs of the episodes. */
export async function showUnlocks(db: Db, files: CatalogFiles, rows: readonly UnlockRow[]) {
  const ids = rows.map(({ pictureAssetId }) => pictureAssetId).filter((id) => id !== null);
  const assets = await files.findAssets(db, ids);
  return rows.map(({ pictureAssetId, ...row }) => ({
    ...row,
    pictureUrl: assets.get(pictureAssetId ?? '')?.url ?? null,
  }));
}

/** Unlocks in the timeline of a user. With wallet:read, paid ones are in it as coin movements, so only free ones are listed. */
export const unlocksSource = {
  type: 'unlock',
  async list(db: Db, userId: string, before: TimeCursor, limit: number, has: (permission: 'wallet:read') => boolean) {
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
