export { type GrantLimits, lockAdjustable, walletGrant } from './actions/adjust.ts';
export { subscriptionComp } from './actions/comp.ts';
export { createAnonymizer } from './actions/status.ts';
export type { DetailPorts } from './detail.ts';
export { bannedUser, deletedUser } from './errors.ts';
export { adjust, uncappedRoles } from './rules.ts';
export { supportSources, type TimelineSource } from './timeline.ts';
