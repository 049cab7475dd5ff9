import { invalidCursor } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { listQuery, pageOf } from '../../kit/http/schema.ts';
import { currencyOf } from '../../kit/iso-codes.ts';
import { type Keyset, toPage } from '../../kit/page.ts';
import { userEndpoint } from '../users/public.ts';
import { StorePackage, storeQuery } from './schema.ts';
import { listStorePackages, storeOrder } from './sql.ts';

export const storeRoutes: Endpoint[] = [
  userEndpoint.sharedRead({
    url: '/store/packages',
    access: 'signed_in',
    summary: 'List purchasable coin packages, fewest coins first',
    description:
      '`rail` filters packages that can be paid with it. Prices are in US cents, regardless of `displayCurrency`. Cacheable for five minutes.',
    query: { ...listQuery, ...storeQuery },
    conditional: { cacheControl: 'private, max-age=300' },
    reply: pageOf(StorePackage),
    errors: [invalidCursor],
    example: { query: { rail: 'ios_store' } },
    topics: ['store'],
    cacheKey: ({ query: { rail, cursor, limit = 50 } }, { countryCode }) => ({
      rail,
      cursor,
      limit,
      currency: currencyOf(countryCode),
    }),
    run: async ({ db }, { rail, cursor, limit, currency }) => {
      const scope = ['store packages', rail];
      const keyset: Keyset = { column: storeOrder, id: 'id', kind: 'text', order: 'asc', limit, cursor, scope };
      const rows = await listStorePackages(db, rail, keyset);
      const show = (row: (typeof rows)[number]) => ({
        ...row,
        currency: 'USD',
        displayCurrency: currency ?? row.currency,
      });
      return { body: toPage(rows, keyset, (row) => row.storeOrder, show) };
    },
  }),
];
