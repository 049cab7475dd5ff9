import type { Db } from '../../kit/db/database.ts';
import { listSeriesNames } from '../catalog/public.ts';
import { listFreeOn } from './sql.ts';

/**
 * Which of these series are free today in a market, or on the UTC day of another moment. One that is not published is
 * not, and the general one does not take the place of a market's own.
 */
export async function findFreeToday(
  db: Db,
  seriesIds: readonly string[],
  market: string | null,
  at?: Date,
): Promise<ReadonlySet<string>> {
  const named = await listFreeOn(db, seriesIds, market, at);
  const series = named.length > 0 ? await listSeriesNames(db, named) : [];
  return new Set(series.filter(({ status }) => status === 'published').map(({ id }) => id));
}

export const isFreeOn = async (db: Db, seriesId: string, market: string | null, at: Date): Promise<boolean> =>
  (await findFreeToday(db, [seriesId], market, at)).has(seriesId);
