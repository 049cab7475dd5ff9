import type { Series } from './queries.ts';

export const checks = ['titles', 'synopses', 'genre', 'poster', 'hero', 'episodes'] as const;
export type Check = (typeof checks)[number];

type Judged = Pick<
  Series,
  | ('title' | 'synopsis' | 'titleI18n' | 'synopsisI18n' | 'targetLanguages')
  | ('genreSlug' | 'posterAssetId' | 'heroAssetId' | 'episodeCount')
>;

/** The words in a language: English is what is written first, and the others stand beside it. */
function hasWords(language: 'en' | 'ar' | 'id', own: string, translated: Judged['titleI18n']): boolean {
  return Boolean((translated[language] ?? (language === 'en' ? own : '')).trim());
}

export const isTranslated = (series: Judged, language: 'en' | 'ar' | 'id'): boolean =>
  hasWords(language, series.title, series.titleI18n);

const passes: Readonly<Record<Check, (series: Judged) => boolean>> = {
  titles: (series) => series.targetLanguages.every((language) => isTranslated(series, language)),
  synopses: ({ targetLanguages, synopsis, synopsisI18n }) =>
    targetLanguages.every((language) => hasWords(language, synopsis, synopsisI18n)),
  genre: ({ genreSlug }) => genreSlug !== null,
  poster: ({ posterAssetId }) => posterAssetId !== null,
  hero: ({ heroAssetId }) => heroAssetId !== null,
  episodes: ({ episodeCount }) => episodeCount > 0,
};

/** What a series still lacks before viewers would call it whole. None of it keeps anyone from publishing. */
export const missingIn = (series: Judged): Check[] => checks.filter((check) => !passes[check](series));
