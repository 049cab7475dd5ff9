export { showUnlocks, unlocksSource } from './history.ts';
export { listReversed, type PaidUnlock } from './reversal.sql.ts';
export { nothingReversed, planReversal, type Reversal, reversalPart, reverse } from './reverse.actions.ts';
export { UnlockEntry } from './schema.ts';
export {
  countUnlockers,
  haveUnlocked,
  listPaidUnlocksSince,
  unlocksCount,
} from './sql.ts';
