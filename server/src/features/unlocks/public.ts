export { nothingReversed, planReversal, type Reversal, reversalPart, reverse } from './actions.ts';
export { showUnlocks, unlocksSource } from './history.ts';
export { UnlockEntry } from './schema.ts';
export {
  countUnlockers,
  haveUnlocked,
  listPaidUnlocksSince,
  listReversed,
  type PaidUnlock,
  unlocksCount,
  unlocksJson,
} from './sql.ts';
