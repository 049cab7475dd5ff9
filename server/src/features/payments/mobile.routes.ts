import { Type } from 'typebox';
import { notFound, Refused, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, Int } from '../../kit/http/schema.ts';
import { invalidSignature } from '../../kit/webhooks.ts';
import { findBalances } from '../ledger/public.ts';
import { userEndpoint } from '../users/public.ts';
import { createPending } from './actions/pay.ts';
import { invalidProof, proofNotSupported, purchaseOfAnotherUser } from './errors.ts';
import { type PaymentInbox, type ProvenBy, receiveProof } from './inbox.ts';
import { Transaction } from './schema.ts';
import { findByTransactionId, findTransaction } from './sql.ts';

const PurchaseBody = Type.Object({
  sku: Type.String({ minLength: 1, maxLength: 100 }),
  rail: Type.String({ minLength: 1, maxLength: 100, description: 'Payment rail that will be used' }),
});

const ProofBody = Type.Union([
  Type.Object({
    signedTransaction: Type.String({ minLength: 1, maxLength: 100_000, description: 'As signed by the store' }),
  }),
  Type.Object({
    purchaseToken: Type.String({ minLength: 1, maxLength: 4_096 }),
    productId: Type.String({ minLength: 1, maxLength: 255 }),
  }),
]);

const Proven = Type.Object(
  { purchase: Transaction, balanceTotal: Int() },
  { title: 'ProvenPurchase', description: 'The purchase, which stays pending until the store has the money' },
);

/** What the provider refuses as unsigned is a bad request here: the caller is signed in. */
const refuseInvalid = (error: unknown): never => {
  if (error instanceof Refused && error.spec === invalidSignature) return refuse(invalidProof);
  throw error;
};

/** The payment that was proven, which may have been credited before without the announced purchase. */
async function findProven(
  db: ProvenBy['database']['db'],
  userId: string,
  id: string,
  transactionIds: readonly string[],
) {
  const announced = (await findTransaction(db, userId, id)) ?? refuse(notFound);
  for (const transactionId of transactionIds) {
    const paid = await findByTransactionId(db, announced.platform, transactionId);
    if (paid?.userId === userId) return paid;
  }
  return announced;
}

export const purchaseRoutes = (inbox: PaymentInbox): Endpoint[] => [
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
  userEndpoint({
    method: 'POST',
    url: '/store/purchases/:id/proof',
    access: 'signed_in',
    rate: 'money',
    summary: 'Prove that a purchase was paid',
    description:
      'Takes what the store gave the app: a signed transaction, or the token of a purchase. It is verified by the provider of the rail and credited once, whether the store reports the payment before, after or at the same time. The store must have been given the id of the user as account token when the purchase was made. A rail without such proofs refuses with `proof_not_supported`.',
    params: { id: Id },
    body: ProofBody,
    reply: Proven,
    errors: [notFound, proofNotSupported, invalidProof, purchaseOfAnotherUser],
    prepare: ({ database, caller, params: { id }, body, requestId, ip }) =>
      receiveProof(inbox, { database, userId: caller.id, purchaseId: id, proof: body, requestId, ip }).catch(
        refuseInvalid,
      ),
    run: async ({ tx, caller }, { params: { id }, prepared: transactionIds }) => {
      const purchase = await findProven(tx, caller.id, id, transactionIds);
      const { paid, bonus } = await findBalances(tx, caller.id);
      return { purchase, balanceTotal: paid + bonus };
    },
  }),
];
