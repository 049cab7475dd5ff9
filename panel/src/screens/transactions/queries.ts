import type { Schema } from '../../api/client.ts';
import { apiQuery, type ListParams, listQuery } from '../../api/query.ts';

export type Transaction = Schema<'ListedTransaction'>;
export type TransactionDetail = Schema<'TransactionDetail'>;

export const statuses = ['completed', 'pending', 'refunded'] satisfies Transaction['status'][];
export const kinds = ['coin_pack', 'subscription'] satisfies Transaction['kind'][];
/** The ways to pay, those of many providers as one. */
export const rails = [
  ...(['ios_store', 'android_store', 'card_web', 'localwallet_*', 'mobilemoney_*', 'vas_*'] as const),
];

const path = '/v1/admin/payments/transactions';

/** The filters as the address bar holds them: one rail at a time. */
type Search = Omit<ListParams<typeof path>, 'rail'> & { readonly rail?: string | undefined };

const filtersOf = ({ rail, ...search }: Search): ListParams<typeof path> => ({
  ...search,
  ...(rail !== undefined && { rail: [rail] }),
});

export const transactionsQuery = (search: Search) => listQuery(path, filtersOf(search));

export function totalsQuery(search: Search) {
  const { cursors: _cursors, skipped: _skipped, limit: _limit, ...query } = filtersOf(search);
  return apiQuery('/v1/admin/payments/transactions/totals', { query });
}

export const transactionQuery = (id: string) => apiQuery('/v1/admin/payments/transactions/{id}', { path: { id } });

/** Where the file of these filters is. */
export function exportUrl({ cursors: _cursors, skipped: _skipped, limit: _limit, ...search }: Search): string {
  const given = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `${path}/export.csv?${new URLSearchParams(given)}`;
}
