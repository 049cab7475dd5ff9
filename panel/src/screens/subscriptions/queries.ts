import type { Schema } from '../../api/client.ts';
import { allQuery, apiQuery, type ListParams, listQuery, taggedQuery } from '../../api/query.ts';

export type Subscription = Schema<'ListedSubscription'>;
export type SubscriptionDetail = Schema<'SubscriptionDetail'>;
export type Product = Schema<'SubscriptionProduct'>;

export const statuses = [
  ...(['trialing', 'active', 'past_due', 'canceled', 'expired'] as const),
] satisfies Subscription['status'][];

/** The rails that subscriptions are sold by, those of many providers as one, and the ones that are given away. */
export const platforms = [
  ...(['ios_store', 'android_store', 'card_web', 'localwallet_*', 'mobilemoney_*', 'vas_*', 'comp'] as const),
];

export const productStatuses = ['active', 'paused'] satisfies Product['status'][];

export const subscriptionsQuery = (search: ListParams<'/v1/admin/subscriptions'>) =>
  listQuery('/v1/admin/subscriptions', search);

export const subscriptionQuery = (id: string) => apiQuery('/v1/admin/subscriptions/{id}', { path: { id } });

export const productsQuery = (search: ListParams<'/v1/admin/subscription-products'>) =>
  listQuery('/v1/admin/subscription-products', search);

/** All of them, to choose among: there is a handful. */
export const everyProductQuery = { ...allQuery('/v1/admin/subscription-products', {}), staleTime: 60_000 };

export const productQuery = (id: string) => taggedQuery('/v1/admin/subscription-products/{id}', { path: { id } });
