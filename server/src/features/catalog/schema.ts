import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
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
import { fieldsOf, withFields } from '../../kit/json-page.ts';
import { hasPermission } from '../access/public.ts';
import type { EpisodeRow } from './episodes.sql.ts';
import { type CatalogFiles, type EpisodeFiles, filesOf } from './ports.ts';
import {
  allowedFor,
  episodeFields,
  languages,
  lockedFields,
  missingKinds,
  needsNote,
  type State,
  seriesFields,
  sorts,
  states,
} from './rules.ts';
import type { SeriesJsonRow, SeriesRow } from './series.sql.ts';

/** What the examples of the document are about. */
export const exampleSeries = { id: '01930000-0000-7000-8000-000000000041' };
export const exampleEpisode = { id: '01930000-0000-7000-8000-000000000051' };
export const otherExampleEpisode = { id: '01930000-0000-7000-8000-000000000056' };

const text = (maxLength: number) => Type.String({ maxLength });
const Title = nameText(200);
const Synopsis = text(5000);
const inLanguages = (schema: typeof Title) =>
  Type.Object({ en: Type.Optional(schema), ar: Type.Optional(schema), id: Type.Optional(schema) });
/** In an edit languages that are left out stay, and null removes one. */
const translationEdit = (schema: typeof Title) => {
  const word = Type.Optional(nullable(schema));
  const description = 'Languages that are left out stay as they are; `null` removes one';
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
export const SeriesPage = pageOf(Series);

/** What viewers see of a series in a list. */
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

export const EpisodeAsset = Type.Object(
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
export const EpisodeOrder = Type.Object(
  { ...pageOf(Episode).properties, revision: Int() },
  { title: 'EpisodeOrder', description: '`revision` is the revision of the series' },
);

interface Viewer {
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

/** For many of them, as JSON: what a state allows and locks is worked out once for each state. */
export function showSeriesJson(viewer: Viewer) {
  const known = new Map<State, string>();
  return ({ json, status }: SeriesJsonRow): string => {
    const fields = known.get(status) ?? fieldsOf(stateOf(seriesFields, status, viewer));
    known.set(status, fields);
    return withFields(json, fields);
  };
}

export const showEpisode = (row: EpisodeRow, { media, captions }: EpisodeFiles, viewer: Viewer) => ({
  ...row,
  media,
  captions: [...captions],
  ...stateOf(episodeFields, row.status, viewer),
});

/** One episode with its files, as a caller sees it. */
export async function showEpisodeWithFiles(db: Db, files: CatalogFiles, row: EpisodeRow, viewer: Viewer) {
  const filesOfEpisode = await filesOf(db, files, [row]);
  return showEpisode(row, filesOfEpisode(row.id), viewer);
}

export const seriesQuery = {
  ...listQuery,
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the title in any language, or an id' })),
  status: Type.Optional(oneOf(states)),
  genreSlug: Type.Optional(text(60)),
  sort: Type.Optional(oneOf(sorts)),
  order: Type.Optional(oneOf(['asc', 'desc'])),
};
export const episodeQuery = { status: Type.Optional(oneOf(states)) };

/** The id of something else. One that is malformed names nothing, so it is not found rather than invalid. */
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
/** For admins, who have no language of their own that another could stand in for. */
export const adminLangQuery = Type.Optional(oneOf(languages, { description: 'Default: en' }));
export const languageHeaders = {
  'accept-language': 'Languages that the viewer reads, where neither the query nor the user names one',
};
