import { type Static, Type } from 'typebox';
import { Country, Currency, Id, Int, Moment, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { providerEventTypes, SubscriptionEventData } from '../subscriptions/public.ts';
import {
  environments,
  maxCents,
  maxQuantity,
  purchaseEventTypes,
  transactionKinds,
  transactionStatuses,
} from './rules.ts';

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
    exchangeRate: nullable(
      Type.String({ description: 'US dollars per unit by which the amount was converted; null if it was not' }),
    ),
    exchangeRateDate: nullable(Type.String({ description: 'The UTC day of that rate' })),
    isAmountAssumed: Type.Boolean({
      description: 'The provider did not report what was paid: the amount is the price, and no revenue',
    }),
    expectedUsdCents: nullable(Type.Integer({ description: 'The expected price, if a different amount was paid' })),
    environment: oneOf(environments, { description: 'Purchases in the sandbox of a provider are no revenue' }),
    isFamilyShared: Type.Boolean({
      description: 'A copy for a family member of the payer: no coins, no revenue',
    }),
    quantity: Int(),
    feeCents: nullable(Type.Integer({ description: 'What the provider kept of the amount' })),
    taxCents: nullable(Type.Integer({ description: 'The tax within the amount' })),
    disputedAt: nullable(Timestamp),
    disputeReason: nullable(Type.String()),
    disputeClosedAt: nullable(Timestamp),
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

const paid = {
  amountUsdCents: Type.Optional(Cents),
  environment: Type.Optional(oneOf(environments)),
  isFamilyShared: Type.Optional(Type.Boolean()),
  feeCents: Type.Optional(Cents),
  taxCents: Type.Optional(Cents),
  reason: Type.Optional(Reason),
};

/**
 * Payment data of an event. Ids need not be UUIDs: an id that is not ours is unmatched, not malformed. Providers need not
 * report user, product and price; the neutral format requires them.
 */
export const PurchaseData = Type.Object({
  userId: Type.Optional(Name),
  purchaseId: Type.Optional(Name),
  productId: Type.Optional(Name),
  transactionId: Name,
  amountCents: Type.Optional(Cents),
  currency: Type.Optional(Currency),
  region: Type.Optional(Country),
  quantity: Type.Optional(Int({ minimum: 1, maximum: maxQuantity })),
  refundPercentage: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  disputeId: Type.Optional(Name),
  ...paid,
});
export type PurchaseData = Static<typeof PurchaseData>;
/** With the product, which the event names or is known. */
export type NamedPurchase = PurchaseData & { readonly productId: string };

export const PeriodData = Type.Object({ ...SubscriptionEventData.properties, ...paid });
export type PeriodData = Static<typeof PeriodData>;
/** With the user and product, which the event names or are known. */
export type NamedPeriod = PeriodData & { readonly userId: string; readonly productId: string };

/** The fields that the neutral format requires, although providers need not report them. */
export const requiredFields = {
  purchase: ['userId', 'productId', 'amountCents', 'currency'],
  subscription: ['userId', 'productId', 'priceCents', 'currency'],
} as const;

export const Envelope = Type.Object({
  type: Type.String({ minLength: 1, maxLength: 100 }),
  occurredAt: Moment,
  data: Type.Object({}, { additionalProperties: true }),
});

const stored = {
  type: Type.String(),
  occurredAt: Moment,
  purchase: Type.Optional(PurchaseData),
  subscription: Type.Optional(PeriodData),
};

/** What a provider asks about a payment. */
export const Question = Type.Object({
  transactionId: Name,
  environment: oneOf(environments),
  isSubscription: Type.Boolean(),
});

export type Question = Static<typeof Question>;

/** The message of the outbox that answers a question. */
export const Answer = Type.Object({
  rail: Type.String(),
  userId: Id,
  purchaseId: Id,
  askedAt: Moment,
  question: Question,
});
export type Answer = Static<typeof Answer>;

/** An event as stored. One of an unknown type has neither part. `provider` sent the message that was translated. */
export const PaymentEvent = Type.Object({
  ...stored,
  provider: Type.Optional(Type.String()),
  /** What became of money that was ordered back. */
  money: Type.Optional(
    Type.Array(
      Type.Object({
        type: oneOf(['refund.returned', 'refund.failed']),
        refundId: Name,
        occurredAt: Moment,
        code: Type.Optional(Reason),
      }),
    ),
  ),
  question: Type.Optional(Question),
  /** What the store is owed for the purchase. */
  settlements: Type.Optional(
    Type.Array(
      Type.Object({
        kind: oneOf(['consume', 'acknowledge']),
        productId: Name,
        purchaseToken: Type.String({ maxLength: 4_096 }),
      }),
    ),
  ),
  more: Type.Optional(Type.Array(Type.Object(stored))),
});
export type PaymentEvent = Static<typeof PaymentEvent>;

/** The body in the OpenAPI document. */
export const WebhookBody = Type.Object({
  type: Type.String({
    description: `${purchaseEventTypes.map((type) => `\`${type}\``).join(', ')}, or \`subscription.\` and ${providerEventTypes.map((type) => `\`${type}\``).join(', ')}`,
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
      environment: Type.Optional(
        oneOf(environments, {
          description: 'Purchases in the sandbox are credited from a test account, and no revenue',
        }),
      ),
      quantity: Type.Optional(
        Type.Integer({ description: 'How many were bought; multiplies the coins. 1 by default' }),
      ),
      isFamilyShared: Type.Optional(
        Type.Boolean({ description: 'A copy for a family member of the payer: access, no coins, no revenue' }),
      ),
      refundPercentage: Type.Optional(
        Type.Number({ description: 'For refunds: the share of the payment, 0 to 100; used instead of the amount' }),
      ),
      disputeId: Type.Optional(
        Type.String({
          description:
            'For disputes, and for the refund or reversal by which one ends: id of the dispute at the rail. A reversal with it gives back only what that dispute took',
        }),
      ),
      feeCents: Type.Optional(Type.Integer({ description: 'What the provider keeps of the amount' })),
      taxCents: Type.Optional(Type.Integer({ description: 'The tax within the amount' })),
      accessUntil: Type.Optional(
        Type.String({ format: 'date-time', description: 'For `subscription.grace`: until when access is kept' }),
      ),
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
