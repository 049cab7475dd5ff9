import { addDays, dayOf, daysUntil } from '../../ui/date/days.ts';

/** UTC days, both included. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** The days before a period, as many as it has. */
export function previousOf({ start, end }: Period): Period {
  const days = daysUntil(start, end) + 1;
  return { start: addDays(start, -days), end: addDays(start, -1) };
}

/** The last `count` days up to `end`, inclusive. */
export const lastDays = (end: string, count: number): Period => ({ start: addDays(end, 1 - count), end });

/** The day that was being counted at that moment, and is not over in the figures. */
export const countedDay = (asOf: string | null): string | undefined => (asOf === null ? undefined : dayOf(asOf));

/** How much more or less something is than before, as a share; undefined where there was nothing before. */
export const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : (now - before) / Math.abs(before);

/** The Mondays of the weeks that are looked at, the newest first. */
export function recentMondays(monday: string, count: number): string[] {
  return Array.from({ length: count }, (_, week) => addDays(monday, -7 * week));
}
