export { promoBudget } from './actions.ts';
export { redemptionsSource } from './history.ts';
export { lockMultiplier, useMultiplier } from './redeem.actions.ts';
export { budgetLimits, coinsPerHour, surge, surgeSince } from './rules.ts';
export { listBudgets, listRecentRedemptions, listSegmentUses, redemptionsJson } from './sql.ts';
