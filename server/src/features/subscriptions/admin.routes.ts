import { fieldLocked, notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { createProduct, editProduct } from './actions.ts';
import { productIdTaken } from './errors.ts';
import { findListed, listHistory, listSubscriptions } from './list.sql.ts';
import {
  CreateProductBody,
  ListedSubscription,
  productQuery,
  SubscriptionDetail,
  SubscriptionProduct,
  showListed,
  showProduct,
  subscriptionQuery,
  UpdateProductBody,
} from './schema.ts';
import { findProduct, type LastPaymentColumns, listProducts } from './sql.ts';

const params = { id: Id };
const exampleProduct = { id: '01930000-0000-7000-8000-0000000000f1' };

export const subscriptionRoutes = (lastPayment: LastPaymentColumns): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/subscriptions',
    access: ['payments:read'],
    summary: 'List subscriptions, newest first',
    description:
      'Subscriptions sold by providers and those given away (`platform` is `comp`). `country` is where it was sold; if unknown, the country of the user at its start.',
    query: subscriptionQuery,
    item: ListedSubscription,
    sort: byNewest('createdAt', 's'),
    example: { query: { status: 'active', country: 'EG' } },
    list: (db, given, keyset) => listSubscriptions(db, given, keyset, lastPayment),
    show: showListed,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/subscriptions/:id',
    access: ['payments:read'],
    summary: 'Read one subscription with its history',
    description:
      'Includes the provider’s events in the order in which they happened, with the times at which they were received.',
    params,
    reply: SubscriptionDetail,
    example: { params: { id: '01930000-0000-7000-8000-000000000081' } },
    target: (db, { id }) => findListed(db, id, lastPayment),
    run: async ({ db, caller }, { target }) => ({
      ...showListed(target, caller),
      history: await listHistory(db, target),
    }),
  }),
];

export const subscriptionProductRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/subscription-products',
    access: ['pricing:read'],
    summary: 'List subscription products, newest first',
    description: 'Includes paused products unless `status` is given.',
    query: productQuery,
    item: SubscriptionProduct,
    sort: byNewest('createdAt'),
    cursorScope: ({ filters }) => ['subscription products', filters.status],
    list: (db, { status }, keyset) => listProducts(db, status, keyset),
    show: showProduct,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/subscription-products/:id',
    access: ['pricing:read'],
    summary: 'Read one subscription product',
    description: 'By id, not by `productId`. `revision` is the value for `If-Match` of an edit.',
    params,
    reply: SubscriptionProduct,
    example: { params: exampleProduct },
    target: (db, { id }) => findProduct(db, id),
    run: async ({ caller }, { target }) => showProduct(target, caller),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/subscription-products',
    access: ['pricing:write'],
    status: 201,
    summary: 'Create a subscription product',
    description: '`productId` is the id at the stores; it must be unused and is immutable. Active by default.',
    body: CreateProductBody,
    reply: SubscriptionProduct,
    errors: [productIdTaken, notFound],
    example: {
      body: {
        productId: 'vip_monthly',
        name: 'VIP, monthly',
        periodDays: 30,
        priceCents: 999,
        currency: 'USD',
        bonusCoins: 100,
      },
    },
    run: async (ctx, { body }) => showProduct(await createProduct(ctx, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/subscription-products/:id',
    access: ['pricing:write'],
    summary: 'Edit a subscription product',
    description: 'Omitted fields are unchanged; `productId` cannot be changed. Active subscriptions keep their price.',
    params,
    body: UpdateProductBody,
    reply: SubscriptionProduct,
    errors: [fieldLocked],
    example: { params: exampleProduct, body: { status: 'paused' } },
    target: (db, { id }) => findProduct(db, id),
    run: async (ctx, { params: { id }, body }) => showProduct(await editProduct(ctx, id, body), ctx.caller),
  }),
];
