export { showUnlocks, unlocksSource } from './history.ts';
export { UnlockEntry } from './schema.ts';
export {
  countUnlockers,
  hasUnlocked,
  insertUnlocks,
  listPaidUnlocksSince,
  type NewUnlock,
  unlocksCount,
} from './sql.ts';
