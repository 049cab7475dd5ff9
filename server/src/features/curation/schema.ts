import { type Static, Type } from 'typebox';
import {
  Country,
  Day,
  Id,
  Int,
  messageFor,
  nameText,
  nullable,
  oneOf,
  pageOf,
  Timestamp,
  Translations,
  wholeListOf,
} from '../../kit/http/schema.ts';
import { hasPermission } from '../access/public.ts';
import { type PictureUrl, Reference, SeriesCard, states } from '../catalog/public.ts';
import {
  collectionTypes,
  maxForYou,
  maxItems,
  maxScore,
  maxSort,
  railStatuses,
  ruleSorts,
  type Surface as SurfaceName,
  sortSpec,
  surfaces,
} from './rules.ts';

export interface Viewer {
  readonly permissions: readonly string[];
}

const mayChange = ({ permissions }: Viewer): boolean => hasPermission(permissions, 'curation:write');

const allowed = Type.Array(Type.String(), { description: 'Actions available to the caller now' });
const note = Type.Optional(Type.String({ maxLength: 500, description: 'Reason; kept in the audit log' }));

const SeriesLabel = Type.Object({
  title: Type.String(),
  titleI18n: Translations,
  status: oneOf(states, { description: 'Viewers see the series only while it is published' }),
  pictureUrl: nullable(Type.String()),
});
export type SeriesLabelRow = Omit<Static<typeof SeriesLabel>, 'pictureUrl'> & { posterAssetId: string | null };

const showSeries = ({ posterAssetId, ...series }: SeriesLabelRow, urlOf: PictureUrl) => ({
  ...series,
  pictureUrl: urlOf(posterAssetId),
});

const Word = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
const rule = {
  genre: Type.Optional(nullable(Word)),
  trope: Type.Optional(nullable(Word)),
  market: Type.Optional(nullable(Country)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
  window_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 365, description: 'Default for a new rule: 7 for `newest`, else 30' }),
  ),
};
const RuleBody = Type.Object({ sort: oneOf(ruleSorts), ...rule });
export type RuleInput = Static<typeof RuleBody>;

const sortDescriptions = ruleSorts.map((sort) => `\`${sort}\`: ${sortSpec(sort).description}`).join('; ');
export const CollectionRule = Type.Object(
  {
    genre: nullable(Type.String()),
    trope: nullable(Type.String()),
    sort: oneOf(ruleSorts, { description: sortDescriptions }),
    market: nullable(Type.String({ description: 'Market whose viewers are counted; null for all markets' })),
    limit: Int(),
    window_days: Int(),
  },
  { title: 'CollectionRule' },
);
export type CollectionRule = Static<typeof CollectionRule>;

/** A rule as it is stored, with defaults. */
export const withRuleDefaults = (given: RuleInput): CollectionRule => ({
  genre: given.genre?.trim() ?? null,
  trope: given.trope?.trim() ?? null,
  sort: given.sort,
  market: given.market?.toUpperCase() ?? null,
  limit: given.limit ?? 20,
  window_days: given.window_days ?? sortSpec(given.sort).defaultDays,
});

const item = { seriesId: Id, sort: Int() };
const RailLabel = Type.Object({ id: Id, surface: oneOf(surfaces), status: oneOf(railStatuses) });

export const Collection = Type.Object(
  {
    id: Id,
    slug: Type.String(),
    titleI18n: Translations,
    explanation: Type.String({ description: 'Why viewers see it, as prose' }),
    type: oneOf(collectionTypes),
    rule: nullable(CollectionRule),
    items: Type.Array(Type.Object({ ...item, series: SeriesLabel }), {
      description: 'Series of a manual collection, in order',
    }),
    usedBy: Type.Array(RailLabel, {
      description: 'Rails that show it; while there are any, it cannot be deleted',
    }),
    revision: Int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed,
  },
  { title: 'Collection' },
);
type Collection = Static<typeof Collection>;
export type CollectionItem = Pick<Collection['items'][number], 'seriesId' | 'sort'>;
export type CollectionFields = Pick<Collection, 'titleI18n' | 'explanation' | 'rule'>;
export type CollectionRow = Omit<Collection, 'items' | 'allowed'> & {
  items: (CollectionItem & { series: SeriesLabelRow })[];
};

export function showCollection(row: CollectionRow, urlOf: PictureUrl, viewer: Viewer): Collection {
  const actions = ['update', ...(row.type === 'manual' ? ['set_items'] : [])];
  return {
    ...row,
    items: row.items.map(({ series, ...rest }) => ({ ...rest, series: showSeries(series, urlOf) })),
    allowed: mayChange(viewer) ? [...actions, ...(row.usedBy.length === 0 ? ['delete'] : [])] : [],
  };
}

const Slug = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  ...messageFor('must be lower-case letters and digits, with single hyphens between them'),
});
const Title = nameText(200);
const title = Type.Optional(nullable(Title));
const Explanation = Type.String({ maxLength: 300, description: 'Tells viewers why they see it, as prose' });

export const CreateCollectionBody = Type.Object({
  slug: Slug,
  titleI18n: Type.Object({ en: Title, ar: title, id: title }),
  explanation: Explanation,
  type: oneOf(collectionTypes),
  rule: Type.Optional(nullable(RuleBody)),
  note,
});
export const UpdateCollectionBody = Type.Object({
  slug: Type.Optional(Slug),
  titleI18n: Type.Optional(
    Type.Object(
      { en: title, ar: title, id: title },
      { description: 'Omitted languages are unchanged; `null` removes one' },
    ),
  ),
  explanation: Type.Optional(Explanation),
  type: Type.Optional(oneOf(collectionTypes)),
  rule: Type.Optional(nullable(Type.Object({ sort: Type.Optional(oneOf(ruleSorts)), ...rule }))),
  note,
});
const Place = Int({ minimum: 0, maximum: maxSort });
export const ItemsBody = Type.Object({
  items: Type.Array(Type.Object({ seriesId: Reference, sort: Place }), { maxItems }),
});

const collectionFilters = Type.Object({
  type: Type.Optional(oneOf(collectionTypes)),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Any part of the slug or a title' })),
});
export type CollectionFilters = Static<typeof collectionFilters>;
export const collectionQuery = collectionFilters.properties;

export const RulePreviewBody = Type.Object({ rule: RuleBody });
export const CollectionPreview = Type.Object(
  {
    series: Type.Array(
      Type.Object({
        ...SeriesCard.properties,
        why: Type.String({ description: 'Why the series is included, as text' }),
        value: Type.Number({
          description: 'The figure by which it was selected; for a manual collection its position',
        }),
        usualStarts: nullable(
          Type.Number({
            description: 'For `trending` only: mean starts per day in the 7 days before the last 24 hours',
          }),
        ),
      }),
    ),
  },
  { title: 'CollectionPreview' },
);

const Content = Type.Object({
  shownSeries: Type.Integer({ description: 'Number of series visible to viewers now' }),
  hiddenSeries: Type.Integer({ description: 'Number of manually added series that are not published' }),
  pictureUrls: Type.Array(Type.String(), { description: 'Posters of the first visible series' }),
});
export type Content = Static<typeof Content>;
const CollectionContent = Type.Object({ id: Id, ...Content.properties }, { title: 'CollectionContent' });
export const CollectionContents = wholeListOf(CollectionContent, { title: 'CollectionContents' });
export const contentsQuery = {
  ids: Type.Array(Reference, {
    minItems: 1,
    maxItems: 50,
    description: 'Ids of the collections; unknown ones are omitted',
  }),
};

const Placement = Type.Object({
  id: Id,
  titleI18n: Translations,
  type: oneOf(collectionTypes),
  place: Type.Integer({
    description: 'From 1; among all series of a manual collection, otherwise among the visible ones',
  }),
  rails: Type.Array(RailLabel),
});
export type Placement = Static<typeof Placement>;
export const SeriesPlacements = Type.Object(
  {
    collections: Type.Array(Placement, {
      description: 'Manual collections that contain the series, and rule collections that select it now',
    }),
    previewReel: nullable(Type.Object({ place: Type.Integer({ description: 'From 1' }), editorialHeroScore: Int() })),
    freeDays: Type.Array(Type.Object({ date: Day, marketCode: nullable(Type.String()) }), {
      description: 'From today on; a `marketCode` of null means all markets',
    }),
  },
  { title: 'SeriesPlacements' },
);

export const Rail = Type.Object(
  {
    id: Id,
    surface: oneOf(surfaces),
    collectionId: Id,
    collection: Type.Object({ slug: Type.String(), titleI18n: Translations, type: oneOf(collectionTypes) }),
    sort: Int(),
    status: oneOf(railStatuses),
    revision: Int(),
    orderRevision: Type.Integer({ description: 'Revision of the surface’s order: value for `If-Match` of a reorder' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed,
  },
  { title: 'Rail' },
);
/** `railOrder` is the surface and place as text, for cursors. */
export type RailRow = Omit<Static<typeof Rail>, 'allowed'> & { railOrder: string };
export type RailFields = Pick<RailRow, 'surface' | 'collectionId' | 'sort' | 'status'>;

const Warning = Type.Object(
  { code: oneOf(['too_many_rails']), active: Int(), shown: Int() },
  { title: 'RailWarning', description: `The app shows the first ${maxForYou} active rails of for_you` },
);
const warnings = Type.Array(Warning);
export const ChangedRail = Type.Object({ ...Rail.properties, warnings }, { title: 'ChangedRail' });
export const RailOrder = pageOf(Rail, { revision: Int(), warnings });

export const showRail = <Row extends RailRow>({ railOrder: _order, ...row }: Row, viewer: Viewer) => ({
  ...row,
  allowed: mayChange(viewer) ? ['update', 'delete'] : [],
});

export function warningsFor(rails: readonly RailRow[]): Static<typeof Warning>[] {
  const active = rails.filter(({ surface, status }) => surface === 'for_you' && status === 'active').length;
  return active > maxForYou ? [{ code: 'too_many_rails', active, shown: maxForYou }] : [];
}

const railFields = { sort: Type.Optional(Place), status: Type.Optional(oneOf(railStatuses)), note };
export const CreateRailBody = Type.Object({ surface: oneOf(surfaces), collectionId: Reference, ...railFields });
export const UpdateRailBody = Type.Object({
  surface: Type.Optional(oneOf(surfaces)),
  collectionId: Type.Optional(Reference),
  ...railFields,
});
export const RailOrderBody = Type.Object({
  surface: oneOf(surfaces),
  order: Type.Array(Reference, { maxItems: 1000 }),
});

export const Surface = Type.Object(
  {
    surface: oneOf(surfaces),
    revision: Type.Integer({ description: 'Value for `If-Match` of an update' }),
    shownAtMost: nullable(Type.Integer({ description: 'Maximum number of active rails that the app shows' })),
    rails: Type.Array(Type.Object({ ...Rail.properties, ...Content.properties }), { description: 'In order' }),
    warnings,
    allowed,
  },
  { title: 'Surface' },
);
export const surfaceParams = { surface: oneOf(surfaces) };
export const ArrangeBody = Type.Object({
  rails: Type.Array(
    Type.Object({
      id: Type.Optional(Reference),
      collectionId: Type.Optional(Reference),
      status: Type.Optional(oneOf(railStatuses)),
    }),
    { maxItems: 200, description: 'In order: existing rails by `id`, new ones by `collectionId` only' },
  ),
  removed: Type.Optional(Type.Array(Reference, { maxItems: 200, description: 'Rails to delete' })),
  note,
});

export const showSurface = (
  surface: SurfaceName,
  revision: number,
  rails: readonly (RailRow & Content)[],
  viewer: Viewer,
): Static<typeof Surface> => ({
  surface,
  revision,
  shownAtMost: surface === 'for_you' ? maxForYou : null,
  rails: rails.map((rail) => showRail(rail, viewer)),
  warnings: warningsFor(rails),
  allowed: mayChange(viewer) ? ['arrange'] : [],
});

const railFilters = Type.Object({
  surface: Type.Optional(oneOf(surfaces)),
  status: Type.Optional(oneOf(railStatuses)),
  collectionId: Type.Optional(Type.String({ maxLength: 200 })),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Any part of the slug or title of its collection' }),
  ),
});
export type RailFilters = Static<typeof railFilters>;
export const railQuery = railFilters.properties;

const ReelEntry = Type.Object({ seriesId: Id, editorialHeroScore: Int(), series: SeriesLabel });
export type ReelRow = Omit<Static<typeof ReelEntry>, 'series'> & { series: SeriesLabelRow };
export const PreviewReel = Type.Object(
  { entries: Type.Array(ReelEntry), revision: Int(), allowed },
  { title: 'PreviewReel' },
);
const Score = Int({ minimum: 0, maximum: maxScore });
export const ReelBody = Type.Object({
  entries: Type.Array(Type.Object({ seriesId: Reference, editorialHeroScore: Score }), { maxItems }),
});

export const showReel = (
  rows: readonly ReelRow[],
  revision: number,
  urlOf: PictureUrl,
  viewer: Viewer,
): Static<typeof PreviewReel> => ({
  entries: rows.map(({ series, ...entry }) => ({ ...entry, series: showSeries(series, urlOf) })),
  revision,
  allowed: mayChange(viewer) ? ['update'] : [],
});
