export { unlocksSource } from './history.ts';
export { listReversed, type PaidUnlock } from './reversal.sql.ts';
export { type Reversal, reverse } from './reverse.actions.ts';
export { countUnlockers, hasUnlocked, insertUnlocks, type NewUnlock, unlocksCount } from './sql.ts';
