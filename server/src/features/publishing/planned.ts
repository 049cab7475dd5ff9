import type { Db } from '../../kit/db/database.ts';
import { findMissing, type Missing } from '../catalog/public.ts';
import type { ItemType } from './rules.ts';
import { findSchedules, type ScheduleRow } from './sql.ts';

/** A schedule with what would go live without. */
export interface Planned extends ScheduleRow {
  missing: Missing[];
}

/** Says of each of them what it lacks, in one statement for all. */
export async function withMissing(db: Db, rows: readonly ScheduleRow[]): Promise<Planned[]> {
  const idsOf = (type: ItemType) => rows.filter(({ refType }) => refType === type).map(({ refId }) => refId);
  const missing = await findMissing(db, { seriesIds: idsOf('series'), episodeIds: idsOf('episode') });
  return rows.map((row) => ({ ...row, missing: missing.get(row.refId) ?? [] }));
}

export const findPlanned = async (db: Db, ids: readonly string[]): Promise<Planned[]> =>
  withMissing(db, await findSchedules(db, ids));
