export { findFreeToday, isFreeOn } from './free-today.ts';
export type { Watching } from './ports.ts';
