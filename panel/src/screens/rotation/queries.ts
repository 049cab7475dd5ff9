import { keepPreviousData } from '@tanstack/react-query';
import type { Schema } from '../../api/client.ts';
import { allQuery } from '../../api/query.ts';

export type FreeDay = Schema<'FreeSeriesEntry'>;

/** Every entry from one UTC day to another, both in it, of all markets. */
export const freeDaysQuery = (dateFrom: string, dateTo: string) => ({
  ...allQuery('/v1/admin/free-series', { query: { dateFrom, dateTo } }),
  placeholderData: keepPreviousData,
});
