import { Type } from 'typebox';
import { notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { userEndpoint } from '../users/public.ts';
import { createPending } from './actions/pay.ts';
import { Transaction } from './schema.ts';

const PurchaseBody = Type.Object({
  sku: Type.String({ minLength: 1, maxLength: 100 }),
  rail: Type.String({ minLength: 1, maxLength: 100, description: 'Payment rail that will be used' }),
});

export const purchaseRoutes: Endpoint[] = [
  userEndpoint({
    method: 'POST',
    url: '/store/purchases',
    access: 'signed_in',
    status: 201,
    rate: 'money',
    summary: 'Create a pending purchase of a coin package',
    description:
      'The purchase stays pending until the rail reports the payment by webhook; pass its `id` to the rail as `purchaseId`. It is credited with the terms at its creation, even if the package is changed or paused meanwhile. Guests can buy too.',
    body: PurchaseBody,
    reply: Transaction,
    errors: [notFound],
    idempotent: true,
    example: { body: { sku: 'example_100', rail: 'ios_store' } },
    run: (ctx, { body }) => createPending(ctx, body),
  }),
];
