import { Type } from 'typebox';
import { fieldLocked, notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { createPackage, editPackage, removePackage } from './actions.ts';
import { packageInUse, skuTaken } from './errors.ts';
import { CoinPackage, CreatePackageBody, packageQuery, showPackage, UpdatePackageBody } from './schema.ts';
import { findPackage, listPackages } from './sql.ts';

const params = { id: Type.String({ description: 'Id or sku' }) };
const examplePackage = { id: '01930000-0000-7000-8000-000000000081' };

const readRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/coin-packages',
    access: ['pricing:read'],
    summary: 'List coin packages, newest first',
    description:
      'Paused packages are among them unless `status` says otherwise. `rail` gives those that can be paid for by it, also where a package allows the whole family, such as `localwallet_*`.',
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
    description: 'The path takes the id or the sku. `revision` is what `If-Match` of an edit takes.',
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
      '`sku` must be free, and never changes; where a store sells it, the store must have a product of that name, which is not checked here. `priceCents` is in US cents. Active unless `status` says otherwise.',
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
      'Fields that are left out stay as they are; another `sku` is refused. `paused` hides it from the app, and purchases that were begun still complete. The app may show the old price for some minutes.',
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
    summary: 'Delete a coin package that nobody bought',
    description: 'Refused once any purchase names it, a pending one too; such a package can be paused.',
    params,
    errors: [packageInUse],
    ifMatch: true,
    example: { params: examplePackage },
    target: (db, { id }) => findPackage(db, id),
    run: (ctx, { target }) => removePackage(ctx, target.id),
  }),
];

export const packageRoutes: Endpoint[] = [...readRoutes, ...changeRoutes];
