export { giveComp } from './actions.ts';
export { Subscription } from './schema.ts';
export { listSubscriptions, type SubscriptionRow } from './sql.ts';
