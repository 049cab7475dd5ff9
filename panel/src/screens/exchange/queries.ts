import type { Schema } from '../../api/client.ts';
import { apiQuery, listQuery } from '../../api/query.ts';

export type Rate = Schema<'ExchangeRate'>;

/** The newest of each currency. */
export const ratesQuery = listQuery('/v1/admin/exchange-rates', {});

/** The rates of a currency that were set last. */
export const historyQuery = (currency: string) =>
  apiQuery('/v1/admin/exchange-rates/{currency}', { path: { currency }, query: { limit: 100 } });
