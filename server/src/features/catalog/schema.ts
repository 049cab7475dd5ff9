import { type Static, Type } from 'typebox';
import {
  Id,
  Int,
  listQuery,
  messageFor,
  nameText,
  nullable,
  oneOf,
  pageOf,
  Timestamp,
  Translations,
} from '../../kit/http/schema.ts';
import { fieldsOf, type JsonRow, withFields } from '../../kit/json-page.ts';
import { hasPermission } from '../access/public.ts';
import {
  allowedFor,
  episodeFields,
  type Language,
  languages,
  lockedFields,
  missingKinds,
  needsNote,
  type State,
  seriesFields,
  sorts,
  states,
} from './rules.ts';

export const exampleSeries = { id: '01930000-0000-7000-8000-000000000041' };
export const exampleEpisode = { id: '01930000-0000-7000-8000-000000000051' };
export const otherExampleEpisode = { id: '01930000-0000-7000-8000-000000000056' };

const text = (maxLength: number) => Type.String({ maxLength });
const Title = nameText(200);
const Synopsis = text(5000);
const inLanguages = (schema: typeof Title) =>
  Type.Object({ en: Type.Optional(schema), ar: Type.Optional(schema), id: Type.Optional(schema) });
const translationEdit = (schema: typeof Title) => {
  const word = Type.Optional(nullable(schema));
  const description = 'Omitted languages are unchanged; `null` removes one';
  return Type.Object({ en: word, ar: word, id: word }, { description });
};
const wordEdits = { titleI18n: translationEdit(Title), synopsisI18n: translationEdit(Synopsis) };

const stateFields = {
  status: oneOf(states),
  publishedAt: nullable(Timestamp),
  revision: Int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  lockedFields: Type.Array(Type.String(), { description: 'Fields that cannot be edited in this state' }),
  noteRequired: Type.Boolean({ description: 'Whether an edit requires a `note`' }),
};

/** Computed from the state. */
type StateActions = 'allowed' | 'lockedFields' | 'noteRequired';

export const MissingList = Type.Array(oneOf(missingKinds), {
  description:
    'What viewers would miss: `episodes` if viewers would see none, `video` and `captions` if a visible episode lacks them, `artwork` without a poster or hero image',
});

export const Series = Type.Object(
  {
    id: Id,
    slug: Type.String(),
    title: Type.String(),
    synopsis: Type.String(),
    titleI18n: Translations,
    synopsisI18n: Translations,
    genreSlug: nullable(Type.String()),
    tropes: Type.Array(Type.String()),
    targetLanguages: Type.Array(oneOf(languages)),
    freeEpisodes: Int(),
    posterAssetId: nullable(Id),
    heroAssetId: nullable(Id),
    editorial_hero_score: nullable(Int()),
    episodeCount: Int(),
    publishedEpisodeCount: Int(),
    missing: MissingList,
    ...stateFields,
  },
  { title: 'Series' },
);
export type SeriesRow = Omit<Static<typeof Series>, StateActions>;
/** Fields that can be edited. */
export type SeriesFields = Pick<SeriesRow, (typeof seriesFields)[number]>;
export interface SeriesJsonRow extends JsonRow {
  status: State;
}
export const SeriesPage = pageOf(Series);

export const SeriesCard = Type.Object(
  {
    id: Id,
    slug: Type.String(),
    title: Type.String(),
    synopsis: Type.String(),
    genreSlug: nullable(Type.String()),
    tropes: Type.Array(Type.String()),
    posterUrl: nullable(Type.String()),
    heroUrl: nullable(Type.String()),
    episodeCount: Int(),
    freeEpisodes: Int(),
    isFreeToday: Type.Boolean(),
  },
  { title: 'SeriesCard' },
);
export interface CardRow {
  readonly id: string;
  readonly posterAssetId: string | null;
  readonly heroAssetId: string | null;
}
export type SeriesCardRow = CardRow & Omit<Static<typeof SeriesCard>, 'posterUrl' | 'heroUrl' | 'isFreeToday'>;
export type PublishedSeriesRow = SeriesCardRow & { readonly publishedAt: Date };

export const PublishedEpisode = Type.Object(
  {
    id: Id,
    seriesId: Id,
    episodeNumber: Int(),
    title: Type.String(),
    synopsis: Type.String(),
    thumbUrl: nullable(Type.String()),
    durationS: nullable(Int()),
    isFree: Type.Boolean({ description: 'Whether the episode is free in the viewer’s market now' }),
    publishedAt: Timestamp,
  },
  { title: 'PublishedEpisode' },
);
export type PublishedEpisodeRow = Omit<Static<typeof PublishedEpisode>, 'thumbUrl' | 'durationS' | 'isFree'> & {
  readonly mediaAssetId: string | null;
  readonly thumbAssetId: string | null;
  readonly freeEpisodes: number;
};

const EpisodeAsset = Type.Object(
  {
    id: Id,
    kind: Type.String(),
    status: Type.String(),
    lang: nullable(Type.String()),
    playbackId: nullable(Type.String()),
    durationS: nullable(Int()),
    width: nullable(Int()),
    height: nullable(Int()),
    url: nullable(Type.String()),
  },
  { title: 'EpisodeAsset' },
);
export type Asset = Static<typeof EpisodeAsset>;
export interface EpisodeFiles {
  readonly media: Asset | null;
  readonly captions: Asset[];
}

export const Episode = Type.Object(
  {
    id: Id,
    seriesId: Id,
    episodeNumber: Int(),
    title: Type.String(),
    synopsis: Type.String(),
    titleI18n: Translations,
    synopsisI18n: Translations,
    cliffhanger_score: Int(),
    mediaAssetId: nullable(Id),
    thumb_asset_id: nullable(Id),
    media: nullable(EpisodeAsset),
    captions: Type.Array(EpisodeAsset),
    ...stateFields,
  },
  { title: 'Episode' },
);
export type EpisodeRow = Omit<Static<typeof Episode>, StateActions | 'media' | 'captions'> & {
  targetLanguages: Language[];
};
/** Fields that can be edited. */
export type EpisodeFields = Pick<EpisodeRow, (typeof episodeFields)[number]>;
export const EpisodeOrder = Type.Object(
  { ...pageOf(Episode).properties, revision: Int() },
  { title: 'EpisodeOrder', description: '`revision` is the revision of the series' },
);

export interface Viewer {
  readonly permissions: readonly string[];
}

const stateOf = (fields: readonly string[], status: State, { permissions }: Viewer) => ({
  allowed: allowedFor(status, (permission) => hasPermission(permissions, permission)),
  lockedFields: lockedFields(fields, status),
  noteRequired: needsNote(status),
});

export const showSeries = (row: SeriesRow, viewer: Viewer) => ({
  ...row,
  ...stateOf(seriesFields, row.status, viewer),
});

/** For long lists, as JSON: actions and locked fields are computed once per state. */
export function showSeriesJson(viewer: Viewer) {
  const known = new Map<State, string>();
  return ({ json, status }: SeriesJsonRow): string => {
    const fields = known.get(status) ?? fieldsOf(stateOf(seriesFields, status, viewer));
    known.set(status, fields);
    return withFields(json, fields);
  };
}

export const showEpisode = (row: EpisodeRow, files: EpisodeFiles, viewer: Viewer) => ({
  ...row,
  ...files,
  ...stateOf(episodeFields, row.status, viewer),
});

const seriesFilters = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the title in any language, or an id' })),
  status: Type.Optional(oneOf(states)),
  genreSlug: Type.Optional(text(60)),
});
export type SeriesFilters = Static<typeof seriesFilters>;
export const seriesQuery = {
  ...listQuery,
  ...seriesFilters.properties,
  sort: Type.Optional(oneOf(sorts)),
  order: Type.Optional(oneOf(['asc', 'desc'])),
};
export const episodeQuery = { status: Type.Optional(oneOf(states)) };

/** A malformed id is not found rather than invalid. */
export const Reference = Type.String({ maxLength: 200, description: 'An id' });

const AssetReference = nullable(Reference);
const Note = Type.String({ maxLength: 500, description: 'Reason; required if viewers see the edit immediately' });

const slugWords = 'must be lower-case letters and digits with hyphens between them, such as the-glass-ballroom';
const seriesFiles = { posterAssetId: AssetReference, heroAssetId: AssetReference };
const seriesBody = {
  slug: Type.String({ maxLength: 100, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', ...messageFor(slugWords) }),
  title: Title,
  synopsis: Synopsis,
  titleI18n: inLanguages(Title),
  synopsisI18n: inLanguages(Synopsis),
  genreSlug: nullable(Type.String({ maxLength: 60, pattern: '^[a-z0-9]+([_-][a-z0-9]+)*$', ...messageFor(slugWords) })),
  tropes: Type.Array(nameText(60), { maxItems: 20, uniqueItems: true }),
  targetLanguages: Type.Array(oneOf(languages), { uniqueItems: true }),
  freeEpisodes: Int({ minimum: 0, maximum: 10_000 }),
  ...seriesFiles,
};
const { title, ...seriesRest } = seriesBody;
export const CreateSeriesBody = Type.Object({ title, ...Type.Partial(Type.Object(seriesRest)).properties });
const ReplaceNote = Type.String({ maxLength: 500, description: 'Reason; required in review, scheduled or published' });
export const SeriesMediaBody = Type.Partial(Type.Object({ ...seriesFiles, note: ReplaceNote }));
export const UpdateSeriesBody = Type.Partial(Type.Object({ ...seriesBody, ...wordEdits, note: Note }));

const episodeRest = {
  synopsis: Synopsis,
  titleI18n: inLanguages(Title),
  synopsisI18n: inLanguages(Synopsis),
  cliffhanger_score: Int({ minimum: 0, maximum: 100 }),
  mediaAssetId: AssetReference,
  thumb_asset_id: AssetReference,
};
const episodeNeeds = { episodeNumber: Int({ minimum: 1, maximum: 100_000 }), title: Title };
export const CreateEpisodeBody = Type.Object({
  ...episodeNeeds,
  ...Type.Partial(Type.Object(episodeRest)).properties,
});
export const UpdateEpisodeBody = Type.Partial(
  Type.Object({ ...episodeNeeds, ...episodeRest, ...wordEdits, note: Note }),
);

export const maxOrder = 10_000;
export const OrderBody = Type.Object({
  order: Type.Array(Reference, { maxItems: maxOrder, description: 'Ids of all episodes in their new order' }),
});

export const langQuery = Type.Optional(
  Type.String({ maxLength: 35, description: 'en, ar or id; default: the user’s language, Accept-Language, English' }),
);
/** Admins have no language preference. */
export const adminLangQuery = Type.Optional(oneOf(languages, { description: 'Default: en' }));
export const languageHeaders = {
  'accept-language': 'Languages of the viewer, if neither the query nor the user specifies one',
};
