import type { Schema } from '../../api/client.ts';
import type { TileData } from '../../app/tiles.ts';
import type { Language } from '../../words/define.ts';
import { inEachLanguage, titleIn } from '../../words/title.ts';
import type { Rail, Surface } from './queries.ts';

interface Words {
  readonly empty: string;
  readonly soonEmpty: string;
  readonly hidden: (count: string) => string;
}

const words: Readonly<Record<Language, Words>> = {
  en: { empty: 'no series to show', soonEmpty: 'no series in a week', hidden: (count) => `${count} not published` },
  ar: { empty: 'لا مسلسلات للعرض', soonEmpty: 'لا مسلسلات بعد أسبوع', hidden: (count) => `${count} غير منشور` },
  id: {
    empty: 'tidak ada serial',
    soonEmpty: 'tidak ada serial dalam seminggu',
    hidden: (count) => `${count} belum terbit`,
  },
};

const degrees = ['empty', 'soonEmpty', 'hidden'] as const;
type Degree = (typeof degrees)[number];

function textOf({ collection: { titleI18n }, hiddenSeries }: Rail, degree: Degree, language: Language): string {
  const what = words[language][degree];
  const number = new Intl.NumberFormat(language).format(hiddenSeries);
  return `${titleIn(language, titleI18n.en ?? '', titleI18n)}: ${typeof what === 'string' ? what : what(number)}`;
}

/**
 * The rails that viewers do not see, will not see in a week, or see without some of their series, for the home page. The
 * empty ones come first.
 */
export function gapsIn(surfaces: readonly Surface[], soonEmpty: readonly Pick<Schema<'EmptyRail'>, 'id'>[]): TileData {
  const soon = new Set(soonEmpty.map(({ id }) => id));
  const degreeOf = ({ id, shownSeries, hiddenSeries }: Rail): Degree | undefined => {
    if (shownSeries === 0) return 'empty';
    if (soon.has(id)) return 'soonEmpty';
    return hiddenSeries > 0 ? 'hidden' : undefined;
  };
  const rails = surfaces.flatMap((surface) => surface.rails.filter(({ status }) => status === 'active'));
  const gaps = degrees.flatMap((degree) =>
    rails.filter((rail) => degreeOf(rail) === degree).map((rail) => ({ rail, degree })),
  );
  return {
    count: gaps.length,
    isMore: false,
    lines: gaps.slice(0, 4).map(({ rail, degree }) => ({
      id: rail.id,
      href: `/rails/${rail.id}`,
      text: inEachLanguage((language) => textOf(rail, degree, language)),
    })),
  };
}
