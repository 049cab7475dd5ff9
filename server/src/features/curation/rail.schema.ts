import { Type } from 'typebox';
import { Id, Int, nullable, oneOf, pageOf, Timestamp, Translations } from '../../kit/http/schema.ts';
import { type Asset, Reference } from '../catalog/public.ts';
import type { RailRow, ReelRow } from './rails.sql.ts';
import type { Content } from './resolve.ts';
import { collectionTypes, maxForYou, maxItems, maxScore, railStatuses, surfaces } from './rules.ts';
import { contentFields, mayChange, note, Place, SeriesLabel, showSeries } from './schema.ts';

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
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'Rail' },
);

const Warning = Type.Object(
  { code: oneOf(['too_many_rails']), active: Int(), shown: Int() },
  { title: 'RailWarning', description: `The app shows the first ${maxForYou} active rails of for_you` },
);
export const ChangedRail = Type.Object({ ...Rail.properties, warnings: Type.Array(Warning) }, { title: 'ChangedRail' });
export const RailOrder = pageOf(Rail, { revision: Int(), warnings: Type.Array(Warning) });

export const showRail = <Row extends RailRow>(
  { railOrder: _order, ...row }: Row,
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

export const Surface = Type.Object(
  {
    surface: oneOf(surfaces),
    revision: Type.Integer({ description: 'Value for `If-Match` of an update' }),
    shownAtMost: nullable(Type.Integer({ description: 'Maximum number of active rails that the app shows' })),
    rails: Type.Array(Type.Object({ ...Rail.properties, ...contentFields }), { description: 'In order' }),
    warnings: Type.Array(Warning),
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
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
  surface: RailRow['surface'],
  revision: number,
  rails: readonly (RailRow & Content)[],
  caller: { readonly permissions: readonly string[] },
) => ({
  surface,
  revision,
  shownAtMost: surface === 'for_you' ? maxForYou : null,
  rails: rails.map((rail) => showRail(rail, caller)),
  warnings: warningsFor(rails),
  allowed: mayChange(caller) ? ['arrange'] : [],
});

export const railQuery = {
  surface: Type.Optional(oneOf(surfaces)),
  status: Type.Optional(oneOf(railStatuses)),
  collectionId: Type.Optional(Type.String({ maxLength: 200 })),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Any part of the slug or title of its collection' }),
  ),
};

const Score = Int({ minimum: 0, maximum: maxScore });
export const PreviewReel = Type.Object(
  {
    entries: Type.Array(Type.Object({ seriesId: Id, editorialHeroScore: Int(), series: SeriesLabel })),
    revision: Int(),
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
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
