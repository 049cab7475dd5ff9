import { hourMs } from './time.ts';

/** How long to wait after the nth failed attempt: `firstMs`, doubled each time, an hour at most. */
export const backoffMs = (attempts: number, firstMs: number): number =>
  Math.min(hourMs, firstMs * 2 ** Math.max(0, attempts - 1));
