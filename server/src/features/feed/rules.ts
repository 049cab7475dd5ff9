import { dayMs } from '../../kit/time.ts';
import type { Language } from '../catalog/public.ts';
import { maxForYou, type Surface, wholeRule } from '../curation/public.ts';

/**
 * What the app opens with: the rails of a surface with their series, what is free today and the preview reel. The same
 * facts, market, language and moment always give the same feed.
 */

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

export interface Asked {
  readonly surface: Surface;
  readonly market: string | null;
  readonly lang: Language;
}

/** What stands in for rails where there are none: the newest there are, however old. */
export const newestRule = wholeRule({ sort: 'newest', window_days: 36_500 });
const newestWords: Readonly<Record<Language, { readonly title: string; readonly explanation: string }>> = {
  en: { title: 'New', explanation: 'The newest series' },
  ar: { title: 'جديد', explanation: 'أحدث المسلسلات' },
  id: { title: 'Terbaru', explanation: 'Serial terbaru' },
};

const titleIn = ({ titleI18n }: RailFacts, lang: Language): string => titleI18n[lang] ?? titleI18n.en ?? '';

export function composeFeed<Card>({ surface, market, lang }: Asked, facts: FeedFacts<Card>) {
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

/** Until when a feed that is composed now can be shown: what is free changes at midnight. */
export const keptUntil = (now: Date): number =>
  Math.min(now.getTime() + keepMs, (Math.floor(now.getTime() / dayMs) + 1) * dayMs);

/** Which series one list has and the other has not. */
export function changeOf(now: readonly string[], then: readonly string[]): { added: string[]; removed: string[] } {
  const [before, after] = [new Set(now), new Set(then)];
  return { added: then.filter((id) => !before.has(id)), removed: now.filter((id) => !after.has(id)) };
}
