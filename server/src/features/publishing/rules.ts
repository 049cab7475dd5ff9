import { dayMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';
import type { EpisodeFiles, Language, State, workflow } from '../catalog/public.ts';

/**
 * Items move along their workflow by hand, or are published by a schedule. A failed schedule is retried at each of the
 * next five runs, independently of others.
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

export const maxRetries = 5;

type Action = keyof typeof workflow;

/** A draft series has no reviewed, scheduled or published episodes. */
const toDraft = {
  in_review: ['send_back'],
  scheduled: ['unpublish', 'send_back'],
  published: ['archive', 'restore'],
} as const;

/** Moves of the episodes when their series moves, by episode state and in this order; other episodes do not move. */
export const episodeMoves: { readonly [A in Action]?: { readonly [S in State]?: readonly Action[] } } = {
  send_back: toDraft,
  archive: { scheduled: ['unpublish'], published: ['archive'] },
  restore: { ...toDraft, archived: ['restore'] },
};

/** Advice for operators by error code. */
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

/** Warnings that do not prevent publishing. */
export function warningsBeforePublishing(
  targetLanguages: readonly Language[],
  episodes: readonly EpisodeFiles[],
): Warning[] {
  const lacks = (language: Language) =>
    episodes.some(({ captions }) => !captions.some((caption) => caption.lang === language));
  // A series in one language needs no captions.
  const languages = targetLanguages.length > 1 ? targetLanguages.filter(lacks) : [];
  const count = episodes.filter(({ media }) => media?.status !== 'ready').length;
  return [
    ...(languages.length > 0 ? [{ code: 'missing_captions' as const, languages }] : []),
    ...(count > 0 ? [{ code: 'missing_media' as const, count }] : []),
  ];
}

export const cadences = ['daily', 'every_n_days', 'weekly', 'custom'] as const;
export type Cadence = (typeof cadences)[number];

/** Times at intervals of whole UTC days. */
export function timesFrom(start: Date, everyDays: number, count: number): Date[] {
  return Array.from({ length: count }, (_, n) => new Date(start.getTime() + n * everyDays * dayMs));
}

/** The last time with a four-digit year. */
export const lastMoment = new Date('9999-12-31T23:59:59.999Z');
