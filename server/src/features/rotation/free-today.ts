import type { Db } from '../../kit/db/database.ts';
import { listSeriesNames } from '../catalog/public.ts';
import { listToday } from './sql.ts';

/**
 * Which of these series are free today in a market. One that is not published is not, and the general one does not take
 * the place of a market's own.
 */
export async function findFreeToday(
  db: Db,
  seriesIds: readonly string[],
  market: string | null,
): Promise<ReadonlySet<string>> {
  const named = await listToday(db, seriesIds, market);
  const series = named.length > 0 ? await listSeriesNames(db, named) : [];
  return new Set(series.filter(({ status }) => status === 'published').map(({ id }) => id));
}
