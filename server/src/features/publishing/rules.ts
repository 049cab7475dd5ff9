import { dayMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';
import type { EpisodeFiles, Language, State, workflow } from '../catalog/public.ts';

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

type Action = keyof typeof workflow;

/** A series that is a draft has no episode that is locked or that is published by itself. */
const toDraft = {
  in_review: ['send_back'],
  scheduled: ['unpublish', 'send_back'],
  published: ['archive', 'restore'],
} as const;

/**
 * What happens to the episodes of a series when it moves, by their state: the moves that each of them makes, in this
 * order. Where nothing is said, episodes stay as they are.
 */
export const episodeMoves: { readonly [A in Action]?: { readonly [S in State]?: readonly Action[] } } = {
  send_back: toDraft,
  archive: { scheduled: ['unpublish'], published: ['archive'] },
  restore: { ...toDraft, archived: ['restore'] },
};

/** What an operator can do about a schedule that failed, by the code of the failure. */
export function adviceFor(code: string, requestId: string | null): string {
  if (code === 'not_found') return 'What it would publish was deleted. Cancel the schedule.';
  if (code === 'invalid_transition') {
    return 'What it would publish is no longer scheduled. Cancel this schedule, and schedule it again if needed.';
  }
  const reference = requestId === null ? 'this message' : `the request id ${requestId}`;
  return `It could not be published. Try again; if it fails again, give ${reference} to an engineer.`;
}

export const warningCodes = [
  'missing_captions',
  'missing_media',
  'unlocked_users_lose_access',
  'episodes_sent_back',
  'episodes_archived',
  'episodes_restored',
  'releases_cancelled',
  'episodes_stay_scheduled',
] as const;

export interface Warning {
  readonly code: (typeof warningCodes)[number];
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
