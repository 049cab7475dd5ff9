import { Type } from 'typebox';
import { invalidCursor, notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint, SharedCtx } from '../../kit/http/endpoint.ts';
import { listQuery, pageOf, Timestamp } from '../../kit/http/schema.ts';
import { type Keyset, toPage } from '../../kit/page.ts';
import { midnightAfter } from '../../kit/time.ts';
import { userEndpoint } from '../users/public.ts';
import { listPublishedEpisodes } from './episodes.sql.ts';
import { cardsOf } from './files.ts';
import type { CatalogPorts } from './ports.ts';
import { type Language, languageFor } from './rules.ts';
import {
  langQuery,
  languageHeaders,
  PublishedEpisode,
  type PublishedEpisodeRow,
  type PublishedSeriesRow,
  SeriesCard,
} from './schema.ts';
import { findPublishedSeries, searchPublishedSeries } from './series.sql.ts';

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

type At = Pick<SharedCtx, 'db' | 'now'>;

function showCards(
  { db, now }: At,
  { files, rotation }: CatalogPorts,
  rows: readonly PublishedSeriesRow[],
  market: string | null,
) {
  const ids = rows.map(({ id }) => id);
  return cardsOf(db, files, rows, rotation.findFreeToday(db, ids, market, now));
}

async function showEpisodes(
  { db, now }: At,
  { files, prices }: CatalogPorts,
  rows: readonly PublishedEpisodeRow[],
  market: string | null,
) {
  const [assets, thumbs, free] = await Promise.all([
    files.findAssets(
      db,
      rows.flatMap(({ mediaAssetId }) => mediaAssetId ?? []),
    ),
    files.findThumbs(
      db,
      rows.flatMap(({ thumbAssetId }) => thumbAssetId ?? []),
    ),
    prices.findFree(db, rows, market, now),
  ]);
  const show = ({ mediaAssetId, thumbAssetId, freeEpisodes: _freeEpisodes, ...row }: PublishedEpisodeRow) => {
    const isFree = free.ids.has(row.id);
    const thumbUrl = thumbs.get(thumbAssetId ?? '') ?? null;
    return { ...row, isFree, thumbUrl, durationS: assets.get(mediaAssetId ?? '')?.durationS ?? null };
  };
  return { show, until: free.until };
}

/** Free series change at midnight. */
const untilMidnight = (now: Date, other?: Date): Date =>
  new Date(Math.min(midnightAfter(now), other?.getTime() ?? Number.POSITIVE_INFINITY));

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
  userEndpoint.sharedRead({
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
    topics: ['catalog', 'prices', 'rotation'],
    cacheKey: ({ params: { slugOrId }, query, headers }, caller) => ({
      slugOrId,
      market: caller.countryCode,
      language: languageFor(query.lang, caller, headers),
    }),
    run: async (ctx, { slugOrId, market, language }) => {
      const series = (await findPublishedSeries(ctx.db, slugOrId, language)) ?? refuse(notFound);
      const keyset = byNumber(series.id, language, longestEmbedded);
      const [showCard, episodes] = await Promise.all([
        showCards(ctx, ports, [series], market),
        listPublishedEpisodes(ctx.db, series.id, language, keyset).then(async (rows) => {
          const { show, until } = await showEpisodes(ctx, ports, rows, market);
          return { shown: rows.slice(0, longestEmbedded).map(show), until };
        }),
      ]);
      return {
        body: { ...showCard(series), episodes: episodes.shown },
        until: untilMidnight(ctx.now, episodes.until),
        changeKeys: [series.id],
      };
    },
  }),
  userEndpoint.sharedRead({
    url: '/series/:slugOrId/episodes',
    access: 'signed_in',
    summary: 'List the published episodes of a published series by number',
    description:
      '`isFree` is true for episodes that are free in the viewer’s market now: the first ones of a series and those made free by an override, except those with a price override of their own. A series that is not published is 404.',
    params,
    query: { ...listQuery, lang: langQuery },
    headers: languageHeaders,
    conditional: { cacheControl: 'private, no-cache' },
    reply: pageOf(PublishedEpisode),
    errors: [invalidCursor],
    example: { params: exampleSeries },
    topics: ['catalog', 'prices'],
    cacheKey: ({ params: { slugOrId }, query: { cursor, limit = 50, lang }, headers }, caller) => ({
      slugOrId,
      cursor,
      limit,
      market: caller.countryCode,
      language: languageFor(lang, caller, headers),
    }),
    run: async (ctx, { slugOrId, cursor, limit, market, language }) => {
      const series = (await findPublishedSeries(ctx.db, slugOrId, language)) ?? refuse(notFound);
      const keyset = byNumber(series.id, language, limit, cursor);
      const rows = await listPublishedEpisodes(ctx.db, series.id, language, keyset);
      const { show, until } = await showEpisodes(ctx, ports, rows, market);
      return {
        body: toPage(rows, keyset, (row) => row.episodeNumber, show),
        until: untilMidnight(ctx.now, until),
        changeKeys: [series.id],
      };
    },
  }),
];

const searchRoutes = (ports: CatalogPorts): Endpoint[] => [
  userEndpoint.sharedRead({
    url: '/search',
    access: 'signed_in',
    summary: 'Search published series by title',
    description:
      'Matches words of the titles in all languages. The most recently published come first. Texts are in the language of `lang`, the user, or `Accept-Language`.',
    query: { ...listQuery, q: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), lang: langQuery },
    headers: languageHeaders,
    conditional: { cacheControl: 'private, no-cache' },
    reply: pageOf(SeriesCard),
    errors: [invalidCursor],
    example: { query: { q: 'ballroom' } },
    topics: ['catalog', 'rotation'],
    cacheKey: ({ query: { cursor, limit = 50, q, lang }, headers }, caller) => ({
      q,
      cursor,
      limit,
      market: caller.countryCode,
      language: languageFor(lang, caller, headers),
    }),
    run: async (ctx, { q, cursor, limit, market, language }) => {
      const keyset: Keyset = {
        column: 's.published_at',
        id: 's.id',
        kind: 'time',
        order: 'desc',
        limit,
        cursor,
        scope: ['search', q, language],
      };
      const rows = await searchPublishedSeries(ctx.db, q, language, keyset);
      const show = await showCards(ctx, ports, rows, market);
      return { body: toPage(rows, keyset, (row) => row.publishedAt, show), until: untilMidnight(ctx.now) };
    },
  }),
];

export const catalogMobileRoutes = (ports: CatalogPorts): Endpoint[] => [
  ...seriesRoutes(ports),
  ...searchRoutes(ports),
];
