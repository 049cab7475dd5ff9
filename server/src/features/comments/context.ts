import type { Db } from '../../kit/db/database.ts';
import type { Admin } from '../access/public.ts';
import type { CatalogFiles } from '../catalog/public.ts';
import { countWrittenBy, listAround, listLatestBy, type ModeratedRow } from './moderation.sql.ts';
import { listReportsOf } from './reports.sql.ts';
import { showModerated, showReport } from './schema.ts';
import { listStrikes } from './strikes.sql.ts';

/** Comments with the pictures of what they are under. */
export async function showAll(db: Db, files: CatalogFiles, rows: readonly ModeratedRow[], viewer: Admin) {
  const ids = rows.map(({ episode }) => episode.pictureAssetId).filter((id) => id !== null);
  const assets = await files.findAssets(db, [...new Set(ids)]);
  return rows.map((row) => showModerated(row, assets, viewer));
}

/** A comment with everything that one needs to judge it. */
export async function showInContext(db: Db, files: CatalogFiles, row: ModeratedRow, viewer: Admin) {
  const { pictureAssetId } = row.episode;
  // Two steps, so that one request takes three connections at most.
  const [assets, reports, thread] = await Promise.all([
    files.findAssets(db, pictureAssetId === null ? [] : [pictureAssetId]),
    listReportsOf(db, row.id),
    listAround(db, row),
  ]);
  const [authorComments, authorCounts, strikes] = await Promise.all([
    listLatestBy(db, row.userId, row.id),
    countWrittenBy(db, row.userId),
    listStrikes(db, row.userId),
  ]);
  return {
    ...showModerated(row, assets, viewer),
    reports: reports.map((report) => showReport(report, viewer)),
    thread,
    authorComments,
    authorCounts,
    strikes,
  };
}
