import { type Static, type TObject, Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { dayRange, Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import type { CatalogFiles } from '../catalog/public.ts';
import {
  findListedTransaction,
  type ListedTransactionRow,
  listTransactionsOfAll,
  sumTransactions,
  type TransactionFilters,
  transactionsCsv,
} from '../payments/public.ts';
import { sumPending } from '../refunds/public.ts';
import { readDetail } from './detail.ts';
import {
  ListedTransaction,
  type PaymentRow,
  showListed,
  TransactionDetail,
  TransactionTotals,
  transactionQuery,
} from './schema.ts';

/** Limit of the totals; narrower filters give exact ones. */
const maxSummed = 50_000;

const filtersOf = ({ dateFrom, dateTo, ...given }: Static<TObject<typeof transactionQuery>>): TransactionFilters => ({
  ...given,
  ...dayRange(dateFrom, dateTo),
});

async function withPending(db: Db, rows: readonly ListedTransactionRow[]): Promise<PaymentRow[]> {
  const pendingOf = await sumPending(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, pendingCents: pendingOf(row.id) }));
}

const exampleQuery = { rail: 'ios_store,localwallet_*', status: 'completed' };

const ignored = Type.Optional(Type.String({ description: 'Ignored' }));
const ignoredQuery = { cursor: ignored, limit: ignored };

const exportTransactions = adminEndpoint.stream({
  url: '/admin/payments/transactions/export.csv',
  access: ['payments:read'],
  summary: 'Export payments as CSV',
  description:
    'Takes the filters of the list; `cursor` and `limit` are ignored. One line per payment in a consistent snapshot, newest first, with a header line of field names. `amountCents` and `refundedCents` are minor units of `currency`. The file name contains the days of `dateFrom` and `dateTo`. Text that a spreadsheet would evaluate as a formula is prefixed with a single quote. If the connection is interrupted, the file is incomplete. Limited to two concurrent exports per admin.',
  query: { ...ignoredQuery, ...transactionQuery },
  sends: { type: 'text/csv; charset=utf-8', fileName: 'transactions.csv' },
  example: { query: exampleQuery },
  run: async (ctx, { query: { cursor: _cursor, limit: _limit, ...given } }) => {
    const record = () =>
      ctx.transaction((change) => audit.record(change, { action: 'transactions.export', after: given }));
    return withStart(ctx.copyOut(transactionsCsv(filtersOf(given))), record);
  },
});

/** Runs `start` before the first part, so that an export that fails earlier is not audited. */
async function* withStart(parts: AsyncIterable<Buffer>, start: () => Promise<void>): AsyncGenerator<Buffer> {
  let isStarted = false;
  for await (const part of parts) {
    if (!isStarted) await start();
    isStarted = true;
    yield part;
  }
}

export const paymentRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/payments/transactions',
    access: ['payments:read'],
    summary: 'List payments, newest first',
    description:
      'Coin packages and subscription periods. `country` is the region of the payment. `dateFrom` and `dateTo` are UTC days, both inclusive.',
    query: transactionQuery,
    item: ListedTransaction,
    fromReplica: true,
    sort: byNewest('createdAt'),
    example: { query: exampleQuery },
    list: async (db, query, keyset) => withPending(db, await listTransactionsOfAll(db, filtersOf(query), keyset)),
    show: showListed,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/payments/transactions/totals',
    access: ['payments:read'],
    summary: 'Summarize payments',
    description:
      'Takes the filters of the list. In US cents, at the rate of each payment. Sums at most the newest 50,000 payments; `isWhole` is whether these were all.',
    query: transactionQuery,
    reply: TransactionTotals,
    fromReplica: true,
    example: { query: exampleQuery },
    run: async ({ db }, { query }) => {
      const totals = await sumTransactions(db, filtersOf(query), maxSummed);
      return { ...totals, isWhole: totals.count < maxSummed };
    },
  }),
  exportTransactions,
  adminEndpoint({
    method: 'GET',
    url: '/admin/payments/transactions/:id',
    access: ['payments:read'],
    summary: 'Read one payment with its history',
    description:
      'Messages of the rail, coin movements, refunds, and later unlocks of the user. `webhookPayload` excludes personal data.',
    params: { id: Id },
    reply: TransactionDetail,
    example: { params: { id: '01930000-0000-7000-8000-000000000091' } },
    target: (db, { id }) => findListedTransaction(db, id),
    run: ({ db, caller }, { target }) => readDetail(db, files, target, caller),
  }),
];
