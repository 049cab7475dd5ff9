import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { fieldLocked, invalidCursor, notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, wholeList, wholeListOf } from '../../kit/http/schema.ts';
import { toJsonPage } from '../../kit/json-page.ts';
import type { Keyset } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { createEpisode, editEpisode, reorderEpisodes } from './actions/episodes.ts';
import { chooseArtwork, createSeries, editSeries } from './actions/series.ts';
import { findEpisode, listEpisodes } from './episodes.sql.ts';
import { auditNoteRequired, episodeNumberTaken, invalidOrder, slugTaken } from './errors.ts';
import { filesOf, showEpisodeWithFiles } from './files.ts';
import type { CatalogFiles } from './ports.ts';
import {
  CreateEpisodeBody,
  CreateSeriesBody,
  Episode,
  EpisodeOrder,
  episodeQuery,
  exampleEpisode,
  exampleSeries,
  maxOrder,
  OrderBody,
  otherExampleEpisode,
  Series,
  SeriesMediaBody,
  SeriesPage,
  seriesQuery,
  showEpisode,
  showSeries,
  showSeriesJson,
  UpdateEpisodeBody,
  UpdateSeriesBody,
} from './schema.ts';
import { findGenres, findSeries, listSeries, sortColumns } from './series.sql.ts';

const params = { id: Id };
const onSeries = { params, target: (db: Db, { id }: { id: string }) => findSeries(db, id) };
const onEpisode = { params, target: (db: Db, { id }: { id: string }) => findEpisode(db, id) };

const seriesReads: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/series',
    access: ['catalog:read'],
    summary: 'List series',
    description:
      'Newest first by default; removed series are excluded. A cursor is valid only with the filters and order it was created with.',
    query: seriesQuery,
    reply: SeriesPage,
    errors: [invalidCursor],
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
    access: ['catalog:read'],
    summary: 'Read one series',
    description:
      'In any state. `lockedFields` lists the fields that cannot be edited now, `allowed` the actions available to the caller; `revision` is the value for `If-Match` of an edit.',
    ...onSeries,
    reply: Series,
    example: { params: exampleSeries },
    run: async ({ caller }, { target }) => showSeries(target, caller),
  }),
];

const seriesWrites = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/series',
    access: ['catalog:write'],
    status: 201,
    idempotent: true,
    summary: 'Create a draft series',
    description: 'The slug defaults to one derived from the title.',
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
    access: ['catalog:write'],
    summary: 'Edit a series',
    description:
      'Which fields can be edited depends on the state; `lockedFields` lists the others. A published series requires a `note`.',
    ...onSeries,
    body: UpdateSeriesBody,
    reply: Series,
    errors: [fieldLocked, auditNoteRequired, slugTaken],
    example: { params: exampleSeries, body: { synopsis: 'A harbour, a debt, and one night to settle both.' } },
    run: async (ctx, { params: { id }, body }) => showSeries(await editSeries(ctx, files, id, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/series/:id/media',
    access: ['catalog:write'],
    summary: 'Set the poster and hero image of a series',
    description:
      'Replacing an image of a series in review, scheduled or published requires `publishing:write` and a `note`.',
    ...onSeries,
    body: SeriesMediaBody,
    reply: Series,
    errors: [notFound, fieldLocked, auditNoteRequired],
    example: { params: exampleSeries, body: { posterAssetId: '01930000-0000-7000-8000-000000000064' } },
    run: async (ctx, { params: { id }, body }) => showSeries(await chooseArtwork(ctx, files, id, body), ctx.caller),
  }),
];

const episodeReads = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/series/:id/episodes',
    access: ['catalog:read'],
    summary: 'List the episodes of a series by number',
    description: 'Episodes in any state, each with its media and captions; `status` filters by state.',
    ...onSeries,
    query: episodeQuery,
    item: Episode,
    fromReplica: true,
    example: { params: exampleSeries },
    sort: { field: 'episodeNumber', column: 'e.episode_number', id: 'e.id', kind: 'number', order: 'asc' },
    cursorScope: ({ params: { id }, filters }) => ['episodes', id, filters.status],
    list: async (db, { status }, keyset, { params: { id } }) => {
      const rows = await listEpisodes(db, id, status, keyset);
      const filesOfEpisode = await filesOf(db, files, rows);
      return rows.map((row) => ({ id: row.id, episodeNumber: row.episodeNumber, row, files: filesOfEpisode(row.id) }));
    },
    show: ({ row, files: linked }, caller) => showEpisode(row, linked, caller),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/episodes/:id',
    access: ['catalog:read'],
    summary: 'Read one episode, with its media',
    description:
      'In any state. `lockedFields` lists the fields that cannot be edited now, `allowed` the actions available to the caller; `revision` is the value for `If-Match` of an edit.',
    ...onEpisode,
    reply: Episode,
    example: { params: exampleEpisode },
    run: ({ db, caller }, { target }) => showEpisodeWithFiles(db, files, target, caller),
  }),
];

const episodeWrites = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/series/:id/episodes',
    access: ['catalog:write'],
    status: 201,
    idempotent: true,
    summary: 'Create a draft episode in a series',
    description: 'The number must be unused within the series. An archived series accepts no new episodes.',
    ...onSeries,
    body: CreateEpisodeBody,
    reply: Episode,
    errors: [episodeNumberTaken, fieldLocked],
    example: {
      params: exampleSeries,
      body: {
        episodeNumber: 12,
        title: 'The Letter',
        synopsis: 'It was never meant for her.',
        cliffhanger_score: 80,
      },
    },
    run: async (ctx, { params: { id }, body }) =>
      showEpisodeWithFiles(ctx.tx, files, await createEpisode(ctx, files, id, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/episodes/:id',
    access: ['catalog:write'],
    summary: 'Edit an episode',
    description:
      'Which fields can be edited depends on the state; `lockedFields` lists the others. A published episode requires a `note`.',
    ...onEpisode,
    body: UpdateEpisodeBody,
    reply: Episode,
    errors: [fieldLocked, auditNoteRequired, episodeNumberTaken],
    example: { params: exampleEpisode, body: { cliffhanger_score: 90 } },
    run: async (ctx, { params: { id }, body }) =>
      showEpisodeWithFiles(ctx.tx, files, await editEpisode(ctx, files, id, body), ctx.caller),
  }),
];

const episodeOrder = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'PUT',
    url: '/admin/series/:id/episodes/order',
    access: ['catalog:write'],
    summary: 'Reorder the episodes of a series',
    description:
      '`order` lists every episode exactly once, and the episodes are renumbered from 1. Episodes that have left draft keep their place and number. `If-Match` takes the revision of the series.',
    ...onSeries,
    body: OrderBody,
    maxListItems: maxOrder,
    bodyLimit: 1024 * 1024,
    reply: EpisodeOrder,
    errors: [invalidOrder, fieldLocked],
    example: { params: exampleSeries, body: { order: [otherExampleEpisode.id, exampleEpisode.id] } },
    run: async (ctx, { params: { id }, body: { order } }) => {
      const { series, episodes } = await reorderEpisodes(ctx, id, order);
      const filesOfEpisode = await filesOf(ctx.tx, files, episodes);
      const items = episodes.map((row) => showEpisode(row, filesOfEpisode(row.id), ctx.caller));
      return { items, nextCursor: null, revision: series.revision };
    },
  }),
];

const Genres = wholeListOf(Type.String(), {
  title: 'Genres',
  description: 'Distinct genres in alphabetical order',
  more: { tropes: Type.Array(Type.String(), { description: 'Distinct tropes in alphabetical order' }) },
});

/** For filters and rules. */
const genreRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/genres',
    access: ['catalog:read', 'curation:read', 'analytics:read'],
    summary: 'List the genres and tropes in use',
    description: 'Covers series in any state, except removed ones.',
    reply: Genres,
    fromReplica: true,
    example: {},
    run: async ({ db }) => {
      const { genres, tropes } = await findGenres(db);
      return { ...wholeList(genres), tropes };
    },
  }),
];

export const catalogRoutes = (files: CatalogFiles): Endpoint[] => [
  ...genreRoutes,
  ...seriesReads,
  ...seriesWrites(files),
  ...episodeReads(files),
  ...episodeWrites(files),
  ...episodeOrder(files),
];
