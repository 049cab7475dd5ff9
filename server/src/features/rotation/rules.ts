import { dayMs } from '../../kit/time.ts';

/**
 * On each UTC day one series per market can be free to watch. An entry of the market takes precedence over the one for all
 * markets. Days are set by admins, or filled with the most watched series.
 */

export const watchedWithinDays = 7;
/** Minimum distance in days between two picks of a series. */
export const restDays = 14;

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
export const dayAfter = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs));

export const isPast = (day: string, now: Date): boolean => day < dayOf(now);

const daysBetween = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other)) / dayMs;

export interface FreeDay {
  readonly date: string;
  readonly seriesId: string;
  readonly marketCode: string | null;
}

export interface Picks {
  readonly picked: readonly FreeDay[];
  /** Days that have an entry of exactly this market. */
  readonly skipped: readonly string[];
  /** Days without a series that may be picked. */
  readonly unfilled: readonly string[];
}

/** Whether a user could see both. */
const sharesViewers = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

/** Picks for each empty day of a market the first series that is not free within `restDays` of it. */
export function pickSeries(
  days: readonly string[],
  market: string | null,
  known: readonly FreeDay[],
  seriesIds: readonly string[],
): Picks {
  const taken = new Set(known.filter(({ marketCode }) => marketCode === market).map(({ date }) => date));
  const near = known.filter(({ marketCode }) => sharesViewers(marketCode, market));
  const picked: FreeDay[] = [];
  const unfilled: string[] = [];
  for (const date of days) {
    if (taken.has(date)) continue;
    const rests = (seriesId: string) =>
      [...near, ...picked].every((one) => one.seriesId !== seriesId || daysBetween(one.date, date) > restDays);
    const seriesId = seriesIds.find(rests);
    if (seriesId === undefined) unfilled.push(date);
    else picked.push({ date, seriesId, marketCode: market });
  }
  return { picked, skipped: days.filter((date) => taken.has(date)), unfilled };
}
