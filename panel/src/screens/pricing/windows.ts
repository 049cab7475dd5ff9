import { startOf, stepMonth } from '../../ui/date/days.ts';
import type { Override } from './queries.ts';

/** Where overrides stand in time, in UTC. */

type Window = Pick<Override, 'activeFrom' | 'activeTo' | 'active'>;

export type OverrideStatus = 'running' | 'planned' | 'ended' | 'off';

export function statusOf({ activeFrom, activeTo, active }: Window, now: Date): OverrideStatus {
  if (!active) return 'off';
  if (Date.parse(activeFrom) > now.getTime()) return 'planned';
  return activeTo !== null && Date.parse(activeTo) <= now.getTime() ? 'ended' : 'running';
}

const monthsShown = 4;

/** The months of a time line around a day: the one before it, its own, and the next ones. */
export const monthsAround = (day: string): Date[] =>
  Array.from({ length: monthsShown + 1 }, (_, index) => startOf(stepMonth(day, index - 1)));

export interface Place {
  /** In percent of the time line. */
  readonly start: number;
  readonly size: number;
  /** Whether it goes on beyond what is shown. */
  readonly comesFromBefore: boolean;
  readonly goesOn: boolean;
}

/** Where a bar stands between the first and the last moment shown; undefined where nothing of it is. */
export function placeOf({ activeFrom, activeTo }: Window, first: Date, last: Date): Place | undefined {
  const [from, to] = [Date.parse(activeFrom), activeTo === null ? Number.POSITIVE_INFINITY : Date.parse(activeTo)];
  const [begin, end] = [first.getTime(), last.getTime()];
  if (from >= end || to <= begin) return undefined;
  const share = (moment: number) => ((Math.min(Math.max(moment, begin), end) - begin) / (end - begin)) * 100;
  return { start: share(from), size: share(to) - share(from), comesFromBefore: from < begin, goesOn: to > end };
}

/** Puts what overlaps in time into rows of its own, each as high up as there is room. */
export function inRows<One extends { readonly place: Place }>(
  bars: readonly One[],
): (One & { readonly row: number })[] {
  const ends: number[] = [];
  return bars
    .toSorted((one, other) => one.place.start - other.place.start)
    .map((bar) => {
      const { start, size } = bar.place;
      const free = ends.findIndex((end) => end <= start);
      const row = free === -1 ? ends.length : free;
      ends[row] = start + size;
      return { ...bar, row };
    });
}
