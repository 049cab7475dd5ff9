import { isId } from '../../kit/http/schema.ts';
import { dayMs, hourMs } from '../../kit/time.ts';
import type { Language, SeriesCardRow } from '../catalog/public.ts';

/**
 * A collection is a list of series, chosen by hand or by a rule; a rail shows one on a surface of the app. The preview
 * reel is the series with an editorial hero score, the highest first.
 */

/** Types of the catalog, for `sql.ts`. */
export type { Language, SeriesCardRow };

export const collectionTypes = ['manual', 'rule'] as const;

export const surfaces = ['for_you', 'discover'] as const;
export type Surface = (typeof surfaces)[number];

export const railStatuses = ['active', 'paused'] as const;

/** Active rails of `for_you` that the app shows. */
export const maxForYou = 12;

export const maxItems = 200;
export const maxScore = 1_000_000;
export const maxSort = 1_000_000;

/** What viewers do with series, as it is counted. */
export type Counted = 'starts' | 'unlocks' | 'saves';

interface SortSpec {
  /** For the API document. */
  readonly description: string;
  /** What series are compared by. A count is summed over these days, by default over the window of the rule. */
  readonly figure: { readonly count: Counted; readonly days?: number } | 'trend' | 'hero_score' | 'published_at';
  readonly defaultDays: number;
  /** Why a series was selected, given its figure. */
  why(value: number, about: { readonly days: number; readonly usualStarts: number }): string;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
const inWindow = (days: number): string => `in the last ${counted(days, 'day')}`;

/** If a series is usually started less than once a day, a ratio says nothing. */
function whyTrending(value: number, usual: number): string {
  if (usual >= 1) return `Started ${Math.round(value * 10) / 10} times as often as usual in the last 24 hours`;
  const before = usual === 0 ? 'none in the 7 days before' : 'fewer than one a day before';
  return `${usual === 0 ? 'New: ' : ''}${counted(Math.round(value), 'start')} in the last 24 hours, ${before}`;
}

export const sorts = {
  top_this_week: {
    description: 'starts in 7 days',
    figure: { count: 'starts', days: 7 },
    defaultDays: 30,
    why: (value) => `${counted(value, 'start')} in the last 7 days`,
  },
  newest: {
    description: 'published within the window',
    figure: 'published_at',
    defaultDays: 7,
    why: (value) => `Published on ${new Date(value * 1000).toISOString().slice(0, 10)}`,
  },
  most_unlocks: {
    description: 'unlocks in the window',
    figure: { count: 'unlocks' },
    defaultDays: 30,
    why: (value, { days }) => `${counted(value, 'unlock')} ${inWindow(days)}`,
  },
  most_saves: {
    description: 'saves in the window',
    figure: { count: 'saves' },
    defaultDays: 30,
    why: (value, { days }) => `${counted(value, 'save')} ${inWindow(days)}`,
  },
  trending: {
    description: 'starts of the last 24 hours divided by the daily mean of the 7 days before, at least 1',
    figure: 'trend',
    defaultDays: 30,
    why: (value, { usualStarts }) => whyTrending(value, usualStarts),
  },
  editor_score: {
    description: 'score of the preview reel',
    figure: 'hero_score',
    defaultDays: 30,
    why: (value) => `Editorial score ${value}`,
  },
} as const satisfies Readonly<Record<string, SortSpec>>;
export type RuleSort = keyof typeof sorts;

const isSort = (name: string): name is RuleSort => name in sorts;
export const ruleSorts: readonly RuleSort[] = Object.keys(sorts).filter(isSort);
export const sortSpec = (sort: RuleSort): SortSpec => sorts[sort];

/** Why a series is in a collection, given the figure by which it was selected. */
export const whyOf = (
  rule: { readonly sort: RuleSort; readonly window_days: number } | null,
  value: number,
  usualStarts: number,
): string => (rule ? sortSpec(rule.sort).why(value, { days: rule.window_days, usualStarts }) : 'Chosen by hand');

/** Windows up to this many days are counted by the hour, longer ones by the day. */
const maxDaysByHour = 8;

const startOfHour = (ms: number): Date => new Date(Math.floor(ms / hourMs) * hourMs);
const startOfDay = (ms: number): Date => new Date(Math.floor(ms / dayMs) * dayMs);

/** The first day on or after this one that is the 1st or the 16th of a month. */
function nextHalfMonth(day: Date): Date {
  const [month, date] = [day.getUTCMonth(), day.getUTCDate()];
  if (date === 1) return day;
  return new Date(date <= 16 ? Date.UTC(day.getUTCFullYear(), month, 16) : Date.UTC(day.getUTCFullYear(), month + 1));
}

export interface CountedSince {
  readonly since: Date;
  readonly firstWholeDay: Date;
  /** The 1st or 16th of a month, from which there is a sum until now. */
  readonly untilNowFrom: Date;
}

/** Which hours, days and sums make up the window of a rule. */
export function countedSince(at: Date, days: number): CountedSince {
  // Includes the whole hour in which the window begins.
  const hour = startOfHour(at.getTime() - days * dayMs);
  const day = startOfDay(hour.getTime());
  const [since, firstWholeDay] = days > maxDaysByHour ? [day, day] : [hour, startOfDay(hour.getTime() + dayMs)];
  return { since, firstWholeDay, untilNowFrom: nextHalfMonth(firstWholeDay) };
}

const isNumber = (text: string): boolean => /^[\p{N}\s.,+-]+$/u.test(text);

/** A single word in the style of code: `top_this_week`, `top-10`, `TopThisWeek` or `TRENDING`. */
const isIdentifier = (text: string): boolean => !/\s/u.test(text) && /[_\-\p{N}]|.\p{Lu}/u.test(text);

/** Whether an explanation is prose for viewers. */
export function isMeaningful(explanation: string, slug: string): boolean {
  const text = explanation.trim();
  const isName = text.toLowerCase() === slug || isId(text.toLowerCase()) || isIdentifier(text);
  return [...text].length >= 3 && /\p{L}/u.test(text) && !isNumber(text) && !isName;
}
