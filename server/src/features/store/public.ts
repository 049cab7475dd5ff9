export { giveComp } from './actions.ts';
export { Subscription } from './schema.ts';
export { hasUnlockingSubscription, listSubscriptions, listSubscriptionsBefore, type SubscriptionRow } from './sql.ts';
