export { giveComp } from './actions.ts';
export { Subscription } from './schema.ts';
export { hasUnlockingSubscription, listSubscriptionsBefore, type SubscriptionRow, subscriptionsJson } from './sql.ts';
export { extendTrials, listRunningTrials, type Trial, type TrialExtension } from './trials.sql.ts';
