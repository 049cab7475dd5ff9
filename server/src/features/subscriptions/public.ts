export { giveComp } from './actions.ts';
export { Subscription } from './schema.ts';
export { hasUnlockingSubscription, listSubscriptionsBefore, type SubscriptionRow, subscriptionsJson } from './sql.ts';
