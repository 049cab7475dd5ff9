import type { Episode, Series } from './queries.ts';

const detailChecks = ['titles', 'synopses', 'genre', 'poster', 'hero', 'episodes'] as const;
/** What only the episodes themselves tell. */
const fileChecks = ['videos', 'captions'] as const;
export type Check = (typeof detailChecks)[number] | (typeof fileChecks)[number];

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

const passes: Readonly<Record<(typeof detailChecks)[number], (series: Judged) => boolean>> = {
  titles: (series) => series.targetLanguages.every((language) => isTranslated(series, language)),
  synopses: ({ targetLanguages, synopsis, synopsisI18n }) =>
    targetLanguages.every((language) => hasWords(language, synopsis, synopsisI18n)),
  genre: ({ genreSlug }) => genreSlug !== null,
  poster: ({ posterAssetId }) => posterAssetId !== null,
  hero: ({ heroAssetId }) => heroAssetId !== null,
  episodes: ({ episodeCount }) => episodeCount > 0,
};

type JudgedEpisode = Pick<Episode, 'media' | 'captions'>;

const hasVideo = ({ media }: JudgedEpisode): boolean => media?.status === 'ready';

/** A series for one language is spoken in it, and needs no captions. */
const hasCaptions = ({ captions }: JudgedEpisode, { targetLanguages }: Pick<Series, 'targetLanguages'>): boolean =>
  targetLanguages.length < 2 ||
  targetLanguages.every((language) => captions.some(({ lang, status }) => lang === language && status === 'ready'));

/** What one episode lacks for those it is for. */
export const missingInEpisode = (series: Pick<Series, 'targetLanguages'>, episode: JudgedEpisode) =>
  fileChecks.filter((check) => (check === 'videos' ? !hasVideo(episode) : !hasCaptions(episode, series)));

export interface Readiness {
  readonly missing: readonly Check[];
  readonly total: number;
  /** Without its episodes nobody can say that a series is ready. */
  readonly isReady: boolean;
}

/** What a series still lacks before viewers get all of it. None of it keeps anyone from publishing. */
export function readinessOf(series: Judged, episodes: readonly JudgedEpisode[] | undefined): Readiness {
  const details: Check[] = detailChecks.filter((check) => !passes[check](series));
  if (!episodes) return { missing: details, total: detailChecks.length, isReady: false };
  const lacking = new Set(episodes.flatMap((episode) => missingInEpisode(series, episode)));
  const missing = [...details, ...fileChecks.filter((check) => lacking.has(check))];
  return { missing, total: detailChecks.length + fileChecks.length, isReady: missing.length === 0 };
}
