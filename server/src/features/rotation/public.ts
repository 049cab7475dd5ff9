export { findFreeToday, isFreeOn } from './free-today.ts';
export type { Watching } from './ports.ts';
export { dayAfter, dayOf, type FreeDay } from './rules.ts';
export { listFreeDays, listSeriesFreeOn, namedFreeSql } from './sql.ts';
export { undoFreeDays } from './undo.ts';
