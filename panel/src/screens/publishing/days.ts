/** Days and moments of the calendar, all of them in UTC: that is what the scheduler counts in. */

const dayMs = 86_400_000;

export const dayOf = (moment: string | Date): string => new Date(moment).toISOString().slice(0, 10);
export const startOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
export const addDays = (day: string, count: number): string => dayOf(new Date(startOf(day).getTime() + count * dayMs));

const daysFrom = (first: string, count: number): string[] => Array.from({ length: count }, (_, n) => addDays(first, n));

/** The days of the week from Monday, or of the month, that a day lies in. */
export function daysAround(day: string, view: 'month' | 'week'): string[] {
  const at = startOf(day);
  if (view === 'week') return daysFrom(addDays(day, -((at.getUTCDay() + 6) % 7)), 7);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return daysFrom(dayOf(new Date(Date.UTC(year, month, 1))), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
}

/** A day in the next or previous week or month. */
export function stepFrom(day: string, view: 'month' | 'week', step: 1 | -1): string {
  const days = daysAround(day, view);
  return step === 1 ? addDays(days.at(-1) ?? day, 1) : addDays(days[0] ?? day, view === 'week' ? -7 : -1);
}

/** The same time on another day. */
export const movedTo = (moment: string, day: string): string => `${day}${new Date(moment).toISOString().slice(10)}`;

/** As a field for date and time holds it, and back; undefined for what is no moment. */
export const toField = (moment: string): string => new Date(moment).toISOString().slice(0, 16);

export function fromField(text: string): string | undefined {
  const time = Date.parse(`${text}Z`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
