import type { Db } from '../../kit/db/database.ts';
import { listSeriesNames } from '../catalog/public.ts';
import { listFreeOn } from './sql.ts';

/**
 * Those of these series that are free in a market on the UTC day of `at`, by default now. An entry whose series is not
 * published makes nothing free, and still takes precedence over the one for all markets.
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
