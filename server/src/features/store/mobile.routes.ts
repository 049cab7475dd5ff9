import type { Endpoint } from '../../kit/http/endpoint.ts';
import { currencyOf } from '../../kit/iso-codes.ts';
import { userEndpoint } from '../users/public.ts';
import { StorePackage, storeQuery } from './schema.ts';
import { listStorePackages, storeOrder } from './sql.ts';

export const storeRoutes: Endpoint[] = [
  userEndpoint.list({
    url: '/store/packages',
    access: 'signed_in',
    summary: 'List purchasable coin packages, fewest coins first',
    description:
      '`rail` filters packages that can be paid with it. Prices are in US cents, regardless of `displayCurrency`. Cacheable for five minutes.',
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
