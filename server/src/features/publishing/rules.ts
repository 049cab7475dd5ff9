import { dayMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';
import type { EpisodeFiles, Language } from '../catalog/public.ts';

/**
 * Series and episodes are moved along their workflow by hand, or published by a schedule when its time has come. A
 * schedule that fails is tried again at each of the next five ticks; it waits for nobody, and nobody for it.
 */

export const itemTypes = ['series', 'episode'] as const;
export type ItemType = (typeof itemTypes)[number];

export const scheduleStates = ['pending', 'failed', 'executed', 'cancelled'] as const;
export type ScheduleState = (typeof scheduleStates)[number];

const requires = 'publishing:write';
export const scheduleMoves = {
  cancel: { from: ['pending', 'failed'], to: 'cancelled', requires },
  retry: { from: ['failed'], to: 'pending', requires },
  move: { from: ['pending', 'failed'], to: 'pending', requires },
} as const satisfies Workflow<ScheduleState>;

/** After the first attempt. */
export const maxRetries = 5;

export interface Warning {
  readonly code: 'missing_captions' | 'missing_media' | 'unlocked_users_lose_access';
  readonly languages?: Language[];
  readonly count?: number;
}

/** What viewers would miss: nothing of it keeps anyone from publishing. */
export function warningsBeforePublishing(
  targetLanguages: readonly Language[],
  episodes: readonly EpisodeFiles[],
): Warning[] {
  const lacks = (language: Language) =>
    episodes.some(({ captions }) => !captions.some((caption) => caption.lang === language));
  // A series for one language is spoken in it.
  const languages = targetLanguages.length > 1 ? targetLanguages.filter(lacks) : [];
  const count = episodes.filter(({ media }) => media?.status !== 'ready').length;
  return [
    ...(languages.length > 0 ? [{ code: 'missing_captions' as const, languages }] : []),
    ...(count > 0 ? [{ code: 'missing_media' as const, count }] : []),
  ];
}

export const cadences = ['daily', 'every_n_days', 'weekly', 'custom'] as const;
export type Cadence = (typeof cadences)[number];

/** When each of a number of episodes runs: whole UTC days apart, the first at the start. */
export function timesFrom(start: Date, everyDays: number, count: number): Date[] {
  return Array.from({ length: count }, (_, n) => new Date(start.getTime() + n * everyDays * dayMs));
}

/** The last moment that ISO 8601 writes with a year of four digits. */
export const lastMoment = new Date('9999-12-31T23:59:59.999Z');
