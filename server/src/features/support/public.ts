export { type GrantLimits, lockAdjustable, walletGrant } from './actions/adjust.ts';
export { subscriptionComp } from './actions/comp.ts';
export { describeUsers, maskFor, writtenAbout } from './describe.ts';
export type { DetailPorts } from './detail.ts';
export { bannedUser, deletedUser } from './errors.ts';
export { adjust, uncappedRoles } from './rules.ts';
export { exampleUser, Words } from './schema.ts';
export { supportSources, type TimelineSource } from './timeline.ts';
