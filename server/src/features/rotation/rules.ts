import { dayMs } from '../../kit/time.ts';

/**
 * Each UTC day a series can be free: whoever is in its market may watch all of it that day. A market's own entry beats
 * the one for all markets. Days are filled by hand, or with the series that are watched most.
 */

/** A series is watched for how many days to count as what people want now. */
export const watchedWithinDays = 7;
/** So many days lie between two on which the same series is picked. */
export const restDays = 14;

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
export const dayAfter = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs));

/** By the days of UTC, as a day lasts everywhere. */
export const isPast = (day: string, now: Date): boolean => day < dayOf(now);

const daysBetween = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other)) / dayMs;

export interface FreeDay {
  readonly date: string;
  readonly seriesId: string;
  readonly marketCode: string | null;
}

export interface Picks {
  readonly picked: readonly FreeDay[];
  /** Days that have an entry of this very market. */
  readonly skipped: readonly string[];
  /** Days for which every series was free too recently, or will be too soon. */
  readonly unfilled: readonly string[];
}

/** Whether viewers of one market could see both. */
const sharesViewers = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

/** Fills empty days of a market, each with the first of the series that was not free shortly before or after. */
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
