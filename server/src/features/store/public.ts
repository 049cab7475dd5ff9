export { giveComp } from './actions.ts';
export { Subscription } from './schema.ts';
export { hasUnlockingSubscription, listSubscriptions, type SubscriptionRow } from './sql.ts';
