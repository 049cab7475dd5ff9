import { fieldLocked, invalidCursor, notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { toJsonPage } from '../../kit/json-page.ts';
import type { Keyset } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { createSeries, editSeries } from './actions/series.ts';
import { auditNoteRequired, slugTaken } from './errors.ts';
import type { CatalogFiles } from './ports.ts';
import {
  CreateSeriesBody,
  exampleSeries,
  Series,
  SeriesPage,
  seriesQuery,
  showSeries,
  showSeriesJson,
  UpdateSeriesBody,
} from './schema.ts';
import { findSeries, listSeries, sortColumns } from './series.sql.ts';

const params = { id: Id };

const readRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/series',
    may: ['catalog:read'],
    summary: 'List series, newest first unless asked otherwise',
    description: 'Removed series are left out. A cursor belongs to its filters and order: with others it is refused.',
    query: seriesQuery,
    reply: SeriesPage,
    errors: [invalidCursor],
    budget: 2,
    fromReplica: true,
    example: { query: { q: 'moon', sort: 'title', order: 'asc' } },
    run: async ({ db, caller }, { query: { cursor, limit = 50, sort = 'created_at', order = 'desc', ...filters } }) => {
      const scope = ['series', sort, filters];
      const keyset: Keyset = { ...sortColumns[sort], id: 's.id', order, limit, cursor, scope };
      const rows = await listSeries(db, filters, keyset);
      return toJsonPage(rows, keyset, showSeriesJson(caller));
    },
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/series/:id',
    may: ['catalog:read'],
    summary: 'Read one series',
    description:
      'Found in every state. `lockedFields` names what can not be edited now, `allowed` what the caller may do, `revision` what `If-Match` of an edit takes.',
    params,
    reply: Series,
    budget: 1,
    example: { params: exampleSeries },
    target: (db, { id }) => findSeries(db, id),
    run: async ({ caller }, { target }) => showSeries(target, caller),
  }),
];

const writeRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/series',
    may: ['catalog:write'],
    status: 201,
    idempotent: true,
    summary: 'Create a series, as a draft',
    description: 'Without a slug it gets one made of its title.',
    body: CreateSeriesBody,
    reply: Series,
    errors: [slugTaken, notFound],
    example: {
      body: {
        title: 'The Harbour Bride',
        synopsis: 'She came back for the wedding of the man who sold her family’s ship.',
        titleI18n: { ar: 'عروس الميناء', id: 'Pengantin Pelabuhan' },
        genreSlug: 'romance',
        tropes: ['second_chance'],
        targetLanguages: ['en', 'ar', 'id'],
        freeEpisodes: 3,
      },
    },
    run: async (ctx, { body }) => showSeries(await createSeries(ctx, files, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/series/:id',
    may: ['catalog:write'],
    summary: 'Edit a series',
    description:
      'What can be edited depends on the state; `lockedFields` says what can not. A published series takes a `note`.',
    params,
    body: UpdateSeriesBody,
    reply: Series,
    errors: [fieldLocked, auditNoteRequired, slugTaken],
    example: { params: exampleSeries, body: { synopsis: 'A harbour, a debt, and one night to settle both.' } },
    target: (db, { id }) => findSeries(db, id),
    run: async (ctx, { params: { id }, body }) => showSeries(await editSeries(ctx, files, id, body), ctx.caller),
  }),
];

export const seriesRoutes = (files: CatalogFiles): Endpoint[] => [...readRoutes, ...writeRoutes(files)];
