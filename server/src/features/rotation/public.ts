export { findFreeToday } from './free-today.ts';
export type { Watching } from './ports.ts';
