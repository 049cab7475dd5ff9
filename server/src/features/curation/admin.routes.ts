import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { fieldLocked, notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Country, Id, isId, Moment, parseMoment, wholeList } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import {
  adminLangQuery,
  type CatalogFiles,
  cardsOf,
  exampleSeries,
  findSeries,
  invalidOrder,
  type Language,
  pictureUrls,
  slugTaken,
} from '../catalog/public.ts';
import { dayAfter, dayOf, listFreeDays, listSeriesFreeOn } from '../rotation/public.ts';
import { createCollection, editCollection, removeCollection, setItems } from './actions/collections.ts';
import { arrangeSurface, createRail, editRail, removeRail, reorderRails } from './actions/rails.ts';
import { setReel } from './actions/reel.ts';
import { collectionInUse, invalidExplanation, notManualCollection } from './errors.ts';
import { usualStartsOf } from './pick.sql.ts';
import { contentsOf, type ResolvableCollection, resolveCollection } from './resolve.ts';
import { type Surface as SurfaceName, surfaces, whyOf } from './rules.ts';
import {
  ArrangeBody,
  ChangedRail,
  Collection,
  CollectionContents,
  CollectionPreview,
  type CollectionRow,
  CreateCollectionBody,
  CreateRailBody,
  collectionQuery,
  contentsQuery,
  ItemsBody,
  type Placement,
  PreviewReel,
  Rail,
  RailOrder,
  RailOrderBody,
  type RailRow,
  ReelBody,
  type ReelRow,
  RulePreviewBody,
  railQuery,
  SeriesPlacements,
  Surface,
  showCollection,
  showRail,
  showReel,
  showSurface,
  surfaceParams,
  UpdateCollectionBody,
  UpdateRailBody,
  type Viewer,
  warningsFor,
  withRuleDefaults,
} from './schema.ts';
import {
  findCollection,
  findOrder,
  findRail,
  listCards,
  listCollections,
  listCollectionsFor,
  listContents,
  listRails,
  listReel,
  listSurface,
  railOrder,
} from './sql.ts';

const params = { id: Id };
const onCollection = { params, target: (db: Db, { id }: { id: string }) => findCollection(db, id) };
const onRail = { params, target: (db: Db, { id }: { id: string }) => findRail(db, id) };
const exampleCollection = { id: '01930000-0000-7000-8000-0000000000c2' };
const freeCollection = { id: '01930000-0000-7000-8000-0000000000c3' };
const exampleRail = { id: '01930000-0000-7000-8000-0000000000c4' };
const otherRail = '01930000-0000-7000-8000-0000000000c5';
const publishedSeries = '01930000-0000-7000-8000-000000000043';

async function showCollections(db: Db, files: CatalogFiles, rows: readonly CollectionRow[], viewer: Viewer) {
  const posters = rows.flatMap(({ items }) => items.map(({ series }) => series.posterAssetId));
  const urlOf = await pictureUrls(db, files, posters);
  return rows.map((row) => showCollection(row, urlOf, viewer));
}

async function showOne(db: Db, files: CatalogFiles, row: CollectionRow, viewer: Viewer) {
  const [shown] = await showCollections(db, files, [row], viewer);
  return shown ?? refuse(notFound);
}

const readRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/collections',
    access: ['curation:read'],
    summary: 'List collections, newest first',
    description:
      'Lists of series, manual or selected by a rule, that rails show. `usedBy` lists the rails that show the collection.',
    query: collectionQuery,
    item: Collection,
    sort: byNewest('createdAt', 'c'),
    example: { query: { type: 'manual' } },
    list: async (db, given, keyset, { caller }) =>
      showCollections(db, files, await listCollections(db, given, keyset), caller),
    show: (row) => row,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/collections/:id',
    access: ['curation:read'],
    summary: 'Read one collection',
    description: '`revision` is the value for `If-Match` of an edit.',
    ...onCollection,
    reply: Collection,
    example: { params: exampleCollection },
    run: ({ db, caller }, { target }) => showOne(db, files, target, caller),
  }),
];

const createRoute = (files: CatalogFiles): Endpoint =>
  adminEndpoint({
    method: 'POST',
    url: '/admin/collections',
    access: ['curation:write'],
    status: 201,
    summary: 'Create a collection',
    description:
      'The slug must be unused; slug and type are immutable. `explanation` tells viewers why they see the collection, so it must be prose, not the slug, an id, a number or an identifier. A collection of type `rule` has a rule; the series of a `manual` collection are set afterwards.',
    body: CreateCollectionBody,
    reply: Collection,
    errors: [slugTaken, invalidExplanation],
    example: {
      body: {
        slug: 'revenge-this-week',
        titleI18n: { en: 'Revenge, this week', ar: 'انتقام هذا الأسبوع', id: 'Balas dendam pekan ini' },
        explanation: 'The revenge dramas that most viewers began this week',
        type: 'rule',
        rule: { genre: 'revenge', sort: 'top_this_week', limit: 20 },
      },
    },
    run: async (ctx, { body }) => showOne(ctx.tx, files, await createCollection(ctx, body), ctx.caller),
  });

const changeRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'PUT',
    url: '/admin/collections/:id',
    access: ['curation:write'],
    summary: 'Edit a collection',
    description:
      'Omitted fields are unchanged, including those of the rule and languages of the title. Slug and type cannot be changed.',
    ...onCollection,
    body: UpdateCollectionBody,
    reply: Collection,
    errors: [fieldLocked, invalidExplanation],
    example: { params: exampleCollection, body: { explanation: 'What our editors watched twice' } },
    run: async (ctx, { target, body }) =>
      showOne(ctx.tx, files, await editCollection(ctx, target.id, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/collections/:id/items',
    access: ['curation:write'],
    summary: 'Set the series of a manual collection',
    description:
      'Replaces the content; ordered by `sort`, ascending. Series in any state are accepted; viewers see the published ones.',
    ...onCollection,
    body: ItemsBody,
    reply: Collection,
    errors: [notManualCollection, notFound],
    example: { params: exampleCollection, body: { items: [{ seriesId: publishedSeries, sort: 0 }] } },
    run: async (ctx, { target, body }) =>
      showOne(ctx.tx, files, await setItems(ctx, target.id, body.items), ctx.caller),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/collections/:id',
    access: ['curation:write'],
    status: 204,
    summary: 'Delete a collection',
    description: 'Refused while a rail shows it, active or paused.',
    ...onCollection,
    ifMatch: true,
    errors: [collectionInUse],
    example: { params: freeCollection },
    run: (ctx, { target }) => removeCollection(ctx, target.id),
  }),
];

const collectionRoutes = (files: CatalogFiles): Endpoint[] => [
  ...readRoutes(files),
  createRoute(files),
  ...changeRoutes(files),
];

interface PreviewQuery {
  readonly market?: string;
  readonly lang?: Language;
  readonly at?: string;
}

/** The visible series of a collection at a moment, as cards with reasons. */
async function previewOf(
  db: Db,
  files: CatalogFiles,
  collection: ResolvableCollection,
  { market, lang = 'en', at: given }: PreviewQuery,
  now: Date,
) {
  const at = given === undefined ? now : (parseMoment(given) ?? now);
  const picked = await resolveCollection(db, collection, { at, now });
  const ids = picked.map(({ seriesId }) => seriesId);
  const cards = await listCards(db, ids, lang, { at, now });
  const free = await listSeriesFreeOn(db, dayOf(at), market?.toUpperCase() ?? null);
  const show = await cardsOf(db, files, cards, new Set(free));
  const usual = await usualStartsOf(db, collection.rule, ids, { at, now });
  const byId = new Map(cards.map((card) => [card.id, card]));
  const series = picked.flatMap(({ seriesId, value }) => {
    const card = byId.get(seriesId);
    if (!card) return [];
    const usualStarts = usual.get(seriesId) ?? null;
    return [{ ...show(card), why: whyOf(collection.rule, value, usualStarts ?? 0), value, usualStarts }];
  });
  return { series };
}

const previewQuery = { market: Type.Optional(Country), lang: adminLangQuery, at: Type.Optional(Moment) };
const exampleRule = { genre: 'revenge', sort: 'top_this_week', limit: 20 } as const;

const previewRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/collections/:id/preview',
    access: ['curation:read'],
    summary: 'Preview the series of a collection, with reasons',
    description:
      'In the order shown by the app. `at` is any moment: content scheduled by then counts as published; viewer activity is as of now.',
    ...onCollection,
    query: previewQuery,
    reply: CollectionPreview,
    example: { params: exampleCollection, query: { market: 'ID', lang: 'id' } },
    run: ({ db, now }, { target, query }) => previewOf(db, files, target, query, now),
  }),
  adminEndpoint.postedRead({
    url: '/admin/collections/preview',
    access: ['curation:read'],
    summary: 'Preview the series that a rule selects, with reasons',
    description: 'For an unsaved rule; otherwise like the preview of a collection.',
    query: previewQuery,
    body: RulePreviewBody,
    reply: CollectionPreview,
    example: { query: { market: 'ID', lang: 'id' }, body: { rule: exampleRule } },
    run: ({ db, now }, { query, body }) =>
      previewOf(db, files, { rule: withRuleDefaults(body.rule), items: [] }, query, now),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/collections/contents',
    access: ['curation:read'],
    summary: 'Count the visible series of collections',
    description: 'As of now, with the posters of the first series.',
    query: contentsQuery,
    reply: CollectionContents,
    example: { query: { ids: exampleCollection.id } },
    run: async ({ db, now }, { query: { ids } }) => {
      const found = await listContents(db, ids.map((id) => id.toLowerCase()).filter(isId));
      const contentOf = await contentsOf(db, files, found, now);
      return wholeList(found.map(({ id }) => ({ id, ...contentOf(id) })));
    },
  }),
];

const freeAheadDays = 60;

async function freeDaysOf(db: Db, seriesId: string, now: Date) {
  const today = dayOf(now);
  const days = await listFreeDays(db, today, dayAfter(today, freeAheadDays));
  const own = days.filter((day) => day.seriesId === seriesId).map(({ date, marketCode }) => ({ date, marketCode }));
  return own.toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

const placementsRoute: Endpoint = adminEndpoint({
  method: 'GET',
  url: '/admin/series/:id/placements',
  access: ['curation:read'],
  summary: 'List where a series appears in the app',
  description:
    'The collections that contain it, the rails that show these, its place in the preview reel, and the days from today on which it is free. Viewers see it only while it is published.',
  params,
  reply: SeriesPlacements,
  example: { params: exampleSeries },
  target: (db, { id }) => findSeries(db, id),
  run: async ({ db, now }, { target: { id: seriesId } }) => {
    const collections: Placement[] = [];
    for (const { id, titleI18n, type, rule, items, usedBy: rails } of await listCollectionsFor(db, seriesId)) {
      const list = rule ? await resolveCollection(db, { rule, items }, { at: now, now }) : items;
      const place = list.findIndex((one) => one.seriesId === seriesId) + 1;
      if (place > 0) collections.push({ id, titleI18n, type, place, rails });
    }
    const reel = await listReel(db);
    const place = reel.findIndex((entry) => entry.seriesId === seriesId) + 1;
    const score = reel[place - 1]?.editorialHeroScore;
    const previewReel = score === undefined ? null : { place, editorialHeroScore: score };
    return { collections, previewReel, freeDays: await freeDaysOf(db, seriesId, now) };
  },
});

async function showChanged(db: Db, rail: RailRow, viewer: Viewer) {
  return { ...showRail(rail, viewer), warnings: warningsFor(await listSurface(db, rail.surface)) };
}

const railRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/rails',
    access: ['curation:read'],
    summary: 'List rails by surface and place',
    description: 'A rail shows one collection on a surface. The app shows the first 12 active ones of `for_you`.',
    query: railQuery,
    item: Rail,
    sort: { field: 'railOrder', column: railOrder, id: 'r.id', kind: 'text', order: 'asc' },
    example: { query: { surface: 'for_you' } },
    list: (db, given, keyset) => listRails(db, given, keyset),
    show: showRail,
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/rails',
    access: ['curation:write'],
    status: 201,
    summary: 'Create a rail',
    description: 'Defaults: last on its surface, and active.',
    body: CreateRailBody,
    reply: ChangedRail,
    errors: [notFound],
    example: { body: { surface: 'discover', collectionId: exampleCollection.id, sort: 0, status: 'active' } },
    run: async (ctx, { body }) => showChanged(ctx.tx, await createRail(ctx, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/rails/reorder',
    access: ['curation:write'],
    summary: 'Reorder the rails of a surface',
    description:
      '`order` lists every rail of the surface exactly once, paused ones included; they are numbered from 0. `If-Match` takes the `orderRevision` of any rail of the surface.',
    body: RailOrderBody,
    reply: RailOrder,
    errors: [invalidOrder],
    example: { body: { surface: 'for_you', order: [otherRail, exampleRail.id] } },
    run: async (ctx, { body: { surface, order } }) => {
      const rails = await reorderRails(ctx, surface, order);
      return {
        items: rails.map((rail) => showRail(rail, ctx.caller)),
        nextCursor: null,
        revision: await findOrder(ctx.tx, surface),
        warnings: warningsFor(rails),
      };
    },
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/rails/:id',
    access: ['curation:write'],
    summary: 'Edit, pause or resume a rail',
    description: 'Omitted fields are unchanged. A paused rail keeps its place.',
    ...onRail,
    body: UpdateRailBody,
    reply: ChangedRail,
    errors: [notFound],
    example: { params: exampleRail, body: { status: 'paused', note: 'Until the season starts' } },
    run: async (ctx, { target, body }) => showChanged(ctx.tx, await editRail(ctx, target, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/rails/:id',
    access: ['curation:write'],
    status: 204,
    summary: 'Delete a rail',
    description: 'Its collection is kept.',
    ...onRail,
    ifMatch: true,
    example: { params: exampleRail },
    run: (ctx, { target }) => removeRail(ctx, target),
  }),
];

async function showWholeSurface(db: Db, files: CatalogFiles, surface: SurfaceName, now: Date, viewer: Viewer) {
  const rails = await listSurface(db, surface);
  const collections = await listContents(
    db,
    rails.map(({ collectionId }) => collectionId),
  );
  const contentOf = await contentsOf(db, files, collections, now);
  const shown = rails.map((rail) => ({ ...rail, ...contentOf(rail.collectionId) }));
  return showSurface(surface, await findOrder(db, surface), shown, viewer);
}

const surfaceNamed = async (name: string): Promise<SurfaceName | undefined> => surfaces.find((one) => one === name);

const surfaceRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/surfaces/:surface',
    access: ['curation:read'],
    summary: 'Read the rails of a surface with their content',
    description: 'All rails in order, paused ones included. `revision` is the value for `If-Match` of an update.',
    params: surfaceParams,
    reply: Surface,
    example: { params: { surface: 'for_you' } },
    target: (_db, { surface }) => surfaceNamed(surface),
    run: ({ db, now, caller }, { target }) => showWholeSurface(db, files, target, now, caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/surfaces/:surface',
    access: ['curation:write'],
    summary: 'Update the rails of a surface at once',
    description:
      'Removes, changes, adds and reorders rails atomically. `rails` is the new surface: every current rail must appear there or in `removed`; an entry with only a `collectionId` creates a rail. Omitted fields of a rail are unchanged.',
    params: surfaceParams,
    body: ArrangeBody,
    reply: Surface,
    errors: [invalidOrder, notFound],
    example: {
      params: { surface: 'for_you' },
      body: {
        rails: [{ id: otherRail, status: 'paused' }, { id: exampleRail.id }],
        note: 'For the weekend',
      },
    },
    target: (_db, { surface }) => surfaceNamed(surface),
    run: async (ctx, { target, body }) => {
      await arrangeSurface(ctx, target, body);
      return showWholeSurface(ctx.tx, files, target, ctx.now, ctx.caller);
    },
  }),
];

async function showEntries(db: Db, files: CatalogFiles, rows: readonly ReelRow[], viewer: Viewer) {
  const posters = rows.map(({ series }) => series.posterAssetId);
  return showReel(rows, await findOrder(db, 'preview_reel'), await pictureUrls(db, files, posters), viewer);
}

const reelRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/preview-reel',
    access: ['curation:read'],
    summary: 'Read the preview reel, highest score first',
    description: '`revision` is the value for `If-Match` of an edit.',
    reply: PreviewReel,
    example: {},
    run: async ({ db, caller }) => showEntries(db, files, await listReel(db), caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/preview-reel',
    access: ['curation:write'],
    summary: 'Set the preview reel',
    description:
      'Replaces the whole reel: series that are not listed lose their score. Series in any state are accepted; viewers see the published ones.',
    body: ReelBody,
    reply: PreviewReel,
    errors: [notFound],
    example: { body: { entries: [{ seriesId: publishedSeries, editorialHeroScore: 90 }] } },
    run: async (ctx, { body: { entries } }) => showEntries(ctx.tx, files, await setReel(ctx, entries), ctx.caller),
  }),
];

export const curationRoutes = (files: CatalogFiles): Endpoint[] => [
  ...previewRoutes(files),
  ...collectionRoutes(files),
  placementsRoute,
  ...railRoutes,
  ...surfaceRoutes(files),
  ...reelRoutes(files),
];
