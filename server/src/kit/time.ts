import { setTimeout as sleep } from 'node:timers/promises';

export const hourMs = 3_600_000;
/** A day in UTC. */
export const dayMs = 24 * hourMs;

/** The next midnight in UTC. */
export const midnightAfter = (now: Date): number => (Math.floor(now.getTime() / dayMs) + 1) * dayMs;

export interface TimeSpan {
  readonly from: Date;
  /** Exclusive. */
  readonly before: Date;
}

/** A figure of one hour. */
export interface HourFigure {
  subject: string;
  hour: Date;
  amount: number;
}

/** The pause after the nth failed attempt: `firstMs`, doubled each time, at most an hour. */
export const backoffMs = (attempts: number, firstMs: number): number =>
  Math.min(hourMs, firstMs * 2 ** Math.max(0, attempts - 1));

/** Whether the work ended in time; it continues in any case, and its error is thrown. */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = sleep(ms, false, { signal: over.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    over.abort();
  }
}
