export { findFreeToday, isFreeOn } from './free-today.ts';
export type { Watching } from './ports.ts';
export { dayOf } from './rules.ts';
export { listSeriesFreeOn } from './sql.ts';
