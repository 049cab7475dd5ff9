import { Type } from 'typebox';
import type { Connections } from '../../kit/db/database.ts';
import { notFound, Refused, refuse } from '../../kit/errors.ts';
import type { Endpoint, Headers } from '../../kit/http/endpoint.ts';
import { publicEndpoint } from '../../kit/http/endpoints.ts';
import { rawBody } from '../../kit/http/schema.ts';
import { readJsonBody } from '../../kit/json.ts';
import { invalidSignature, messageHeaders, SignatureRefused, verifyMessage } from '../../kit/webhooks.ts';
import { isKnownRail, railSettingNames } from '../store/public.ts';
import { countRejection, type ReceivedMessage, receive } from '../webhooks/public.ts';
import { type PaymentInbox, type RailSecrets, receiveWebhook } from './inbox.ts';
import { sourceOfRail } from './rules.ts';
import { WebhookBody } from './schema.ts';

const maxBytes = 1024 * 1024;

/**
 * Verifies a message with the secret of its rail. The signature does not cover the address, so a message signed with a
 * secret that several rails share keeps its digest: a copy of it that is sent to another rail is recognized by that.
 */
function verifyForRail(
  { byRail, ofOthers }: RailSecrets,
  rail: string,
  headers: Headers,
  body: Buffer,
): ReceivedMessage {
  const name = railSettingNames(rail).find((one) => Object.hasOwn(byRail, one));
  const secrets = name === undefined ? ofOthers : (byRail[name] ?? ofOthers);
  const { digest, ...message } = verifyMessage(secrets, headers, body);
  return name === rail || digest === undefined ? message : { ...message, digest };
}

/** Names a rail in the counts of failures: anyone may invent rails of a family, so they are counted by family. */
function countedRail(rail: string, { secrets, rails }: PaymentInbox): string {
  if (rails.providerOf(rail) || Object.hasOwn(secrets.byRail, rail)) return rail;
  const [, family] = railSettingNames(rail);
  return family === undefined ? rail : `${family}_*`;
}

interface Incoming {
  readonly database: Connections;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly rail: string;
  readonly requestId: string;
  readonly ip: string;
}

async function receiveMessage(inbox: PaymentInbox, incoming: Incoming): Promise<void> {
  const { database, headers, body, rail, requestId, ip } = incoming;
  const from = { requestId, ip };
  const { source, rails, secrets, log } = inbox;
  const provider = rails.providerOf(rail);
  if (provider) {
    const message = await provider.verify(headers, body, new Date());
    return receiveWebhook(inbox, { database, rail, provider, message, body: body.toString(), from });
  }
  const message = verifyForRail(secrets, rail, headers, body);
  if (!isKnownRail(rail)) refuse(notFound);
  const payload = readJsonBody(body);
  await receive(database, log, { source, sourceName: sourceOfRail(rail), message, payload, from });
}

/** Counts messages that fail verification, by reason, for operators. */
async function receiveOrCount(inbox: PaymentInbox, incoming: Incoming): Promise<void> {
  try {
    await receiveMessage(inbox, incoming);
  } catch (error) {
    const { rail, database } = incoming;
    if (error instanceof Refused && error.spec === invalidSignature && isKnownRail(rail)) {
      const reason = error instanceof SignatureRefused ? error.reason : 'invalid';
      countRejection(database, inbox.log, sourceOfRail(countedRail(rail, inbox)), reason);
    }
    throw error;
  }
}

export const paymentWebhookRoutes = (inbox: PaymentInbox): Endpoint[] => [
  publicEndpoint.message({
    url: '/subscriptions/webhook/:rail',
    access: 'anyone',
    rate: 'webhook',
    raw: true,
    bodyLimit: maxBytes,
    summary: 'Receive payment and subscription webhooks',
    description:
      'Signed according to Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. The secret is that of the rail. A rail that is bound to a provider takes the messages of that provider in their own format and signature instead. A repeated id has no effect and gets the first response.\n\nEvents can arrive in any order. Each payment is credited once per rail and `transactionId`. A refund that arrives before its payment stays unmatched until the payment arrives. Refunds of one payment are told apart by `occurredAt` or amount; one whose amount equals what admins have refunded here is taken as the report of that refund and reverses nothing more; one of any other amount is a refund of its own, up to what is left of the payment. A subscription only moves forward in `occurredAt`.\n\nA payment of an amount other than the price, or by a rail that does not sell the package, is credited and flagged. Its value in US cents is the amount if the currency is US dollars (flagged if `amountUsdCents` differs), else `amountUsdCents`, else the amount at the newest exchange rate that is not later than the UTC day of the payment, else the price; a period of a product without a price in US dollars then counts as 0 and is flagged. A `reason` that does not look like a code is stored as `[personal]`; a `region` that is not a country is dropped. Events of an unknown type, user or product are kept in the inbox as unmatched and can be replayed.',
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
    receive: async ({ database, headers, body, params: { rail }, requestId, ip }) =>
      receiveOrCount(inbox, { database, headers, body, rail, requestId, ip }),
  }),
];
