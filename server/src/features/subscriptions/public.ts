export { giveComp } from './actions.ts';
export { applySubscriptionEvent, cancelRefunded, restoreRefunded } from './event.actions.ts';
export { findReported } from './event.sql.ts';
export { type ProviderEventType, providerEventTypes } from './rules.ts';
export { faultsIn, Subscription, SubscriptionEventData } from './schema.ts';
export {
  extendTrials,
  findCompedDays,
  findProductByStoreId,
  listProducts,
  listRunningTrials,
  listSubscriptionsBefore,
  listUnlockingSubscribers,
  type SubscriptionRow,
  subscriptionsJson,
  type Trial,
  unlockingSubscription,
} from './sql.ts';
