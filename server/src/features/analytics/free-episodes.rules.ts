import { dayMs } from '../../kit/time.ts';
import { daysOf, type Period } from './rules.ts';

/** How many episodes at the beginning of a series are free, and how many were before each change, the oldest first. */
export interface FreeEpisodesHistory {
  readonly freeEpisodes: number;
  readonly changes: readonly { readonly at: string; readonly before: number }[];
}

/** Consecutive days with the same number of free episodes. */
export interface FreeEpisodesSpan extends Period {
  readonly freeEpisodes: number;
}

/** The number in force for the longest part of a day; of today only the part that has passed counts. */
function freeEpisodesOn(day: string, { freeEpisodes, changes }: FreeEpisodesHistory, now: Date): number {
  const end = Math.min(Date.parse(day) + dayMs, Math.max(now.getTime(), Date.parse(day) + 1));
  let since = Date.parse(day);
  let longest = { ms: -1, freeEpisodes };
  for (const { at, before } of [...changes, { at: null, before: freeEpisodes }]) {
    const until = at === null ? end : Math.min(Date.parse(at), end);
    if (until - since > Math.max(longest.ms, 0)) longest = { ms: until - since, freeEpisodes: before };
    since = Math.max(since, until);
  }
  return longest.freeEpisodes;
}

/** The days of a period, by how many episodes were free. */
export function freeEpisodesIn(period: Period, history: FreeEpisodesHistory, now: Date): FreeEpisodesSpan[] {
  const spans: FreeEpisodesSpan[] = [];
  for (const day of daysOf(period)) {
    const freeEpisodes = freeEpisodesOn(day, history, now);
    const last = spans.at(-1);
    if (last?.freeEpisodes === freeEpisodes) spans.splice(-1, 1, { ...last, end: day });
    else spans.push({ start: day, end: day, freeEpisodes });
  }
  return spans;
}
