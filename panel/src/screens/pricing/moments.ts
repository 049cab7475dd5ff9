/** A moment in UTC as a field for date and time holds it, and back. */

export const fieldOf = (moment: string | null): string => (moment === null ? '' : moment.slice(0, 16));

/** Undefined for what is no moment, and for an empty field. */
export function momentOf(text: string): string | undefined {
  const time = text === '' ? Number.NaN : Date.parse(`${text}Z`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
