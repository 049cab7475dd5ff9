import { Type } from 'typebox';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { publicEndpoint } from '../../kit/http/endpoints.ts';
import { rawBody } from '../../kit/http/schema.ts';
import { readJsonBody } from '../../kit/read-json.ts';
import { invalidSignature, messageHeaders, verifyMessage } from '../../kit/webhooks.ts';
import { isKnownRail } from '../store/public.ts';
import { type FaultLog, receive, type WebhookSource } from '../webhooks/public.ts';
import { WebhookBody } from './schema.ts';
import { sourceOfRail } from './source.ts';

const maxBytes = 1024 * 1024;

interface WebhookOptions {
  readonly source: WebhookSource;
  readonly secrets: readonly string[];
  readonly log: FaultLog;
}

export const paymentWebhookRoutes = ({ source, secrets, log }: WebhookOptions): Endpoint[] => [
  publicEndpoint.message({
    url: '/subscriptions/webhook/:rail',
    access: 'anyone',
    rate: 'webhook',
    raw: true,
    bodyLimit: maxBytes,
    summary: 'Take in what a rail tells of payments and subscriptions',
    description:
      'Signed as Standard Webhooks say: `webhook-id`, `webhook-timestamp`, `webhook-signature`. A repeated id does nothing and is answered like the first. Events may come in any order: each payment is credited once for its rail and `transactionId`, a refund that comes first waits for its payment and is unmatched meanwhile, refunds of one payment differ in `occurredAt` or amount, one over exactly what admins have refunded here is theirs and takes nothing more, one over any other amount is a refund of its own as far as so much is left, and a subscription moves forward in `occurredAt`. A payment of another amount than the price, or by a rail that the package is not sold by, is credited and flagged. What it was worth in US cents is the amount where it is in US dollars (flagged where `amountUsdCents` says another), else `amountUsdCents`, or else the price; a period whose product has no price in US dollars counts as nothing then, and is flagged. A `reason` that does not read like a code is kept as `[personal]`, and a `region` that is no country is left out. An event of an unknown type, user or product is kept in the inbox as unmatched, and can be replayed.',
    requiredHeaders: messageHeaders,
    params: { rail: Type.String({ minLength: 1, maxLength: 100 }) },
    body: rawBody(WebhookBody),
    errors: [invalidSignature, notFound],
    example: {
      params: { rail: 'ios_store' },
      body: {
        type: 'purchase.completed',
        occurredAt: '2026-03-01T12:00:00Z',
        data: {
          userId: '01930000-0000-7000-8000-000000000011',
          productId: 'example_100',
          transactionId: 'example-payment',
          amountCents: 99,
          currency: 'USD',
          region: 'EG',
        },
      },
    },
    receive: async ({ database, headers, body, params: { rail }, requestId, ip }) => {
      const message = verifyMessage(secrets, headers, body);
      if (!isKnownRail(rail)) refuse(notFound);
      const payload = readJsonBody(body);
      await receive(database, log, { source, sourceName: sourceOfRail(rail), message, payload, requestId, ip });
    },
  }),
];
