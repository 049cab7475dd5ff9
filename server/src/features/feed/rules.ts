import { dayMs, hourMs } from '../../kit/time.ts';
import type { Language } from '../catalog/public.ts';
import { type CollectionRule, maxForYou, type PickedRow, type Surface, withRuleDefaults } from '../curation/public.ts';
import type { FreeDay } from '../rotation/public.ts';

/**
 * The feed of a surface: its rails with their series, the free series of today, and the preview reel. It depends only on
 * these facts, the market, the language and the time.
 */

/** Of curation, for `sql.ts`. */
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
  /** Shown if there are no rails. */
  readonly newest: readonly string[];
  readonly freeToday: readonly string[];
  readonly previewReel: readonly string[];
  /** Visible series. */
  readonly cards: ReadonlyMap<string, Card>;
}

export interface FeedRequest {
  readonly surface: Surface;
  readonly market: string | null;
  readonly lang: Language;
}

/** Selects the series shown if there are no rails. */
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

/** Viewer activity is evaluated again after this time. */
export const keepMs = 30_000;

/** How long a feed is valid: rules count by the hour, and free series change at midnight. */
export const keptUntil = (now: Date): number =>
  Math.min(now.getTime() + keepMs, (Math.floor(now.getTime() / hourMs) + 1) * hourMs);

/** When the first of these series leaves the window of its rule; their figure is the time of publication. */
export const firstExpiry = ({ sort, window_days: days }: CollectionRule, picked: readonly PickedRow[]): number =>
  sort === 'newest' ? Math.min(...picked.map(({ value }) => value * 1000 + days * dayMs)) : Number.POSITIVE_INFINITY;

export interface ListChange {
  added: string[];
  removed: string[];
  /** The smallest set that explains the new order. */
  moved: string[];
}

/** The longest increasing subsequence, of at most some hundred places. */
function longestRise(places: readonly number[]): Set<number> {
  const best: number[][] = [];
  for (const [index, place] of places.entries()) {
    const before = best.filter((_, other) => (places[other] ?? 0) < place);
    const longest = before.reduce<number[]>((one, other) => (other.length > one.length ? other : one), []);
    best[index] = [...longest, place];
  }
  return new Set(best.reduce<number[]>((one, other) => (other.length > one.length ? other : one), []));
}

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

/** A scheduled change. */
export interface FeedChangePoint {
  readonly at: Date;
  readonly kind: StopKind;
  /** Null if no series is free from then on. */
  readonly seriesId: string | null;
  /** Number of episodes that are published. */
  readonly episodes: number;
}

export const stopKinds = ['publish', 'free_series', 'window_end'] as const;
export type StopKind = (typeof stopKinds)[number];

/** Days on which another series is free in a market than the day before. */
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
