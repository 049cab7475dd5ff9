import { dayMs, hourMs } from '../../kit/time.ts';
import type { Language } from '../catalog/public.ts';
import { type CollectionRule, maxForYou, type PickedRow, type Surface, withRuleDefaults } from '../curation/public.ts';
import type { FreeDay } from '../rotation/public.ts';

/**
 * What the app opens with: the rails of a surface with their series, what is free today and the preview reel. The same
 * facts, market, language and moment always give the same feed.
 */

/** What curation says of rules, for the rows that are read here. */
export type { CollectionRule };

export interface RailFacts {
  readonly id: string;
  readonly collectionId: string;
  readonly slug: string;
  readonly titleI18n: { readonly [L in Language]?: string };
  readonly explanation: string;
  readonly seriesIds: readonly string[];
}

export interface FeedFacts<Card> {
  readonly rails: readonly RailFacts[];
  /** For a feed that would have no rails. */
  readonly newest: readonly string[];
  readonly freeToday: readonly string[];
  readonly previewReel: readonly string[];
  /** The series that viewers see then. */
  readonly cards: ReadonlyMap<string, Card>;
}

export interface FeedRequest {
  readonly surface: Surface;
  readonly market: string | null;
  readonly lang: Language;
}

/** What stands in for rails where there are none: the newest there are, however old. */
export const newestRule = withRuleDefaults({ sort: 'newest', window_days: 36_500 });
const newestWords: Readonly<Record<Language, { readonly title: string; readonly explanation: string }>> = {
  en: { title: 'New', explanation: 'The newest series' },
  ar: { title: 'جديد', explanation: 'أحدث المسلسلات' },
  id: { title: 'Terbaru', explanation: 'Serial terbaru' },
};

const titleIn = ({ titleI18n }: RailFacts, lang: Language): string => titleI18n[lang] ?? titleI18n.en ?? '';

export function composeFeed<Card>({ surface, market, lang }: FeedRequest, facts: FeedFacts<Card>) {
  const cardsOf = (ids: readonly string[]): Card[] => ids.flatMap((id) => facts.cards.get(id) ?? []);
  const filled = facts.rails
    .map((rail) => ({ rail, series: cardsOf(rail.seriesIds) }))
    .filter(({ series }) => series.length > 0)
    .slice(0, surface === 'for_you' ? maxForYou : undefined)
    .map(({ rail, series }) => ({
      id: rail.id,
      collectionId: rail.collectionId,
      slug: rail.slug,
      title: titleIn(rail, lang),
      explanation: rail.explanation,
      series,
    }));
  const newest = { id: 'newest', collectionId: null, slug: 'newest', ...newestWords[lang] };
  return {
    surface,
    market,
    lang,
    rails: filled.length > 0 ? filled : [{ ...newest, series: cardsOf(facts.newest) }],
    freeToday: cardsOf(facts.freeToday),
    previewReel: cardsOf(facts.previewReel),
  };
}

/** What viewers did counts for at most so long without another look. */
export const keepMs = 30_000;

/** Until when a feed that is composed now can be shown: what is free changes at midnight, what rules count each hour. */
export const keptUntil = (now: Date): number =>
  Math.min(now.getTime() + keepMs, (Math.floor(now.getTime() / hourMs) + 1) * hourMs);

/** When the first of the series that a rule chose grows too old for it; their figure is when they came out. */
export const firstExpiry = ({ sort, window_days: days }: CollectionRule, picked: readonly PickedRow[]): number =>
  sort === 'newest' ? Math.min(...picked.map(({ value }) => value * 1000 + days * dayMs)) : Number.POSITIVE_INFINITY;

export interface ListChange {
  added: string[];
  removed: string[];
  /** Those that stand elsewhere among the others: as few as explain the new order. */
  moved: string[];
}

/** The places that rise from one to the next, as many of them as there are; they are at most some hundred. */
function longestRise(places: readonly number[]): Set<number> {
  const best: number[][] = [];
  for (const [index, place] of places.entries()) {
    const before = best.filter((_, other) => (places[other] ?? 0) < place);
    const longest = before.reduce<number[]>((one, other) => (other.length > one.length ? other : one), []);
    best[index] = [...longest, place];
  }
  return new Set(best.reduce<number[]>((one, other) => (other.length > one.length ? other : one), []));
}

/** What is otherwise in one list than in another. */
export function diffLists(now: readonly string[], then: readonly string[]): ListChange {
  const placeNow = new Map(now.map((id, place) => [id, place]));
  const after = new Set(then);
  const kept = then.flatMap((id) => {
    const place = placeNow.get(id);
    return place === undefined ? [] : [{ id, place }];
  });
  const inOrder = longestRise(kept.map(({ place }) => place));
  return {
    added: then.filter((id) => !placeNow.has(id)),
    removed: now.filter((id) => !after.has(id)),
    moved: kept.filter(({ place }) => !inOrder.has(place)).map(({ id }) => id),
  };
}

export const isChanged = ({ added, removed, moved }: ListChange): boolean =>
  added.length + removed.length + moved.length > 0;

/** A moment at which a feed becomes another by itself. */
export interface FeedChangePoint {
  readonly at: Date;
  readonly kind: StopKind;
  /** Null where nothing is free from then on. */
  readonly seriesId: string | null;
  /** How many episodes of it come out. */
  readonly episodes: number;
}

export const stopKinds = ['publish', 'free_series', 'window_end'] as const;
export type StopKind = (typeof stopKinds)[number];

/** The days on which something else is free in a market than the day before. */
export function freeDayStops(
  days: readonly string[],
  entries: readonly FreeDay[],
  market: string | null,
): FeedChangePoint[] {
  const freeOn = (day: string): string | null => {
    const named = entries.filter(({ date }) => date === day);
    const own = market === null ? undefined : named.find(({ marketCode }) => marketCode === market);
    return (own ?? named.find(({ marketCode }) => marketCode === null))?.seriesId ?? null;
  };
  return days.slice(1).flatMap((day, index) => {
    const seriesId = freeOn(day);
    const isSame = seriesId === freeOn(days[index] ?? day);
    return isSame ? [] : [{ at: new Date(`${day}T00:00:00Z`), kind: 'free_series', seriesId, episodes: 0 } as const];
  });
}
