import { type Static, Type } from 'typebox';
import type { FieldError } from '../../kit/http/field-errors.ts';
import {
  Country,
  Currency,
  Id,
  Int,
  Moment,
  messageFor,
  nameText,
  nullable,
  oneOf,
  parseMoment,
  Timestamp,
} from '../../kit/http/schema.ts';
import { type Admin, hasPermission } from '../access/public.ts';
import type { ListedSubscription as ListedRow } from './list.sql.ts';
import {
  environments,
  interruptions,
  platformPattern,
  productStatuses,
  subscriptionEventTypes,
  subscriptionStatuses,
} from './rules.ts';
import type { ProductRow } from './sql.ts';

const subscription = {
  id: Id,
  platform: Type.String(),
  productId: Type.String(),
  productName: Type.String(),
  status: oneOf(subscriptionStatuses),
  autoRenew: Type.Boolean(),
  currentPeriodStart: Timestamp,
  currentPeriodEnd: Timestamp,
  trialEnd: nullable(Timestamp),
  canceledAt: nullable(Timestamp),
  priceCents: Int(),
  currency: Type.String(),
};

export const Subscription = Type.Object(subscription, { title: 'Subscription' });

const current = {
  ...subscription,
  interruption: nullable(
    oneOf(interruptions, {
      description:
        'Why it is not renewed: `grace` keeps access until `currentPeriodEnd`, `held` and `paused` end it with the period',
    }),
  ),
  environment: oneOf(environments, { description: 'Of its last payment; `sandbox` is no revenue' }),
  isFamilyShared: Type.Boolean({
    description: 'Whether its last payment is a copy for a family member of the payer',
  }),
};

export const CurrentSubscription = Type.Object(current, { title: 'CurrentSubscription' });

const listed = {
  ...current,
  userId: Id,
  user: Type.Object({
    id: Id,
    label: nullable(Type.String({ description: 'Name or email; null without `users:read`' })),
  }),
  region: nullable(Type.String({ description: 'Country of the sale' })),
  providerSubscriptionId: nullable(Type.String({ description: 'Id at the provider; null if it was given away' })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  allowed: Type.Array(Type.String(), {
    description: 'Actions available to the caller now; always empty, because providers manage subscriptions',
  }),
};

export const ListedSubscription = Type.Object(listed, { title: 'ListedSubscription' });

export const SubscriptionDetail = Type.Object(
  {
    ...listed,
    history: Type.Array(
      Type.Object({
        id: Id,
        type: oneOf(subscriptionEventTypes),
        occurredAt: Timestamp,
        receivedAt: Timestamp,
        productName: Type.String(),
        transactionId: nullable(Type.String()),
        periodStart: Timestamp,
        periodEnd: Timestamp,
        accessUntil: nullable(Timestamp),
        priceCents: Int(),
        currency: Type.String(),
        isPaid: Type.Boolean({ description: 'Whether the event reports a payment for the period' }),
        bonusCoins: Type.Integer({ description: 'Bonus coins credited; once per period' }),
      }),
      { description: 'Events, newest first, at most 200' },
    ),
  },
  { title: 'SubscriptionDetail' },
);

export function showListed({ userName, ...row }: ListedRow, { permissions }: Pick<Admin, 'permissions'>) {
  const label = hasPermission(permissions, 'users:read') ? userName : null;
  return { ...row, user: { id: row.userId, label }, allowed: [] };
}

export const subscriptionQuery = {
  status: Type.Optional(oneOf(subscriptionStatuses)),
  platform: Type.Optional(
    Type.String({
      maxLength: 60,
      pattern: platformPattern,
      ...messageFor('must be a rail, the beginning of one such as localwallet_*, or comp'),
      description: 'A rail, a prefix such as `localwallet_*`, or `comp`',
    }),
  ),
  country: Type.Optional(Country),
  productId: Type.Optional(Type.String({ maxLength: 100 })),
  userId: Type.Optional(Type.String({ maxLength: 100 })),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'The id, or the id at the provider; exact match' }),
  ),
};

/**
 * Subscription data of an event. An unknown user or product makes it unmatched, not malformed. Providers need not report user,
 * product and price.
 */
export const SubscriptionEventData = Type.Object(
  {
    userId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    subscriptionId: Type.String({ minLength: 1, maxLength: 255, description: 'Id at the provider' }),
    productId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    transactionId: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    periodStart: Moment,
    periodEnd: Moment,
    trialEnd: Type.Optional(nullable(Moment)),
    accessUntil: Type.Optional(Moment),
    autoRenew: Type.Boolean(),
    priceCents: Type.Optional(Int({ minimum: 0, maximum: 2_000_000_000 })),
    currency: Type.Optional(Currency),
    region: Type.Optional(Country),
  },
  { title: 'SubscriptionEventData' },
);
export type SubscriptionEventData = Static<typeof SubscriptionEventData>;

/** Errors of an event that matches its schema. */
export function faultsIn({
  periodStart,
  periodEnd,
}: Pick<SubscriptionEventData, 'periodStart' | 'periodEnd'>): FieldError[] {
  const [start, end] = [parseMoment(periodStart), parseMoment(periodEnd)];
  return start && end && start < end ? [] : [{ path: 'data.periodEnd', message: 'must come after periodStart' }];
}

export const SubscriptionProduct = Type.Object(
  {
    id: Id,
    productId: Type.String(),
    name: Type.String(),
    periodDays: Int(),
    priceCents: Int(),
    currency: Type.String(),
    bonusCoins: Int(),
    unlocksAll: Type.Boolean(),
    status: oneOf(productStatuses),
    revision: Int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'SubscriptionProduct' },
);

export const showProduct = (row: ProductRow, { permissions }: Pick<Admin, 'permissions'>) => ({
  ...row,
  allowed: hasPermission(permissions, 'pricing:write') ? ['update'] : [],
});

export const productQuery = { status: Type.Optional(oneOf(productStatuses)) };

const fields = {
  name: nameText(100),
  periodDays: Int({ minimum: 1, maximum: 366 }),
  priceCents: Int({ minimum: 0, maximum: 100_000_000 }),
  currency: Currency,
  bonusCoins: Int({ minimum: 0, maximum: 1_000_000 }),
  unlocksAll: Type.Boolean(),
  status: oneOf(productStatuses),
};
const ProductId = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[\\w.-]+$',
  ...messageFor('must be letters, digits, dots, hyphens and underscores'),
});

const note = Type.Optional(Type.String({ maxLength: 500, description: 'Reason; kept in the audit log' }));

const { bonusCoins, unlocksAll, status, ...required } = fields;
export const CreateProductBody = Type.Object({
  productId: ProductId,
  ...required,
  ...Type.Partial(Type.Object({ bonusCoins, unlocksAll, status })).properties,
  note,
});
export const UpdateProductBody = Type.Partial(Type.Object({ productId: ProductId, ...fields, note }));
