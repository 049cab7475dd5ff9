export { lockMultiplier, useMultiplier } from './actions/multiplier.ts';
export { redemptionsSource } from './history.ts';
export { listBudgets, listRecentRedemptions, listSegmentUses } from './sql.ts';
