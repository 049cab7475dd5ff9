export { findFreeToday } from './free-today.ts';
export type { Watching } from './ports.ts';
export { dayOf } from './rules.ts';
export { listFreeOn } from './sql.ts';
