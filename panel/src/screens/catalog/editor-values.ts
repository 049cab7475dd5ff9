import { readable } from '../../words/define.ts';
import { genreName, genreOf, type KnownWords, tropeOf } from './genres.ts';
import type { Series } from './queries.ts';

/** A series as its form holds it: translations side by side, lists as a line of text. */
export type SeriesValues = {
  readonly title: string;
  readonly synopsis: string;
  readonly 'titleI18n.ar': string;
  readonly 'titleI18n.id': string;
  readonly 'synopsisI18n.ar': string;
  readonly 'synopsisI18n.id': string;
  readonly slug: string;
  readonly genreSlug: string;
  readonly tropes: string;
  readonly targetLanguages: string;
  readonly freeEpisodes: number | null;
};

/** What the edits of a series are kept under. */
export const draftOf = (seriesId: string): string => `series.${seriesId}`;

export const languages = ['en', 'ar', 'id'] as const;
export type Language = (typeof languages)[number];

/** The fields of the form that hold the words of a language. */
export const wordFields = {
  en: ['title', 'synopsis'],
  ar: ['titleI18n.ar', 'synopsisI18n.ar'],
  id: ['titleI18n.id', 'synopsisI18n.id'],
} as const;

export const listed = (line: string): string[] => [
  ...new Set(
    line
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

export const isLanguage = (text: string): text is Language => languages.some((one) => one === text);

export const valuesOf = (series: Series): SeriesValues => ({
  title: series.title,
  synopsis: series.synopsis,
  'titleI18n.ar': series.titleI18n.ar ?? '',
  'titleI18n.id': series.titleI18n.id ?? '',
  'synopsisI18n.ar': series.synopsisI18n.ar ?? '',
  'synopsisI18n.id': series.synopsisI18n.id ?? '',
  slug: series.slug,
  genreSlug: genreName(series.genreSlug),
  tropes: series.tropes.map(readable).join(', '),
  targetLanguages: series.targetLanguages.join(','),
  freeEpisodes: series.freeEpisodes,
});

/** The translations of a field that changed; null removes one. English stands there only where someone has put it. */
function translated(name: 'title' | 'synopsis', values: SeriesValues, changed: Partial<SeriesValues>, series: Series) {
  const field = `${name}I18n` as const;
  const before = series[field];
  const [ar, id] = [values[`${field}.ar`].trim(), values[`${field}.id`].trim()];
  const words = {
    ...(before.en !== undefined && name in changed && { en: values[name] }),
    ...(`${field}.ar` in changed && { ar: ar || null }),
    ...(`${field}.id` in changed && { id: id || null }),
  };
  return Object.keys(words).length > 0 ? words : undefined;
}

/** What a PUT says of the changes; `known` are the genres and tropes that there are. */
export function bodyOf(values: SeriesValues, changed: Partial<SeriesValues>, series: Series, known: KnownWords) {
  const { title, synopsis, slug, genreSlug, tropes, targetLanguages, freeEpisodes } = changed;
  const titleI18n = translated('title', values, changed, series);
  const synopsisI18n = translated('synopsis', values, changed, series);
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(synopsis !== undefined && { synopsis }),
    ...(titleI18n && { titleI18n }),
    ...(synopsisI18n && { synopsisI18n }),
    ...(slug !== undefined && { slug: slug.trim() }),
    ...(genreSlug !== undefined && { genreSlug: genreOf(genreSlug, series.genreSlug, known.genres) || null }),
    ...(tropes !== undefined && {
      tropes: [...new Set(listed(tropes).map((one) => tropeOf(one, series.tropes, known.tropes)))].filter(Boolean),
    }),
    ...(targetLanguages !== undefined && { targetLanguages: listed(targetLanguages).filter(isLanguage) }),
    ...(freeEpisodes != null && { freeEpisodes }),
  };
}
