import { isDeepStrictEqual } from 'node:util';
import { isId } from '../../kit/http/schema.ts';
import { languageTag } from '../../kit/language.ts';
import { allowedMoves, type Workflow } from '../../kit/workflow.ts';

/**
 * A series is watched episode by episode. Both are drafted, reviewed, published at once or by a schedule, and archived
 * in the end; viewers see an episode when it and its series are published. The further along, the less can be edited.
 */

/** Missing parts, which do not prevent publishing. */
export const missingKinds = ['episodes', 'video', 'captions', 'artwork'] as const;
export type Missing = (typeof missingKinds)[number];

export const states = ['draft', 'in_review', 'scheduled', 'published', 'archived'] as const;
export type State = (typeof states)[number];

export const languages = ['en', 'ar', 'id'] as const;
export type Language = (typeof languages)[number];
export type Translations = { readonly [L in Language]?: string };
export type TranslationEdit = { readonly [L in Language]?: string | null };

/** Omitted languages are unchanged, so that translators do not undo each other’s work; null removes one. */
export function mergeTranslations(current: Translations, edit: TranslationEdit = {}): Translations {
  const merged: { [L in Language]?: string } = {};
  for (const language of languages) {
    const text = edit[language] === undefined ? current[language] : edit[language];
    if (typeof text === 'string') merged[language] = text;
  }
  return merged;
}

/** An edit of fields, two of which are translated. */
export type WordsEdit<Fields extends { titleI18n: Translations; synopsisI18n: Translations }> = Partial<
  Omit<Fields, 'titleI18n' | 'synopsisI18n'>
> & { readonly titleI18n?: TranslationEdit; readonly synopsisI18n?: TranslationEdit; readonly note?: string };

export const editedWords = (
  current: { titleI18n: Translations; synopsisI18n: Translations },
  edit: { titleI18n?: TranslationEdit | undefined; synopsisI18n?: TranslationEdit | undefined },
) => ({
  titleI18n: mergeTranslations(current.titleI18n, edit.titleI18n),
  synopsisI18n: mergeTranslations(current.synopsisI18n, edit.synopsisI18n),
});

const requires = 'publishing:write';
export const workflow = {
  submit: { from: ['draft'], to: 'in_review', requires },
  send_back: { from: ['in_review'], to: 'draft', requires },
  publish: { from: ['in_review'], to: 'published', requires },
  unpublish: { from: ['scheduled'], to: 'in_review', requires },
  archive: { from: ['published'], to: 'archived', requires },
  restore: { from: ['archived'], to: 'draft', requires },
} as const satisfies Workflow<State>;

/** Changes the state, but is not a workflow action. */
export const schedulable = {
  schedule: { from: ['in_review'], to: 'scheduled', requires },
} as const satisfies Workflow<State>;

export const deletableIn: readonly State[] = ['draft', 'archived'];

export const seriesFields = [
  ...(['slug', 'title', 'titleI18n', 'synopsis', 'synopsisI18n', 'genreSlug', 'tropes'] as const),
  ...(['targetLanguages', 'freeEpisodes', 'posterAssetId', 'heroAssetId'] as const),
];
export const episodeFields = [
  ...(['episodeNumber', 'title', 'titleI18n', 'synopsis', 'synopsisI18n'] as const),
  ...(['cliffhanger_score', 'mediaAssetId', 'thumb_asset_id'] as const),
];

/** The kind of asset that each field refers to. */
export const assetKinds = {
  posterAssetId: 'poster',
  heroAssetId: 'hero',
  mediaAssetId: 'video',
  thumb_asset_id: 'thumb',
} as const;

const structure: readonly string[] = ['slug', 'episodeNumber', ...Object.keys(assetKinds)];
const lockedIn: Readonly<Record<Exclude<State, 'archived'>, readonly string[]>> = {
  draft: [],
  in_review: structure,
  scheduled: structure,
  published: [...structure, 'title', 'titleI18n'],
};

export function lockedFields(fields: readonly string[], state: State): string[] {
  return state === 'archived' ? [...fields] : fields.filter((field) => lockedIn[state].includes(field));
}

/** Viewers see it, or will without another review. */
export const showsToViewers = (state: string): boolean => state === 'scheduled' || state === 'published';

/** The video of a visible or archived episode cannot be removed. */
export const keepsVideo = (state: string): boolean => showsToViewers(state) || state === 'archived';
/** Archived episodes are read-only. */
export const keepsCaptions = (state: string): boolean => state === 'archived';

/** Viewers see these edits immediately. */
export const needsNote = (state: State): boolean => state === 'published';

interface Numbered {
  readonly id: string;
  readonly episodeNumber: number;
  readonly status: State;
}

const isFixed = ({ status }: Numbered): boolean => lockedFields(['episodeNumber'], status).length > 0;

/**
 * Numbers episodes from 1 in a new order. Episodes with a locked number keep it, and numbering continues after it. `moved`
 * is the first of them whose place would change.
 */
export function renumbered<Row extends Numbered>(
  current: readonly Row[],
  ordered: readonly Row[],
): { rows: { row: Row; episodeNumber: number }[]; moved: Row | undefined } {
  const moved = ordered.find((row, index) => isFixed(row) && current[index]?.id !== row.id);
  let last = 0;
  const rows = ordered.map((row) => {
    last = isFixed(row) ? row.episodeNumber : last + 1;
    return { row, episodeNumber: last };
  });
  return { rows, moved };
}

/** Actions available to a caller now. */
export function allowedFor(state: State, has: (permission: string) => boolean): string[] {
  return [
    ...(state !== 'archived' && has('catalog:write') ? ['update'] : []),
    ...allowedMoves(workflow, state, has),
    ...allowedMoves(schedulable, state, has),
    ...(deletableIn.includes(state) && has('catalog:delete') ? ['delete'] : []),
  ];
}

/** The names of the fields whose value changes. */
export function changedBy<Fields extends object>(current: Fields, after: Fields): (keyof Fields & string)[] {
  const names = Object.keys(after).filter((name): name is keyof Fields & string => name in current);
  return names.filter((name) => !isDeepStrictEqual(current[name], after[name]));
}

const longestSlug = 80;

/** Slugs to try for a series without one, in order. */
export function slugsFor(title: string, id: string): string[] {
  const tail = id.slice(-8);
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .slice(0, longestSlug)
    .trim()
    .replaceAll(' ', '-');
  return slug === '' || isId(slug) ? [`series-${tail}`] : [slug, `${slug}-${tail}`];
}

/** Languages of an Accept-Language header such as `id, ar;q=0.5`, preferred first. */
export function languagesAccepted(header: string | undefined): string[] {
  const preferred = (header ?? '').split(',').map((part) => {
    const [language = '', ...options] = part.split(';').map((text) => text.trim());
    const weight = options.find((option) => option.startsWith('q='))?.slice(2);
    return { language, weight: weight === undefined ? 1 : Number(weight) };
  });
  return preferred
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
}

/** The first supported language; the region is ignored, as in `ar-EG`. */
export function languageOf(...preferred: (string | null | undefined)[]): Language {
  for (const tag of preferred) {
    const [code] = languageTag(tag ?? '').split('-');
    const known = languages.find((language) => code === language);
    if (known) return known;
  }
  return 'en';
}

export const sorts = ['created_at', 'updated_at', 'published_at', 'title'] as const;
export type Sort = (typeof sorts)[number];

/** By precedence: the query, the user, the device. */
export const languageFor = (
  tag: string | undefined,
  user: { readonly language: string | null },
  headers: { readonly 'accept-language'?: string },
): Language => languageOf(tag, user.language, ...languagesAccepted(headers['accept-language']));

/** `archived` is visible only to users who unlocked the episode, `open` to all who are entitled. */
export function visibilityOf(episode: {
  readonly status: string;
  readonly seriesStatus: string;
}): 'hidden' | 'archived' | 'open' {
  const both = [episode.status, episode.seriesStatus];
  if (both.every((one) => one === 'published')) return 'open';
  return both.every((one) => one === 'published' || one === 'archived') ? 'archived' : 'hidden';
}
