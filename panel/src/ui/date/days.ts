/** Days, months and moments in UTC: that is what everything planned is counted in. */

const dayMs = 86_400_000;

export const dayOf = (moment: string | Date): string => new Date(moment).toISOString().slice(0, 10);
export const startOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
export const addDays = (day: string, count: number): string => dayOf(new Date(startOf(day).getTime() + count * dayMs));

/** Some days from one on. */
export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** The Monday of the week that a day lies in. */
export const mondayOf = (day: string): string => addDays(day, -((startOf(day).getUTCDay() + 6) % 7));

/** The first day of the month that a day lies in, or of one before or after it. */
export function stepMonth(day: string, step: number): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return dayOf(new Date(Date.UTC(year, month - 1 + step, 1)));
}

/** How many days there are from one to another. */
export const daysUntil = (from: string, to: string): number =>
  Math.round((startOf(to).getTime() - startOf(from).getTime()) / dayMs);

/**
 * What is typed into a field and is no date is kept behind a mark: it is neither a moment nor '', which may mean now or
 * never, and it can be shown again.
 */
export const unreadableDate = (typed: string): string => `?${typed}`;
export const isUnreadableDate = (value: string): boolean =>
  value !== '' && !/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/.test(value);
export const typedIn = (value: string): string => value.replace(/^\?/, '');

/** A moment as a field for date and time holds it, '' for none; and back, undefined for what is no moment. */
export const toField = (moment: string | null): string =>
  moment === null ? '' : new Date(moment).toISOString().slice(0, 16);

export function fromField(text: string): string | undefined {
  if (isUnreadableDate(text)) return undefined;
  const time = Date.parse(`${text}Z`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
