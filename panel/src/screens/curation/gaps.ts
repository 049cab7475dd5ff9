import type { Waiting } from '../../app/waiting.ts';
import type { Language } from '../../words/define.ts';
import { inEachLanguage, titleIn } from '../../words/title.ts';
import type { Rail, Surface } from './queries.ts';

const words: Readonly<Record<Language, { readonly empty: string; readonly hidden: (count: string) => string }>> = {
  en: { empty: 'no series to show', hidden: (count) => `${count} not published` },
  ar: { empty: 'لا مسلسلات للعرض', hidden: (count) => `${count} غير منشور` },
  id: { empty: 'tidak ada serial', hidden: (count) => `${count} belum terbit` },
};

/** Whether viewers miss something of a rail that they should see. */
const isGap = ({ status, shownSeries, hiddenSeries }: Rail): boolean =>
  status === 'active' && (shownSeries === 0 || hiddenSeries > 0);

/** The rails that viewers do not see, or not with all of their series, for the home page. The empty ones come first. */
export function gapsIn(surfaces: readonly Surface[]): Waiting {
  const rails = surfaces
    .flatMap((surface) => surface.rails.filter(isGap))
    .toSorted((one, other) => Math.sign(one.shownSeries) - Math.sign(other.shownSeries));
  return {
    count: rails.length,
    isMore: false,
    lines: rails.slice(0, 4).map(({ id, collection, shownSeries, hiddenSeries }) => ({
      id,
      text: inEachLanguage((language) => {
        const title = titleIn(language, collection.titleI18n.en ?? '', collection.titleI18n);
        const { empty, hidden } = words[language];
        const number = new Intl.NumberFormat(language).format(hiddenSeries);
        return `${title}: ${shownSeries === 0 ? empty : hidden(number)}`;
      }),
    })),
  };
}
