import { Type } from 'typebox';
import { findTransaction, type PaymentInbox, sourceOfRail } from '../features/payments/public.ts';
import { userEndpoint } from '../features/users/public.ts';
import { receive } from '../features/webhooks/public.ts';
import { notFound, refuse } from '../kit/errors.ts';
import type { Endpoint } from '../kit/http/endpoint.ts';
import { Id } from '../kit/http/schema.ts';

/** The payment provider of the demo: completes a pending purchase with the event that a provider would send. */
export const demoPaymentRoutes = ({ source, log }: PaymentInbox): Endpoint[] => [
  userEndpoint.message({
    url: '/demo/payments',
    access: 'signed_in',
    summary: 'Pay a purchase in the demo',
    description:
      'Demo only; elsewhere 404, because payment providers report payments by webhook. Repeated requests pay once.',
    body: Type.Object({ purchaseId: Id }),
    errors: [notFound],
    example: { body: { purchaseId: '01930000-0000-7000-8000-000000000094' } },
    receive: async ({ database, caller, body: { purchaseId }, requestId, ip }) => {
      const purchase = await findTransaction(database.db, caller.id, purchaseId);
      if (!purchase) return refuse(notFound);
      const { platform, productId, amountCents, currency, region } = purchase;
      const paidAt = new Date();
      const payload = {
        type: 'purchase.completed',
        occurredAt: paidAt.toISOString(),
        data: {
          userId: caller.id,
          purchaseId,
          productId,
          transactionId: `demo-${purchaseId}`,
          amountCents,
          currency,
          ...(region !== null && { region }),
        },
      };
      const message = { id: `demo-${purchaseId}`, sentAt: paidAt };
      const from = { requestId, ip };
      await receive(database, log, { source, sourceName: sourceOfRail(platform), message, payload, from });
    },
  }),
];
