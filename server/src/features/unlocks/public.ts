export { countUnlockers, hasUnlocked, unlocksCount } from './sql.ts';
