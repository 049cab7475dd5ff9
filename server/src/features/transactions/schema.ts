import { Type } from 'typebox';
import { Country, Currency, Day, Id, Int, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { hasPermission } from '../access/public.ts';
import {
  type ListedTransactionRow,
  showTransaction,
  Transaction,
  transactionKinds,
  transactionStatuses,
} from '../payments/public.ts';
import { leftToRefund, Refund } from '../refunds/public.ts';
import { RailFilter } from '../store/public.ts';
import { UnlockEntry } from '../unlocks/public.ts';
import { EventDetailFields } from '../webhooks/public.ts';

export const transactionQuery = {
  rail: Type.Optional(
    Type.Array(RailFilter, {
      minItems: 1,
      maxItems: 50,
      description: 'Any of these rails; with `_*` at its end all whose names begin so, such as `localwallet_*`',
    }),
  ),
  status: Type.Optional(oneOf(transactionStatuses)),
  failed: Type.Optional(
    Type.Boolean({
      description: 'true: declined payments, which are pending with a `failureReason`; false: all others',
    }),
  ),
  kind: Type.Optional(oneOf(transactionKinds)),
  pendingHours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 87_600,
      description: 'Only what has been pending for so many hours or longer',
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
      description: 'The id, what the rail calls it, or what was bought; all of it',
    }),
  ),
};

const listed = {
  ...Transaction.properties,
  user: Type.Object({
    id: Id,
    label: nullable(Type.String({ description: 'The name or email; null without `users:read`' })),
    isGuest: Type.Boolean(),
    countryCode: nullable(Type.String({ description: 'Null without `users:read`' })),
  }),
  productName: nullable(Type.String({ description: 'Of what was subscribed to; packages go by their sku' })),
  allowed: Type.Array(Type.String(), { description: 'What this caller may do with it now: `refund`' }),
};

export const ListedTransaction = Type.Object(listed, { title: 'ListedTransaction' });

/** A payment, and how much of it waits to be refunded. */
export interface PaymentRow extends ListedTransactionRow {
  pendingCents: number;
}

interface Viewer {
  readonly permissions: readonly string[];
}

function allowedFor(refundable: number, { permissions }: Viewer): string[] {
  const mayAsk = hasPermission(permissions, 'payments:refund') || hasPermission(permissions, 'payments:refund_request');
  return refundable > 0 && mayAsk ? ['refund'] : [];
}

/** Who paid, where this caller may know it. */
export const labelFor = ({ userName }: { readonly userName: string | null }, { permissions }: Viewer): string | null =>
  hasPermission(permissions, 'users:read') ? userName : null;

/** A payment as this caller may see it. */
export function showListed(payment: PaymentRow, viewer: Viewer) {
  const { userName: _name, isGuest, userCountry, productName, pendingCents: _pending, ...row } = payment;
  const seesUsers = hasPermission(viewer.permissions, 'users:read');
  const user = {
    id: row.userId,
    label: labelFor(payment, viewer),
    isGuest,
    countryCode: seesUsers ? userCountry : null,
  };
  const allowed = allowedFor(leftToRefund(payment, payment.pendingCents), viewer);
  return { ...showTransaction(row), user, productName, allowed };
}

export const TransactionTotals = Type.Object(
  {
    count: Int(),
    failedCount: Type.Integer({ description: 'Of these, the declined ones' }),
    grossUsdCents: Type.Integer({ description: 'What was paid, without what is pending' }),
    refundedUsdCents: Type.Integer({ description: 'What was given back of that' }),
    isWhole: Type.Boolean({ description: 'False where there are more: the totals are then of the newest 50,000' }),
  },
  { title: 'TransactionTotals' },
);

const anything = Type.Object({}, { additionalProperties: true });

export const TransactionDetail = Type.Object(
  {
    ...listed,
    refundableCents: Type.Integer({ description: 'What can still be given back' }),
    promoCoins: Type.Integer({
      description: 'What a multiplier added, which is not in `bonusCoins`; a refund takes the same share of it back',
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
      { description: 'All that the rail told of it, the first first; `webhookPayload` is of the one that counted' },
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
          'Both sides of every movement that it caused, with the coins of a multiplier (`promo_grant`) and the refunds',
      },
    ),
    refundHistory: Type.Array(Refund, { description: 'What was or may be given back of it, newest first' }),
    relatedUnlocks: Type.Array(UnlockEntry, {
      description: 'What the user has unlocked for coins since it brought some, newest first; 200 at most',
    }),
  },
  { title: 'TransactionDetail' },
);
