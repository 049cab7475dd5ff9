import { type Static, Type } from 'typebox';
import { Country, Currency, Id, Int, Moment, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { SubscriptionEventData } from '../subscriptions/public.ts';
import { maxCents, purchaseEventTypes, transactionKinds, transactionStatuses } from './rules.ts';

export const Transaction = Type.Object(
  {
    id: Id,
    kind: oneOf(transactionKinds),
    userId: Id,
    platform: Type.String({ description: 'Payment rail' }),
    productId: Type.String({ description: 'SKU of the package, or the subscription product' }),
    transactionId: nullable(Type.String({ description: 'Transaction id of the rail; null until the rail reports it' })),
    coinsGranted: Int(),
    bonusCoins: Int(),
    amountCents: Int(),
    currency: Type.String(),
    region: nullable(Type.String()),
    status: oneOf(transactionStatuses),
    refundReason: nullable(Type.String()),
    createdAt: Timestamp,
    amountUsdCents: Int(),
    expectedUsdCents: nullable(Type.Integer({ description: 'The expected price, if a different amount was paid' })),
    failureReason: nullable(Type.String({ description: 'Why the payment has not succeeded' })),
    refundedCents: Int(),
    underpaidCents: Type.Integer({ description: 'Part of the refunds for which there were no coins to reverse' }),
    completedAt: nullable(Timestamp),
    eventId: nullable(Type.String({ description: 'The coin movement that credited the purchase' })),
  },
  { title: 'Transaction' },
);

const Cents = Int({ minimum: 0, maximum: maxCents });
const Name = Type.String({ minLength: 1, maxLength: 255 });
const Reason = Type.String({ maxLength: 500 });

/** Payment data of an event. Ids need not be UUIDs: an id that is not ours is unmatched, not malformed. */
export const PurchaseData = Type.Object({
  userId: Name,
  purchaseId: Type.Optional(Name),
  productId: Name,
  transactionId: Name,
  amountCents: Cents,
  currency: Currency,
  region: Type.Optional(Country),
  amountUsdCents: Type.Optional(Cents),
  reason: Type.Optional(Reason),
});
export type PurchaseData = Static<typeof PurchaseData>;

export const PeriodData = Type.Object({ ...SubscriptionEventData.properties, amountUsdCents: Type.Optional(Cents) });
export type PeriodData = Static<typeof PeriodData>;

export const Envelope = Type.Object({
  type: Type.String({ minLength: 1, maxLength: 100 }),
  occurredAt: Moment,
  data: Type.Object({}, { additionalProperties: true }),
});

/** An event as stored. One of an unknown type has neither part. */
export const PaymentEvent = Type.Object({
  type: Type.String(),
  occurredAt: Moment,
  purchase: Type.Optional(PurchaseData),
  subscription: Type.Optional(PeriodData),
});
export type PaymentEvent = Static<typeof PaymentEvent>;

/** The body in the OpenAPI document. */
export const WebhookBody = Type.Object({
  type: Type.String({
    description: `${purchaseEventTypes.map((type) => `\`${type}\``).join(', ')}, or \`subscription.\` and \`started\`, \`renewed\`, \`recovered\`, \`canceled\` or \`expired\``,
  }),
  occurredAt: Moment,
  data: Type.Object(
    {
      userId: Type.String(),
      productId: Type.String({ description: 'SKU of the package, or the subscription product' }),
      transactionId: Type.Optional(
        Type.String({ description: 'Payment id of the rail; for subscriptions only if the event reports a payment' }),
      ),
      currency: Currency,
      region: Type.Optional(Country),
      purchaseId: Type.Optional(Type.String({ description: 'Id of the pending purchase that the app created' })),
      amountCents: Type.Optional(Type.Integer({ description: 'For purchases: the amount paid or refunded' })),
      amountUsdCents: Type.Optional(Type.Integer({ description: 'The amount in US cents' })),
      reason: Type.Optional(
        Type.String({
          description:
            'Why a payment failed or was refunded, as a code: up to 60 Latin letters, digits and `_.:-`. Other text may identify a person and is stored as `[personal]`',
        }),
      ),
      subscriptionId: Type.Optional(
        Type.String({ description: 'For subscriptions: id of the subscription at the rail' }),
      ),
      periodStart: Type.Optional(Moment),
      periodEnd: Type.Optional(Moment),
      trialEnd: Type.Optional(Moment),
      autoRenew: Type.Optional(Type.Boolean()),
      priceCents: Type.Optional(Type.Integer({ description: 'For subscriptions: price of one period' })),
    },
    { additionalProperties: true },
  ),
});
