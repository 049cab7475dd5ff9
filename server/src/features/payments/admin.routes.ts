import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { findUser } from '../users/public.ts';
import { Transaction } from './schema.ts';
import { listTransactions } from './sql.ts';

export const userPurchaseRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/users/:id/purchases',
    access: ['payments:read'],
    summary: 'List the purchases of a user, newest first',
    description:
      'Coin packages and subscription periods. `expectedUsdCents` is set if the amount paid differs from the price, `failureReason` while a payment has not succeeded.',
    params: { id: Id },
    item: Transaction,
    example: { params: { id: '01930000-0000-7000-8000-000000000011' } },
    target: (db, { id }) => findUser(db, id),
    sort: byNewest('createdAt'),
    cursorScope: ({ params: { id } }) => ['purchases', id],
    list: (db, _filters, keyset, { params: { id } }) => listTransactions(db, id, keyset),
    show: (row) => row,
  }),
];
