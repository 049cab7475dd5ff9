export { unlocksSource } from './history.ts';
export { countUnlockers, hasUnlocked, insertUnlocks, type NewUnlock, unlocksCount } from './sql.ts';
