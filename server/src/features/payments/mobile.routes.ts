import { Type } from 'typebox';
import { notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { userEndpoint } from '../users/public.ts';
import { announce } from './actions/pay.ts';
import { showTransaction, Transaction } from './schema.ts';

const PurchaseBody = Type.Object({
  sku: Type.String({ minLength: 1, maxLength: 100 }),
  rail: Type.String({ minLength: 1, maxLength: 100, description: 'How it will be paid' }),
});

export const purchaseRoutes: Endpoint[] = [
  userEndpoint({
    method: 'POST',
    url: '/store/purchases',
    access: 'signed_in',
    status: 201,
    rate: 'money',
    summary: 'Announce that a package is about to be paid for',
    description:
      'The purchase is pending until the rail tells what became of the payment; hand its `id` to the rail as `purchaseId`. It is credited as it was announced, also when the package is changed or paused meanwhile. Guests may buy, too.',
    body: PurchaseBody,
    reply: Transaction,
    errors: [notFound],
    idempotent: true,
    example: { body: { sku: 'example_100', rail: 'ios_store' } },
    run: async (ctx, { body }) => showTransaction(await announce(ctx, body)),
  }),
];
