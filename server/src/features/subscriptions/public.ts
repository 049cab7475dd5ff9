export { giveComp } from './actions.ts';
export { applySubscriptionEvent, cancelRefunded, restoreRefunded } from './event.actions.ts';
export { findReported } from './event.sql.ts';
export { type Environment, environments, type ProviderEventType, providerEventTypes } from './rules.ts';
export { CurrentSubscription, faultsIn, Subscription, SubscriptionEventData } from './schema.ts';
export {
  extendTrials,
  findCompedDays,
  findProductByStoreId,
  type LastPaymentColumns,
  listProducts,
  listRenewing,
  listRunningTrials,
  listSubscriptionsBefore,
  listUnlockingSubscribers,
  ownSubscriptionsJson,
  type SubscriptionRow,
  subscriptionsJson,
  type Trial,
  unlockingSubscription,
} from './sql.ts';
