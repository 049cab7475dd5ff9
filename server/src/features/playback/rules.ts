import type { Db } from '../../kit/db/database.ts';
import type { Sort } from '../../kit/page.ts';

/**
 * Viewers may watch published episodes that cost nothing, are free today, unlocked, or covered by a subscription. Except
 * for the price, these reasons are registered as entitlements.
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

export interface Viewing {
  readonly viewer: Viewer;
  readonly episode: Playable;
}

export interface Entitlement {
  readonly name: string;
  /** Whether it applies to archived episodes too. */
  readonly outlivesArchive: boolean;
  entitles(db: Db, viewings: readonly Viewing[]): Promise<readonly boolean[]>;
}

/** From this score on, the app continues with the next episode without a prompt. */
const quietFrom = 70;
export const showsPrompt = (cliffhangerScore: number): boolean => cliffhangerScore < quietFrom;

export const latestWatch: Sort<'startedAt'> = {
  field: 'startedAt',
  column: 'w.started_at',
  id: 'w.id',
  kind: 'time',
  order: 'desc',
};

/** Maximum age of reports of offline phones, and tolerance for the seconds watched. */
export const oldestWatchDays = 30;
export const spareSeconds = 60;

/** Tolerance for phone clocks. */
export const maxClockAheadMs = 5 * 60_000;
