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
  status: oneOf(states, { description: 'Viewers see it only while it is published' }),
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
    Type.Integer({ minimum: 1, maximum: 365, description: '7 for `newest`, else 30, where a new rule leaves it out' }),
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
        '`top_this_week` by starts in 7 days, `trending` by the starts of the last 24 hours over the daily mean of the 7 days before, at least 1, `most_unlocks` and `most_saves` by those in the window, `newest` published within it, `editor_score` by the score of the preview reel',
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
export const note = Type.Optional(Type.String({ maxLength: 500, description: 'Why, for the audit log' }));

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
        why: Type.String({ description: 'Why it is in, in words' }),
        value: Type.Number({ description: 'The figure that it is there by; of one made by hand its place' }),
        usualStarts: nullable(
          Type.Number({ description: 'Starts a day in the 7 days before the last 24 hours; for `trending` only' }),
        ),
      }),
    ),
  },
  { title: 'CollectionPreview' },
);

/** What viewers find in a collection at this moment. */
export const contentFields = {
  shownSeries: Type.Integer({ description: 'How many series viewers find in it now' }),
  hiddenSeries: Type.Integer({ description: 'How many were chosen by hand and are not published' }),
  pictureUrls: Type.Array(Type.String(), { description: 'Posters of the first that viewers find' }),
};
const CollectionContent = Type.Object({ id: Id, ...contentFields }, { title: 'CollectionContent' });
export const CollectionContents = wholeListOf(CollectionContent, { title: 'CollectionContents' });
export const contentsQuery = {
  ids: Type.Array(Reference, {
    minItems: 1,
    maxItems: 50,
    description: 'Of which collections; those that are gone are left out',
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
          description: 'From 1; of one made by hand among all its series, else among those that viewers find',
        }),
        rails: Type.Array(Type.Object({ id: Id, surface: oneOf(surfaces), status: oneOf(railStatuses) })),
      }),
      { description: 'Those that it was put into by hand, and those whose rule chooses it now' },
    ),
    previewReel: nullable(Type.Object({ place: Type.Integer({ description: 'From 1' }), editorialHeroScore: Int() })),
    freeDays: Type.Array(Type.Object({ date: Day, marketCode: nullable(Type.String()) }), {
      description: 'From today on; `marketCode` is null for all markets',
    }),
  },
  { title: 'SeriesPlacements' },
);
