import { addDays, daysFrom, daysUntil, mondayOf, stepMonth } from '../../ui/date/days.ts';

/** The days of the week from Monday, or of the month, that a day lies in. */
export function daysAround(day: string, view: 'month' | 'week'): string[] {
  if (view === 'week') return daysFrom(mondayOf(day), 7);
  const first = stepMonth(day, 0);
  return daysFrom(first, daysUntil(first, stepMonth(day, 1)));
}

/** A day in the next or previous week or month. */
export function stepFrom(day: string, view: 'month' | 'week', step: 1 | -1): string {
  const days = daysAround(day, view);
  return step === 1 ? addDays(days.at(-1) ?? day, 1) : addDays(days[0] ?? day, view === 'week' ? -7 : -1);
}

/** The same time on another day. */
export const movedTo = (moment: string, day: string): string => `${day}${new Date(moment).toISOString().slice(10)}`;
