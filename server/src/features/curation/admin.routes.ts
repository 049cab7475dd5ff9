import type { Db } from '../../kit/db/database.ts';
import { fieldLocked, notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import { type CatalogFiles, slugTaken } from '../catalog/public.ts';
import { createCollection, editCollection, removeCollection, setItems } from './actions/collections.ts';
import { collectionInUse, invalidExplanation, notManualCollection } from './errors.ts';
import {
  Collection,
  CreateCollectionBody,
  collectionQuery,
  ItemsBody,
  showCollection,
  UpdateCollectionBody,
} from './schema.ts';
import { type CollectionRow, findCollection, listCollections } from './sql.ts';

const params = { id: Id };
const exampleCollection = { id: '01930000-0000-7000-8000-0000000000c2' };
const freeCollection = { id: '01930000-0000-7000-8000-0000000000c3' };
const exampleSeries = '01930000-0000-7000-8000-000000000043';

async function showCollections(db: Db, files: CatalogFiles, rows: readonly CollectionRow[], caller: Admin) {
  const ids = rows.flatMap(({ items }) => items.map(({ series }) => series.posterAssetId));
  const assets = await files.findAssets(
    db,
    ids.filter((id) => id !== null),
  );
  return rows.map((row) => showCollection(row, assets, caller));
}

async function showOne(db: Db, files: CatalogFiles, row: CollectionRow, caller: Admin) {
  const [shown] = await showCollections(db, files, [row], caller);
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
    params,
    reply: Collection,
    example: { params: exampleCollection },
    target: (db, { id }) => findCollection(db, id),
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
    params,
    body: UpdateCollectionBody,
    reply: Collection,
    errors: [fieldLocked, invalidExplanation],
    example: { params: exampleCollection, body: { explanation: 'What our editors watched twice' } },
    target: (db, { id }) => findCollection(db, id),
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
    params,
    body: ItemsBody,
    reply: Collection,
    errors: [notManualCollection, notFound],
    example: { params: exampleCollection, body: { items: [{ seriesId: exampleSeries, sort: 0 }] } },
    target: (db, { id }) => findCollection(db, id),
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
    params,
    ifMatch: true,
    errors: [collectionInUse],
    example: { params: freeCollection },
    target: (db, { id }) => findCollection(db, id),
    run: (ctx, { target }) => removeCollection(ctx, target.id),
  }),
];

export const collectionRoutes = (files: CatalogFiles): Endpoint[] => [
  ...readRoutes(files),
  createRoute(files),
  ...changeRoutes(files),
];
