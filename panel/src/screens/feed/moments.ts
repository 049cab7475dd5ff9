/** Where a moment stands on the way from now to some days ahead. */

export const stepMs = 3_600_000;
const dayMs = 86_400_000;

export const ranges = [7, 14, 30] as const;
export type Range = (typeof ranges)[number];

export interface Way {
  readonly from: number;
  readonly days: number;
}

/** A moment ahead; what is over is now. */
export const aheadOf = (from: number, at: string | undefined): string | undefined =>
  at !== undefined && Date.parse(at) > from ? at : undefined;

/** The way over the chosen days, and on to a moment that lies beyond them. */
export const wayTo = (from: number, days: number, at: string | undefined): Way => ({
  from,
  days: at === undefined ? days : Math.max(days, Math.ceil((Date.parse(at) - from) / dayMs)),
});

/** As far ahead as the server says what changes by itself. */
export const mostStopDays = 90;

export const lengthOf = ({ days }: Way): number => days * dayMs;

/** Milliseconds from the beginning, within the way. */
export const placeOf = (way: Way, at: string | undefined): number =>
  at === undefined ? 0 : Math.min(lengthOf(way), Math.max(0, Date.parse(at) - way.from));

/** The moment of a place; undefined at the beginning, which is now. */
export const momentAt = ({ from }: Way, place: number): string | undefined =>
  place <= 0 ? undefined : new Date(from + place).toISOString();

/** In percent. */
export const shareOf = (way: Way, place: number): number => (100 * place) / lengthOf(way);

/** A step of an hour, to whole hours. */
export function stepped(way: Way, place: number, step: 1 | -1): number {
  const at = way.from + place;
  const whole = step > 0 ? Math.floor(at / stepMs) + 1 : Math.ceil(at / stepMs) - 1;
  return Math.min(lengthOf(way), Math.max(0, whole * stepMs - way.from));
}

/** The next of these places in a direction; the beginning where there is none before. */
export function nextPlace(places: readonly number[], place: number, step: 1 | -1): number | undefined {
  if (step > 0) return places.find((other) => other > place);
  return places.findLast((other) => other < place) ?? (place > 0 ? 0 : undefined);
}
