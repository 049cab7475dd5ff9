import { daysOf, type Period } from '../../kit/period.ts';
import { dayMs } from '../../kit/time.ts';

/** The number of free episodes of a series, and the number before each change, oldest first. */
export interface FreeEpisodesHistory {
  readonly freeEpisodes: number;
  readonly changes: readonly { readonly at: string; readonly before: number }[];
}

/** Consecutive days with the same number of free episodes. */
export interface FreeEpisodesSpan extends Period {
  readonly freeEpisodes: number;
}

/** The number that was in force the longest on a day; for today, only until now. */
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

/** The days of a period by number of free episodes. */
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
