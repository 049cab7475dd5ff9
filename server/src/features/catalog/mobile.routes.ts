import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { invalidCursor, notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint, ReadCtx } from '../../kit/http/endpoint.ts';
import { Id, Int, listQuery, nullable, pageOf, Timestamp } from '../../kit/http/schema.ts';
import { type Keyset, toPage } from '../../kit/page.ts';
import { type User, userEndpoint } from '../users/public.ts';
import { listPublishedEpisodes, type PublishedEpisodeRow } from './episodes.sql.ts';
import { type CatalogPorts, cardsOf } from './ports.ts';
import { type Language, languageFor } from './rules.ts';
import { langQuery, languageHeaders, SeriesCard } from './schema.ts';
import { findPublishedSeries, type PublishedSeriesRow, searchPublishedSeries } from './series.sql.ts';

const PublishedEpisode = Type.Object(
  {
    id: Id,
    seriesId: Id,
    episodeNumber: Int(),
    title: Type.String(),
    synopsis: Type.String(),
    thumbUrl: nullable(Type.String()),
    durationS: nullable(Int()),
    isFree: Type.Boolean({ description: 'Whether the episode is free in the viewer’s market now' }),
    publishedAt: Timestamp,
  },
  { title: 'PublishedEpisode' },
);

const longestEmbedded = 200;
const PublishedSeries = Type.Object(
  {
    ...SeriesCard.properties,
    publishedAt: Timestamp,
    episodes: Type.Array(PublishedEpisode, { description: `The first ${longestEmbedded} by number` }),
  },
  { title: 'PublishedSeries' },
);

const params = { slugOrId: Type.String({ description: 'Slug or id' }) };
const exampleSeries = { slugOrId: 'the-glass-ballroom' };

async function showCards(db: Db, ports: CatalogPorts, rows: readonly PublishedSeriesRow[], { countryCode }: User) {
  const ids = rows.map(({ id }) => id);
  return cardsOf(db, ports.files, rows, await ports.rotation.findFreeToday(db, ids, countryCode));
}

async function showEpisodes(
  { db, caller, now }: Pick<ReadCtx<User>, 'db' | 'caller' | 'now'>,
  { files, prices }: CatalogPorts,
  rows: readonly PublishedEpisodeRow[],
) {
  const links = rows.flatMap(({ mediaAssetId, thumbAssetId }) => [mediaAssetId, thumbAssetId]);
  const [assets, free] = await Promise.all([
    files.findAssets(
      db,
      links.filter((id) => id !== null),
    ),
    prices.findFree(db, rows, caller.countryCode, now),
  ]);
  return ({ mediaAssetId, thumbAssetId, freeEpisodes: _freeEpisodes, ...row }: PublishedEpisodeRow) => ({
    ...row,
    isFree: free.has(row.id),
    thumbUrl: assets.get(thumbAssetId ?? '')?.url ?? null,
    durationS: assets.get(mediaAssetId ?? '')?.durationS ?? null,
  });
}

const byNumber = (seriesId: string, language: Language, limit: number, cursor?: string): Keyset => ({
  column: 'e.episode_number',
  id: 'e.id',
  kind: 'number',
  order: 'asc',
  limit,
  cursor,
  scope: ['published episodes', seriesId, language],
});

const seriesRoutes = (ports: CatalogPorts): Endpoint[] => [
  userEndpoint.conditionalRead({
    url: '/series/:slugOrId',
    access: 'signed_in',
    summary: 'Read a published series with its published episodes',
    description:
      'Includes the first 200 episodes; the list of episodes has the rest. The language is that of `lang`, the user, or `Accept-Language`. Returns 304 if the caller’s copy is current.',
    params,
    query: { lang: langQuery },
    headers: languageHeaders,
    conditional: { cacheControl: 'private, no-cache' },
    reply: PublishedSeries,
    example: { params: exampleSeries },
    run: async (ctx, { params: { slugOrId }, query, headers: asked }) => {
      const { db, caller } = ctx;
      const language = languageFor(query.lang, caller, asked);
      const series = (await findPublishedSeries(db, slugOrId, language)) ?? refuse(notFound);
      const keyset = byNumber(series.id, language, longestEmbedded);
      const rows = await listPublishedEpisodes(db, series.id, language, keyset);
      const [showCard, showEpisode] = [
        await showCards(db, ports, [series], caller),
        await showEpisodes(ctx, ports, rows),
      ];
      return { ...showCard(series), episodes: rows.slice(0, longestEmbedded).map(showEpisode) };
    },
  }),
  userEndpoint({
    method: 'GET',
    url: '/series/:slugOrId/episodes',
    access: 'signed_in',
    summary: 'List the published episodes of a published series by number',
    description:
      '`isFree` is true for episodes that are free in the viewer’s market now: the first ones of a series and those made free by an override, except those with a price override of their own. A series that is not published is 404.',
    params,
    query: { ...listQuery, lang: langQuery },
    headers: languageHeaders,
    reply: pageOf(PublishedEpisode),
    errors: [invalidCursor],
    example: { params: exampleSeries },
    run: async (ctx, { params: { slugOrId }, query, headers: asked }) => {
      const { cursor, limit = 50, lang: preferred } = query;
      const { db, caller } = ctx;
      const language = languageFor(preferred, caller, asked);
      const series = (await findPublishedSeries(db, slugOrId, language)) ?? refuse(notFound);
      const keyset = byNumber(series.id, language, limit, cursor);
      const rows = await listPublishedEpisodes(db, series.id, language, keyset);
      const show = await showEpisodes(ctx, ports, rows);
      return toPage(rows, keyset, (row) => row.episodeNumber, show);
    },
  }),
];

const searchRoutes = (ports: CatalogPorts): Endpoint[] => [
  userEndpoint({
    method: 'GET',
    url: '/search',
    access: 'signed_in',
    summary: 'Search published series by title',
    description:
      'Matches words of the titles in all languages. The most recently published come first. Texts are in the language of `lang`, the user, or `Accept-Language`.',
    query: { ...listQuery, q: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), lang: langQuery },
    headers: languageHeaders,
    reply: pageOf(SeriesCard),
    errors: [invalidCursor],
    example: { query: { q: 'ballroom' } },
    run: async ({ db, caller }, { query: { cursor, limit = 50, q, lang: preferred }, headers: asked }) => {
      const language = languageFor(preferred, caller, asked);
      const keyset: Keyset = {
        column: 's.published_at',
        id: 's.id',
        kind: 'time',
        order: 'desc',
        limit,
        cursor,
        scope: ['search', q, language],
      };
      const rows = await searchPublishedSeries(db, q, language, keyset);
      const show = await showCards(db, ports, rows, caller);
      return toPage(rows, keyset, (row) => row.publishedAt, show);
    },
  }),
];

export const catalogMobileRoutes = (ports: CatalogPorts): Endpoint[] => [
  ...seriesRoutes(ports),
  ...searchRoutes(ports),
];
