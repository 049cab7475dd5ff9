import type { Series } from './queries.ts';

const detailChecks = ['titles', 'synopses', 'genre', 'poster', 'hero', 'episodes'] as const;
/** What is in the files of the episodes, as the server has looked. */
const fileChecks = ['videos', 'captions'] as const;
export type Check = (typeof detailChecks)[number] | (typeof fileChecks)[number];

type CheckedSeries = Pick<
  Series,
  | ('title' | 'synopsis' | 'titleI18n' | 'synopsisI18n' | 'targetLanguages')
  | ('genreSlug' | 'posterAssetId' | 'heroAssetId' | 'episodeCount' | 'missing')
>;

/** The words in a language: English is what is written first, and the others stand beside it. */
function hasWords(language: 'en' | 'ar' | 'id', own: string, translated: CheckedSeries['titleI18n']): boolean {
  return Boolean((translated[language] ?? (language === 'en' ? own : '')).trim());
}

export const isTranslated = (series: CheckedSeries, language: 'en' | 'ar' | 'id'): boolean =>
  hasWords(language, series.title, series.titleI18n);

const passes: Readonly<Record<(typeof detailChecks)[number], (series: CheckedSeries) => boolean>> = {
  titles: (series) => series.targetLanguages.every((language) => isTranslated(series, language)),
  synopses: ({ targetLanguages, synopsis, synopsisI18n }) =>
    targetLanguages.every((language) => hasWords(language, synopsis, synopsisI18n)),
  genre: ({ genreSlug }) => genreSlug !== null,
  poster: ({ posterAssetId }) => posterAssetId !== null,
  hero: ({ heroAssetId }) => heroAssetId !== null,
  episodes: ({ episodeCount }) => episodeCount > 0,
};

export interface Readiness {
  readonly missing: readonly Check[];
  readonly total: number;
  readonly isReady: boolean;
}

/** What a series still lacks before viewers get all of it. None of it keeps anyone from publishing. */
export function readinessOf(series: CheckedSeries): Readiness {
  const details = detailChecks.filter((check) => !passes[check](series));
  const files = fileChecks.filter((check) => series.missing.includes(check === 'videos' ? 'video' : check));
  const missing = [...details, ...files];
  return { missing, total: detailChecks.length + fileChecks.length, isReady: missing.length === 0 };
}
