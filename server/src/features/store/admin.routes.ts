import { Type } from 'typebox';
import { fieldLocked, notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { createPackage, editPackage, removePackage } from './actions.ts';
import { packageInUse, skuTaken } from './errors.ts';
import { CoinPackage, CreatePackageBody, packageQuery, showPackage, UpdatePackageBody } from './schema.ts';
import { findPackage, listPackages } from './sql.ts';

const params = { id: Type.String({ description: 'Id or SKU' }) };
const examplePackage = { id: '01930000-0000-7000-8000-000000000081' };

const readRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/coin-packages',
    access: ['pricing:read'],
    summary: 'List coin packages, newest first',
    description:
      'Includes paused packages unless `status` is given. `rail` filters packages that can be paid with it, including those that allow its family, such as `localwallet_*`.',
    query: packageQuery,
    item: CoinPackage,
    sort: byNewest('createdAt'),
    example: { query: { rail: 'ios_store' } },
    list: (db, given, keyset) => listPackages(db, given, keyset),
    show: showPackage,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/coin-packages/:id',
    access: ['pricing:read'],
    summary: 'Read one coin package',
    description: 'By id or SKU. `revision` is the value for `If-Match` of an edit.',
    params,
    reply: CoinPackage,
    example: { params: { id: 'example_500' } },
    target: (db, { id }) => findPackage(db, id),
    run: async ({ caller }, { target }) => showPackage(target, caller),
  }),
];

const changeRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'POST',
    url: '/admin/coin-packages',
    access: ['pricing:write'],
    status: 201,
    summary: 'Create a coin package',
    description:
      '`sku` must be unused and is immutable. A store rail needs a product of the same name, which is not verified here. `priceCents` is in US cents. Active by default.',
    body: CreatePackageBody,
    reply: CoinPackage,
    errors: [skuTaken, notFound],
    example: {
      body: {
        sku: 'coins_1200',
        coins: 1200,
        bonusCoins: 150,
        priceCents: 1199,
        currency: 'USD',
        rails: ['ios_store', 'android_store', 'localwallet_*'],
        status: 'active',
      },
    },
    run: async (ctx, { body }) => showPackage(await createPackage(ctx, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/coin-packages/:id',
    access: ['pricing:write'],
    summary: 'Edit, pause or resume a coin package',
    description:
      'Omitted fields are unchanged; `sku` cannot be changed. `paused` hides the package from the app; purchases that were started still complete. The app may show the old price for some minutes.',
    params,
    body: UpdatePackageBody,
    reply: CoinPackage,
    errors: [fieldLocked],
    example: { params: examplePackage, body: { priceCents: 549, note: 'Matches the new price of the stores' } },
    target: (db, { id }) => findPackage(db, id),
    run: async (ctx, { target, body }) => showPackage(await editPackage(ctx, target.id, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/coin-packages/:id',
    access: ['pricing:write'],
    status: 204,
    summary: 'Delete an unused coin package',
    description: 'Refused if any purchase refers to it, including pending ones; pause it instead.',
    params,
    errors: [packageInUse],
    ifMatch: true,
    example: { params: examplePackage },
    target: (db, { id }) => findPackage(db, id),
    run: (ctx, { target }) => removePackage(ctx, target.id),
  }),
];

export const packageRoutes: Endpoint[] = [...readRoutes, ...changeRoutes];
