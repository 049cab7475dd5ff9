import type { Db } from '../../kit/db/database.ts';
import type { Sort } from '../../kit/page.ts';

/**
 * Viewers watch what is published and what they may: what costs nothing, is free today, unlocked, or covered by a
 * subscription. Each reason but the price is registered as data by the feature that knows it.
 */

export interface Playable {
  readonly id: string;
  readonly seriesId: string;
  readonly episodeNumber: number;
  readonly freeEpisodes: number;
  readonly status: string;
  readonly seriesStatus: string;
}

export interface Viewer {
  readonly id: string;
  readonly countryCode: string | null;
}

/** A viewer and the episode that they want to watch. */
export interface Viewing {
  readonly viewer: Viewer;
  readonly episode: Playable;
}

/** A reason why someone may watch. */
export interface Entitlement {
  readonly name: string;
  /** Whether it still counts when the series or the episode is archived: what was paid for stays. */
  readonly outlivesArchive: boolean;
  /** Of each viewer whether they may watch the episode for this reason. */
  entitles(db: Db, viewings: readonly Viewing[]): Promise<readonly boolean[]>;
}

/** From this score on, nothing may come between an episode and the next. */
const quietFrom = 70;
export const showsPrompt = (cliffhangerScore: number): boolean => cliffhangerScore < quietFrom;

/** Lists of what was watched begin with what was begun last. */
export const latestWatch: Sort<'startedAt'> = {
  field: 'startedAt',
  column: 'w.started_at',
  id: 'w.id',
  kind: 'time',
  order: 'desc',
};

/** How long ago a phone that was offline may have begun, and how much longer than that it may say it played. */
export const oldestWatchDays = 30;
export const spareSeconds = 60;

/** How far the clock of a phone may be ahead of ours. */
export const maxClockAheadMs = 5 * 60_000;
