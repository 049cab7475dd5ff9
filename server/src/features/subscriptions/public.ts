export { giveComp } from './actions.ts';
export { applySubscriptionEvent } from './event.actions.ts';
export { cancelRefunded } from './refund.actions.ts';
export { type ProviderEventType, providerEventTypes } from './rules.ts';
export { faultsIn, Subscription, SubscriptionEventData } from './schema.ts';
export {
  findCompedDays,
  findProductNamed,
  listProducts,
  listSubscriptionsBefore,
  listUnlockingSubscribers,
  type SubscriptionRow,
  subscriptionsJson,
  unlockingSubscription,
} from './sql.ts';
export { extendTrials, listRunningTrials, type Trial, type TrialExtension } from './trials.sql.ts';
