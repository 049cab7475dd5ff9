import { Type } from 'typebox';
import {
  Country,
  Id,
  Int,
  messageFor,
  nameText,
  nullable,
  oneOf,
  pageOf,
  Timestamp,
  Translations,
} from '../../kit/http/schema.ts';
import { holds } from '../access/public.ts';
import { type Asset, Reference, SeriesCard, states } from '../catalog/public.ts';
import type { RailRow, ReelRow } from './rails.sql.ts';
import { collectionTypes, maxForYou, maxItems, maxScore, maxSort, railStatuses, ruleSorts, surfaces } from './rules.ts';
import type { CollectionRow, SeriesLabel as SeriesLabelRow } from './sql.ts';

const mayChange = ({ permissions }: { readonly permissions: readonly string[] }): boolean =>
  holds(permissions, 'curation:write');

const SeriesLabel = Type.Object({
  title: Type.String(),
  titleI18n: Translations,
  status: oneOf(states, { description: 'Viewers see it only while it is published' }),
  pictureUrl: nullable(Type.String()),
});

const showSeries = ({ posterAssetId, ...series }: SeriesLabelRow, assets: ReadonlyMap<string, Asset>) => ({
  ...series,
  pictureUrl: assets.get(posterAssetId ?? '')?.url ?? null,
});

const Word = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
const rule = {
  genre: Type.Optional(nullable(Word)),
  trope: Type.Optional(nullable(Word)),
  market: Type.Optional(nullable(Country)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
  window_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 365, description: '7 for `newest`, else 30, where it is left out' }),
  ),
};
const RuleBody = Type.Object({ sort: oneOf(ruleSorts), ...rule });
const RuleEdit = Type.Object({ sort: Type.Optional(oneOf(ruleSorts)), ...rule });

export const CollectionRule = Type.Object(
  {
    genre: nullable(Type.String()),
    trope: nullable(Type.String()),
    sort: oneOf(ruleSorts, {
      description:
        '`top_this_week` by starts in 7 days, `trending` by the starts of the last day against the mean of the 7 days before, `most_unlocks` and `most_saves` by those in the window, `newest` published within it, `editor_score` by the score of the preview reel',
    }),
    market: nullable(Type.String({ description: 'Whose viewers are counted; null for those of all markets' })),
    limit: Int(),
    window_days: Int(),
  },
  { title: 'CollectionRule' },
);

export const Collection = Type.Object(
  {
    id: Id,
    slug: Type.String(),
    titleI18n: Translations,
    explanation: Type.String({ description: 'Why a viewer sees it, in words' }),
    type: oneOf(collectionTypes),
    rule: nullable(CollectionRule),
    items: Type.Array(Type.Object({ seriesId: Id, sort: Int(), series: SeriesLabel }), {
      description: 'Of a collection that is made by hand, in their order',
    }),
    usedBy: Type.Array(Type.Object({ id: Id, surface: oneOf(surfaces), status: oneOf(railStatuses) }), {
      description: 'The rails that show it; as long as there is any, it can not be deleted',
    }),
    revision: Int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed: Type.Array(Type.String(), { description: 'What this caller may do with it now' }),
  },
  { title: 'Collection' },
);

export function showCollection(
  { rails, items, ...row }: CollectionRow,
  assets: ReadonlyMap<string, Asset>,
  caller: { readonly permissions: readonly string[] },
) {
  const moves = [
    ...['update'],
    ...(row.type === 'manual' ? ['set_items'] : []),
    ...(rails.length === 0 ? ['delete'] : []),
  ];
  return {
    ...row,
    items: items.map(({ series, ...item }) => ({ ...item, series: showSeries(series, assets) })),
    usedBy: rails,
    allowed: mayChange(caller) ? moves : [],
  };
}

const Slug = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  ...messageFor('must be small letters and digits, with single hyphens between them'),
});
const Title = nameText(200);
const title = Type.Optional(nullable(Title));
const Explanation = Type.String({ maxLength: 300, description: 'Words that tell a viewer why they see it' });
const note = Type.Optional(Type.String({ maxLength: 500, description: 'Why, for the audit log' }));

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
      { description: 'Languages that are left out stay; `null` removes one' },
    ),
  ),
  explanation: Type.Optional(Explanation),
  type: Type.Optional(oneOf(collectionTypes)),
  rule: Type.Optional(nullable(RuleEdit)),
  note,
});
const Place = Int({ minimum: 0, maximum: maxSort });
export const ItemsBody = Type.Object({
  items: Type.Array(Type.Object({ seriesId: Reference, sort: Place }), { maxItems }),
});

export const collectionQuery = {
  type: Type.Optional(oneOf(collectionTypes)),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Any part of the slug or a title' })),
};

export const CollectionPreview = Type.Object(
  {
    series: Type.Array(
      Type.Object({
        ...SeriesCard.properties,
        why: Type.String({ description: 'Why it is in, in words' }),
        value: Type.Number({ description: 'The figure that it is there by; of one made by hand its place' }),
      }),
    ),
  },
  { title: 'CollectionPreview' },
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
    orderRevision: Type.Integer({ description: 'Of the surface: what `If-Match` of a reorder takes' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed: Type.Array(Type.String(), { description: 'What this caller may do with it now' }),
  },
  { title: 'Rail' },
);

const Warning = Type.Object(
  { code: oneOf(['too_many_rails']), active: Int(), shown: Int() },
  { title: 'RailWarning', description: `The app shows the first ${maxForYou} active rails of for_you` },
);
export const ChangedRail = Type.Object({ ...Rail.properties, warnings: Type.Array(Warning) }, { title: 'ChangedRail' });
export const RailOrder = pageOf(Rail, { revision: Int(), warnings: Type.Array(Warning) });

export const showRail = (
  { railOrder: _order, ...row }: RailRow,
  caller: { readonly permissions: readonly string[] },
) => ({ ...row, allowed: mayChange(caller) ? ['update', 'delete'] : [] });

export function warningsFor(rails: readonly RailRow[]) {
  const active = rails.filter(({ surface, status }) => surface === 'for_you' && status === 'active').length;
  return active > maxForYou ? [{ code: 'too_many_rails' as const, active, shown: maxForYou }] : [];
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

export const railQuery = {
  surface: Type.Optional(oneOf(surfaces)),
  status: Type.Optional(oneOf(railStatuses)),
  collectionId: Type.Optional(Type.String({ maxLength: 200 })),
};

const Score = Int({ minimum: 0, maximum: maxScore });
export const PreviewReel = Type.Object(
  {
    entries: Type.Array(Type.Object({ seriesId: Id, editorialHeroScore: Int(), series: SeriesLabel })),
    revision: Int(),
    allowed: Type.Array(Type.String(), { description: 'What this caller may do with it now' }),
  },
  { title: 'PreviewReel' },
);
export const ReelBody = Type.Object({
  entries: Type.Array(Type.Object({ seriesId: Reference, editorialHeroScore: Score }), { maxItems }),
});

export const showReel = (
  rows: readonly ReelRow[],
  revision: number,
  assets: ReadonlyMap<string, Asset>,
  caller: { readonly permissions: readonly string[] },
) => ({
  entries: rows.map(({ series, ...entry }) => ({ ...entry, series: showSeries(series, assets) })),
  revision,
  allowed: mayChange(caller) ? ['update'] : [],
});
