import { Type } from 'typebox';
import { Country, Currency, Day, Id, Int, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { hasPermission } from '../access/public.ts';
import { type ListedTransactionRow, Transaction, transactionKinds, transactionStatuses } from '../payments/public.ts';
import { Refund, refundableCents } from '../refunds/public.ts';
import { RailFilter } from '../store/public.ts';
import { UnlockEntry } from '../unlocks/public.ts';
import { EventDetailFields } from '../webhooks/public.ts';

export const transactionQuery = {
  rail: Type.Optional(
    Type.Array(RailFilter, {
      minItems: 1,
      maxItems: 50,
      description: 'Any of these rails; a trailing `_*` matches by prefix, such as `localwallet_*`',
    }),
  ),
  status: Type.Optional(oneOf(transactionStatuses)),
  failed: Type.Optional(
    Type.Boolean({
      description: 'true: declined payments, which are pending with a `failureReason`; false: all others',
    }),
  ),
  disputed: Type.Optional(
    Type.Boolean({
      description: 'true: payments with an open dispute (that of a refunded payment is lost); false: all others',
    }),
  ),
  kind: Type.Optional(oneOf(transactionKinds)),
  pendingHours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 87_600,
      description: 'Only payments that have been pending for at least this many hours',
    }),
  ),
  country: Type.Optional(Country),
  currency: Type.Optional(Currency),
  dateFrom: Type.Optional(Day),
  dateTo: Type.Optional(Day),
  userId: Type.Optional(Type.String({ maxLength: 100 })),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The id, the transaction id of the rail, or the product; exact match',
    }),
  ),
};

const listed = {
  ...Transaction.properties,
  user: Type.Object({
    id: Id,
    label: nullable(Type.String({ description: 'Name or email; null without `users:read`' })),
    isGuest: Type.Boolean(),
    countryCode: nullable(Type.String({ description: 'Null without `users:read`' })),
  }),
  productName: nullable(Type.String({ description: 'Name of the subscription product; null for packages' })),
  allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now: `refund`' }),
};

export const ListedTransaction = Type.Object(listed, { title: 'ListedTransaction' });

/** `pendingCents` are in pending refunds. */
export interface PaymentRow extends ListedTransactionRow {
  pendingCents: number;
}

interface Viewer {
  readonly permissions: readonly string[];
}

export const labelFor = ({ userName }: { readonly userName: string | null }, { permissions }: Viewer): string | null =>
  hasPermission(permissions, 'users:read') ? userName : null;

export function showListed(payment: PaymentRow, viewer: Viewer) {
  const seesUsers = hasPermission(viewer.permissions, 'users:read');
  const user = {
    id: payment.userId,
    label: labelFor(payment, viewer),
    isGuest: payment.isGuest,
    countryCode: seesUsers ? payment.userCountry : null,
  };
  const mayRefund = ['payments:refund', 'payments:refund_request'].some((one) =>
    hasPermission(viewer.permissions, one),
  );
  const isRefundable = refundableCents(payment, payment.pendingCents) > 0;
  return { ...payment, user, allowed: isRefundable && mayRefund ? ['refund'] : [] };
}

export const TransactionTotals = Type.Object(
  {
    count: Int(),
    failedCount: Type.Integer({ description: 'Declined payments among the pending ones' }),
    grossUsdCents: Type.Integer({ description: 'Amount paid, without pending payments' }),
    refundedUsdCents: Type.Integer({ description: 'Amount refunded of it' }),
    isWhole: Type.Boolean({
      description: 'False if there are more payments; the totals are then those of the newest 50,000',
    }),
  },
  { title: 'TransactionTotals' },
);

const anything = Type.Object({}, { additionalProperties: true });

export const TransactionDetail = Type.Object(
  {
    ...listed,
    refundableCents: Type.Integer({ description: 'Amount that can still be refunded' }),
    promoCoins: Type.Integer({
      description:
        'Coins added by a multiplier, not included in `bonusCoins`; a refund reverses the same share of them',
    }),
    webhookPayload: nullable(anything),
    webhooks: Type.Array(
      Type.Object({
        id: Id,
        outcome: Type.String(),
        ...EventDetailFields,
        payload: nullable(anything),
        occurredAt: nullable(Timestamp),
        receivedAt: Timestamp,
      }),
      { description: 'All messages of the rail, oldest first; `webhookPayload` is that of the effective one' },
    ),
    questions: Type.Array(
      Type.Object({
        askedAt: Timestamp,
        answeredAt: nullable(Timestamp),
        coinsBought: nullable(Type.Integer({ description: 'The coins of the payment, as answered' })),
        coinsSpent: nullable(Type.Integer({ description: 'How many of them were spent, as answered' })),
      }),
      {
        description:
          'What the provider asked before it decided about a refund that the user requested, oldest first; `answeredAt` is null while it is not answered',
      },
    ),
    ledgerEntries: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Digits that only grow' }),
        eventId: Id,
        account: Type.String(),
        amount: Int(),
        reason: Type.String(),
        createdAt: Timestamp,
      }),
      {
        description:
          'All ledger entries caused by the payment, including the coins of a multiplier (`promo_grant`) and refunds',
      },
    ),
    refundHistory: Type.Array(Refund, { description: 'Refunds of it, executed and pending, newest first' }),
    relatedUnlocks: Type.Array(UnlockEntry, {
      description:
        'Episodes that the user has unlocked for coins since the payment was credited, newest first, at most 200',
    }),
  },
  { title: 'TransactionDetail' },
);
