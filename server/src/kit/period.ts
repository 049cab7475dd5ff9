import { refuseField } from './errors.ts';
import { dayRange } from './http/schema.ts';
import { dayMs } from './time.ts';

/** UTC days, both included. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

const defaultDays = 30;
export const maxDays = 366;

export const asDay = (moment: Date): string => moment.toISOString().slice(0, 10);
export const daysLater = (day: string, days: number): string => asDay(new Date(Date.parse(day) + days * dayMs));
export const daysBetween = (one: string, other: string): number =>
  Math.round((Date.parse(other) - Date.parse(one)) / dayMs);

export const daysOf = ({ start, end }: Period): string[] =>
  Array.from({ length: daysBetween(start, end) + 1 }, (_, n) => daysLater(start, n));

/** The first day that the database supports. */
const firstDay = '0001-01-01';

export function lastDays(end: string, count: number): Period {
  const start = daysLater(end, 1 - count);
  return { start: start < firstDay ? firstDay : start, end };
}

/** The requested days; by default the last 30 before the given end, or before today. */
export function periodOf(asked: { dateFrom?: string; dateTo?: string }, now: Date): Period {
  const end = asked.dateTo ?? asDay(now);
  const start = asked.dateFrom ?? lastDays(end, defaultDays).start;
  const { from, before } = dayRange(start, end);
  if (from && before && before.getTime() - from.getTime() > maxDays * dayMs) {
    refuseField(asked.dateFrom === undefined ? 'dateTo' : 'dateFrom', `must span at most ${maxDays} days`);
  }
  return { start, end };
}
