import { dayMs } from '../../kit/time.ts';

/** Subscriptions run for a period at a time. One that an admin gives away (a comp) costs nothing and ends by itself. */

export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'canceled', 'expired'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const productStatuses = ['active', 'paused'] as const;

export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * dayMs);
