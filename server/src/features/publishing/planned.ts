import type { Db } from '../../kit/db/database.ts';
import { findDetails, type ItemDetails } from '../catalog/public.ts';
import type { ItemType } from './rules.ts';
import type { Planned, ScheduleRow } from './schema.ts';
import { findSchedules } from './sql.ts';

const unknown: ItemDetails = { missing: [], titleI18n: {}, seriesTitleI18n: {}, pictureAssetId: null };

export async function withDetails(db: Db, rows: readonly ScheduleRow[]): Promise<Planned[]> {
  const idsOf = (type: ItemType) => rows.filter(({ refType }) => refType === type).map(({ refId }) => refId);
  const details = await findDetails(db, { seriesIds: idsOf('series'), episodeIds: idsOf('episode') });
  return rows.map((row) => {
    const { missing, ...shown } = details.get(row.refId) ?? unknown;
    return { ...row, missing, item: { ...row.item, ...shown } };
  });
}

export const findPlanned = async (db: Db, ids: readonly string[]): Promise<Planned[]> =>
  withDetails(db, await findSchedules(db, ids));
