import { Type } from 'typebox';
import {
  Country,
  Day,
  Id,
  Int,
  messageFor,
  nameText,
  nullable,
  oneOf,
  Timestamp,
  Translations,
  wholeListOf,
} from '../../kit/http/schema.ts';
import { hasPermission } from '../access/public.ts';
import { type Asset, Reference, SeriesCard, states } from '../catalog/public.ts';
import { collectionTypes, maxItems, maxSort, railStatuses, ruleSorts, surfaces } from './rules.ts';
import type { CollectionRow, SeriesLabel as SeriesLabelRow } from './sql.ts';

export const mayChange = ({ permissions }: { readonly permissions: readonly string[] }): boolean =>
  hasPermission(permissions, 'curation:write');

export const SeriesLabel = Type.Object({
  title: Type.String(),
  titleI18n: Translations,
  status: oneOf(states, { description: 'Viewers see the series only while it is published' }),
  pictureUrl: nullable(Type.String()),
});

export const showSeries = ({ posterAssetId, ...series }: SeriesLabelRow, assets: ReadonlyMap<string, Asset>) => ({
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
    Type.Integer({ minimum: 1, maximum: 365, description: 'Default for a new rule: 7 for `newest`, else 30' }),
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
        '`top_this_week`: starts in 7 days; `trending`: starts of the last 24 hours divided by the daily mean of the 7 days before, at least 1; `most_unlocks` and `most_saves`: counts in the window; `newest`: published within the window; `editor_score`: score of the preview reel',
    }),
    market: nullable(Type.String({ description: 'Market whose viewers are counted; null for all markets' })),
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
    explanation: Type.String({ description: 'Why viewers see it, as prose' }),
    type: oneOf(collectionTypes),
    rule: nullable(CollectionRule),
    items: Type.Array(Type.Object({ seriesId: Id, sort: Int(), series: SeriesLabel }), {
      description: 'Series of a manual collection, in order',
    }),
    usedBy: Type.Array(Type.Object({ id: Id, surface: oneOf(surfaces), status: oneOf(railStatuses) }), {
      description: 'Rails that show it; while there are any, it cannot be deleted',
    }),
    revision: Int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
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
  ...messageFor('must be lower-case letters and digits, with single hyphens between them'),
});
const Title = nameText(200);
const title = Type.Optional(nullable(Title));
const Explanation = Type.String({ maxLength: 300, description: 'Tells viewers why they see it, as prose' });
export const note = Type.Optional(Type.String({ maxLength: 500, description: 'Reason; kept in the audit log' }));

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
  rule: Type.Optional(nullable(RuleEdit)),
  note,
});
export const Place = Int({ minimum: 0, maximum: maxSort });
export const ItemsBody = Type.Object({
  items: Type.Array(Type.Object({ seriesId: Reference, sort: Place }), { maxItems }),
});

export const collectionQuery = {
  type: Type.Optional(oneOf(collectionTypes)),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Any part of the slug or a title' })),
};

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

/** What viewers find in a collection at this moment. */
export const contentFields = {
  shownSeries: Type.Integer({ description: 'Number of series visible to viewers now' }),
  hiddenSeries: Type.Integer({ description: 'Number of manually added series that are not published' }),
  pictureUrls: Type.Array(Type.String(), { description: 'Posters of the first visible series' }),
};
const CollectionContent = Type.Object({ id: Id, ...contentFields }, { title: 'CollectionContent' });
export const CollectionContents = wholeListOf(CollectionContent, { title: 'CollectionContents' });
export const contentsQuery = {
  ids: Type.Array(Reference, {
    minItems: 1,
    maxItems: 50,
    description: 'Ids of the collections; unknown ones are omitted',
  }),
};

export const SeriesPlacements = Type.Object(
  {
    collections: Type.Array(
      Type.Object({
        id: Id,
        titleI18n: Translations,
        type: oneOf(collectionTypes),
        place: Type.Integer({
          description: 'From 1; among all series of a manual collection, otherwise among the visible ones',
        }),
        rails: Type.Array(Type.Object({ id: Id, surface: oneOf(surfaces), status: oneOf(railStatuses) })),
      }),
      { description: 'Manual collections that contain the series, and rule collections that select it now' },
    ),
    previewReel: nullable(Type.Object({ place: Type.Integer({ description: 'From 1' }), editorialHeroScore: Int() })),
    freeDays: Type.Array(Type.Object({ date: Day, marketCode: nullable(Type.String()) }), {
      description: 'From today on; a `marketCode` of null means all markets',
    }),
  },
  { title: 'SeriesPlacements' },
);
