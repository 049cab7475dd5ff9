export { promoBudget } from './actions/budget.ts';
export { lockMultiplier, useMultiplier } from './actions/multiplier.ts';
export { redemptionsSource } from './history.ts';
export { budgetLimits, coinsPerHour, surge, surgeSince } from './rules.ts';
export { listBudgets, listRecentRedemptions, listSegmentUses } from './sql.ts';
