import { isId } from '../../kit/http/schema.ts';
import { dayMs, hourMs } from '../../kit/time.ts';
import type { CardRow, Language, State } from '../catalog/public.ts';

/**
 * A collection is a list of series, chosen by hand or by a rule; a rail shows one on a surface of the app. The preview
 * reel is the series with an editorial hero score, the highest first.
 */

/** What the catalog says of series, for the rows that are read here. */
export type { CardRow, Language, State };

export const collectionTypes = ['manual', 'rule'] as const;
export type CollectionType = (typeof collectionTypes)[number];

export const ruleSorts = [
  ...(['top_this_week', 'newest', 'most_unlocks', 'most_saves', 'trending', 'editor_score'] as const),
];
export type RuleSort = (typeof ruleSorts)[number];

export const surfaces = ['for_you', 'discover'] as const;
export type Surface = (typeof surfaces)[number];

export const railStatuses = ['active', 'paused'] as const;
export type RailStatus = (typeof railStatuses)[number];

/** The app shows no more than this of `for_you`. */
export const maxForYou = 12;

export const maxItems = 200;
export const maxScore = 1_000_000;
export const maxSort = 1_000_000;

export interface CollectionRule {
  /** Of any genre where it is null. */
  readonly genre: string | null;
  readonly trope: string | null;
  readonly sort: RuleSort;
  /** Whose viewers are counted; those of all markets where it is null. */
  readonly market: string | null;
  readonly limit: number;
  readonly window_days: number;
}

export type RuleInput = Pick<CollectionRule, 'sort'> & {
  readonly [Field in keyof CollectionRule]?: CollectionRule[Field];
};

const defaultLimit = 20;
const defaultDays = (sort: RuleSort): number => (sort === 'newest' ? 7 : 30);

/** A rule as it is kept, with what was left out. */
export const withRuleDefaults = ({
  genre,
  trope,
  sort,
  market,
  limit,
  window_days: days,
}: RuleInput): CollectionRule => ({
  genre: genre?.trim() ?? null,
  trope: trope?.trim() ?? null,
  sort,
  market: market?.toUpperCase() ?? null,
  limit: limit ?? defaultLimit,
  window_days: days ?? defaultDays(sort),
});

/** For so many days what viewers did is known by the hour, and before that by the day. */
const daysByHour = 8;

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
  /** The 1st or the 16th of a month: all that happened from then until now is counted together. */
  readonly fromHereOn: Date;
}

/** From when on what viewers did counts for a rule that looks back so many days. */
export function countedSince(at: Date, days: number): CountedSince {
  // The whole of the hour that it began in.
  const hour = startOfHour(at.getTime() - days * dayMs);
  const day = startOfDay(hour.getTime());
  const [since, firstWholeDay] = days > daysByHour ? [day, day] : [hour, startOfDay(hour.getTime() + dayMs)];
  return { since, firstWholeDay, fromHereOn: nextHalfMonth(firstWholeDay) };
}

const isNumber = (text: string): boolean => /^[\p{N}\s.,+-]+$/u.test(text);

/** One word that is written as code writes names: `top_this_week`, `top-10`, `TopThisWeek` or `TRENDING`. */
const isIdentifier = (text: string): boolean => !/\s/u.test(text) && /[_\-\p{N}]|.\p{Lu}/u.test(text);

/** Whether an explanation tells a viewer something. */
export function isMeaningful(explanation: string, slug: string): boolean {
  const text = explanation.trim();
  const isName = text.toLowerCase() === slug || isId(text.toLowerCase()) || isIdentifier(text);
  return [...text].length >= 3 && /\p{L}/u.test(text) && !isNumber(text) && !isName;
}

export interface OrderFaults {
  readonly missing: string[];
  readonly unknown: string[];
  readonly repeated: string[];
}

/** What is wrong with an order that should name each of these once; undefined where nothing is. */
export function faultsInOrder(ids: readonly string[], order: readonly string[]): OrderFaults | undefined {
  const known = new Set(ids);
  const named = new Set(order);
  const faults = {
    missing: ids.filter((id) => !named.has(id)),
    unknown: [...named].filter((id) => !known.has(id)),
    repeated: [...named].filter((id) => order.indexOf(id) !== order.lastIndexOf(id)),
  };
  return Object.values(faults).some((list) => list.length > 0) ? faults : undefined;
}
