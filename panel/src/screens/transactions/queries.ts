import type { Schema } from '../../api/client.ts';
import { apiQuery, type ListParams, listQuery } from '../../api/query.ts';

export type Transaction = Schema<'ListedTransaction'>;
export type TransactionDetail = Schema<'TransactionDetail'>;

/** With what the panel calls a declined payment, which is `pending` with a reason in the API, and an open dispute. */
export const statuses = ['completed', 'pending', 'failed', 'refunded', 'disputed'] satisfies (
  | Transaction['status']
  | 'failed'
  | 'disputed'
)[];

export const statusOf = ({ status, failureReason }: Pick<Transaction, 'status' | 'failureReason'>) =>
  status === 'pending' && failureReason !== null ? 'failed' : status;
export const kinds = ['coin_pack', 'subscription'] satisfies Transaction['kind'][];
/** Payment methods, those of many providers as one. */
export const rails = [
  ...(['ios_store', 'android_store', 'card_web', 'localwallet_*', 'mobilemoney_*', 'vas_*'] as const),
];

const hoursOf = { day: 24, week: 7 * 24, month: 30 * 24 } as const;
/** How long an announced payment has waited at least. */
export const waits = ['day', 'week', 'month'] as const satisfies (keyof typeof hoursOf)[];

const path = '/v1/admin/payments/transactions';

/** The filters as the address bar holds them: one rail at a time. */
type Search = Omit<ListParams<typeof path>, 'rail' | 'pendingHours' | 'status' | 'failed' | 'disputed'> & {
  readonly status?: (typeof statuses)[number] | undefined;
  readonly rail?: string | undefined;
  readonly waiting?: keyof typeof hoursOf | undefined;
};

/** A status of the panel as the API filters by it. */
const statusFilters = {
  completed: { status: 'completed' },
  pending: { status: 'pending', failed: false },
  failed: { status: 'pending', failed: true },
  refunded: { status: 'refunded' },
  disputed: { disputed: true },
} as const satisfies Record<(typeof statuses)[number], ListParams<typeof path>>;

const filtersOf = ({ rail, waiting, status, ...search }: Search): ListParams<typeof path> => ({
  ...search,
  ...(status !== undefined && statusFilters[status]),
  ...(rail !== undefined && { rail: [rail] }),
  ...(waiting !== undefined && { pendingHours: hoursOf[waiting] }),
});

export const transactionsQuery = (search: Search) => listQuery(path, filtersOf(search));

export function totalsQuery(search: Search) {
  const { cursors: _cursors, skipped: _skipped, limit: _limit, ...query } = filtersOf(search);
  return apiQuery('/v1/admin/payments/transactions/totals', { query });
}

export const transactionQuery = (id: string) => apiQuery('/v1/admin/payments/transactions/{id}', { path: { id } });

/** Where the file of these filters is. */
export function exportUrl(search: Search): string {
  const { cursors: _cursors, skipped: _skipped, limit: _limit, ...query } = filtersOf(search);
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `${path}/export.csv?${new URLSearchParams(given)}`;
}
