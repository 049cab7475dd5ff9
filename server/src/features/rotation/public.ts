export type { Watching } from './ports.ts';
export { findFreeToday } from './sql.ts';
