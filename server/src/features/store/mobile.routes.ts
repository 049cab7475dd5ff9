import type { Endpoint } from '../../kit/http/endpoint.ts';
import { currencyOf } from '../../kit/iso-codes.ts';
import { userEndpoint } from '../users/public.ts';
import { StorePackage, storeQuery } from './schema.ts';
import { listStorePackages, storeOrder } from './sql.ts';

export const storeRoutes: Endpoint[] = [
  userEndpoint.list({
    url: '/store/packages',
    access: 'signed_in',
    summary: 'List the coin packages that can be bought, fewest coins first',
    description:
      'With `rail` only those that can be paid for by it. Prices are US cents, whatever `displayCurrency` says. May be kept for five minutes.',
    query: storeQuery,
    conditional: { cacheControl: 'private, max-age=300' },
    item: StorePackage,
    sort: { field: 'storeOrder', column: storeOrder, id: 'id', kind: 'text', order: 'asc' },
    example: { query: { rail: 'ios_store' } },
    list: (db, { rail }, keyset) => listStorePackages(db, rail, keyset),
    show: (row, { countryCode }) => ({
      ...row,
      currency: 'USD',
      displayCurrency: currencyOf(countryCode) ?? row.currency,
    }),
  }),
];
