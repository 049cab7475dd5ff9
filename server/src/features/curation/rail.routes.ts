import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import { type CatalogFiles, invalidOrder } from '../catalog/public.ts';
import { arrangeSurface, createRail, editRail, removeRail, reorderRails } from './actions/rails.ts';
import { setReel } from './actions/reel.ts';
import {
  ArrangeBody,
  ChangedRail,
  CreateRailBody,
  PreviewReel,
  Rail,
  RailOrder,
  RailOrderBody,
  ReelBody,
  railQuery,
  Surface as SurfaceReply,
  showRail,
  showReel,
  showSurface,
  surfaceParams,
  UpdateRailBody,
  warningsFor,
} from './rail.schema.ts';
import {
  findOrder,
  findRail,
  listContents,
  listRails,
  listReel,
  listSurface,
  type RailRow,
  type ReelRow,
  railOrder,
} from './rails.sql.ts';
import { contentsOf } from './resolve.ts';
import { type Surface, surfaces } from './rules.ts';

const params = { id: Id };
const exampleRail = { id: '01930000-0000-7000-8000-0000000000c4' };
const otherRail = '01930000-0000-7000-8000-0000000000c5';
const exampleCollection = '01930000-0000-7000-8000-0000000000c2';
const exampleSeries = '01930000-0000-7000-8000-000000000043';

async function showChanged(db: Db, rail: RailRow, caller: Admin) {
  return { ...showRail(rail, caller), warnings: warningsFor(await listSurface(db, rail.surface)) };
}

export const railRoutes: Endpoint[] = [
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
    example: { body: { surface: 'discover', collectionId: exampleCollection, sort: 0, status: 'active' } },
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
    params,
    body: UpdateRailBody,
    reply: ChangedRail,
    errors: [notFound],
    example: { params: exampleRail, body: { status: 'paused', note: 'Until the season starts' } },
    target: (db, { id }) => findRail(db, id),
    run: async (ctx, { target, body }) => showChanged(ctx.tx, await editRail(ctx, target, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/rails/:id',
    access: ['curation:write'],
    status: 204,
    summary: 'Delete a rail',
    description: 'Its collection is kept.',
    params,
    ifMatch: true,
    example: { params: exampleRail },
    target: (db, { id }) => findRail(db, id),
    run: (ctx, { target }) => removeRail(ctx, target),
  }),
];

async function showWholeSurface(db: Db, files: CatalogFiles, surface: Surface, now: Date, caller: Admin) {
  const rails = await listSurface(db, surface);
  const collections = await listContents(
    db,
    rails.map(({ collectionId }) => collectionId),
  );
  const contentOf = await contentsOf(db, files, collections, now);
  const shown = rails.map((rail) => ({ ...rail, ...contentOf(rail.collectionId) }));
  return showSurface(surface, await findOrder(db, surface), shown, caller);
}

/** A surface of the app by its name. */
const surfaceNamed = async (name: string): Promise<Surface | undefined> => surfaces.find((one) => one === name);

export const surfaceRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/surfaces/:surface',
    access: ['curation:read'],
    summary: 'Read the rails of a surface with their content',
    description: 'All rails in order, paused ones included. `revision` is the value for `If-Match` of an update.',
    params: surfaceParams,
    reply: SurfaceReply,
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
    reply: SurfaceReply,
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

async function showEntries(db: Db, files: CatalogFiles, rows: readonly ReelRow[], caller: Admin) {
  const ids = rows.map(({ series }) => series.posterAssetId).filter((id) => id !== null);
  return showReel(rows, await findOrder(db, 'preview_reel'), await files.findAssets(db, ids), caller);
}

export const reelRoutes = (files: CatalogFiles): Endpoint[] => [
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
    example: { body: { entries: [{ seriesId: exampleSeries, editorialHeroScore: 90 }] } },
    run: async (ctx, { body: { entries } }) => showEntries(ctx.tx, files, await setReel(ctx, entries), ctx.caller),
  }),
];
