import { invalidCursor, notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { type Keyset, toPage } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { type CatalogFiles, exampleSeries } from '../catalog/public.ts';
import { findAnalyzedSeries, findAsOf, listContent } from './content.sql.ts';
import {
  contentOrder,
  episodesOf,
  funnelIn,
  overviewOf,
  revenueOf,
  scopeOf,
  shownSeries,
  withPictures,
} from './reports.ts';
import { userDaysKept } from './rules.ts';
import {
  ContentPage,
  contentQuery,
  Funnel,
  funnelQuery,
  marketQuery,
  Overview,
  Revenue,
  revenueQuery,
  SeriesAnalytics,
} from './schema.ts';

const access = ['analytics:read'] as const;
const days = 'UTC days: the last 30 by default, at most 366. Figures are as of the last rollup (`asOf`).';
const ofMarket = '`market` is the user’s country at the end of each day, so past figures do not change.';
const example = { query: { dateFrom: '2026-01-01', dateTo: '2026-01-31', market: 'EG' } };

const totals: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/analytics/overview',
    access,
    summary: 'Show active, new, paying and retained users',
    description: `${days} A user is active on a day on which they watched, unlocked, paid or sent an event. ${ofMarket} For payments it is the region of the payment. Fields ending in \`Today\` are about the last day of the period.`,
    query: marketQuery,
    reply: Overview,
    fromReplica: true,
    example,
    run: ({ db, now }, { query }) => overviewOf(db, query, now),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/analytics/revenue',
    access,
    summary: 'Show revenue and refunds',
    description: `${days} In US cents, at the rate of each payment. A payment counts on the day of its completion, a refund on the day of the refund, so \`net\` of a day can be negative. With several countries, rails or a kind, limited to the last ${userDaysKept}.`,
    query: revenueQuery,
    reply: Revenue,
    fromReplica: true,
    example: { query: { rails: 'ios_store,localwallet_*' } },
    run: ({ db, now }, { query }) => revenueOf(db, query, now),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/analytics/funnel',
    access,
    summary: 'Show the funnel from the preview to the second unlock',
    description: `${days} Unique users who reached a step within the period. \`repeat_unlock\` is any unlock after the first one of a user. With \`installCohort\`, limited to the last ${userDaysKept}. ${ofMarket}`,
    query: funnelQuery,
    reply: Funnel,
    fromReplica: true,
    example: { query: { ...example.query, installCohort: '2026-01-05' } },
    run: ({ db, now }, { query }) => funnelIn(db, query, now),
  }),
];

const contentRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/analytics/content',
    access,
    summary: 'List series with watching and unlock figures',
    description: `${days} Includes every series of the catalog, and removed series that were watched in the period. ${ofMarket}`,
    query: contentQuery,
    reply: ContentPage,
    errors: [invalidCursor],
    fromReplica: true,
    example: { query: { ...example.query, sort: 'unlocks', order: 'desc' } },
    run: async ({ db, now }, { query }) => {
      const { cursor, limit = 50, ...filters } = query;
      const { period, market } = scopeOf(query, now);
      const { field, ...by } = contentOrder(query);
      const keyset: Keyset = { ...by, limit, cursor, scope: ['analytics content', filters, period] };
      const rows = await listContent(db, { period, market }, query.genreSlug, keyset);
      const pictured = await withPictures(db, files, rows);
      return { ...toPage(pictured, keyset, (row) => row[field], shownSeries), period, asOf: await findAsOf(db) };
    },
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/analytics/content/series/:id',
    access,
    summary: 'Show watching and unlock figures of a series by episode',
    description: `${days} Includes all episodes of the series by number, also unwatched ones. ${ofMarket}`,
    params: { id: Id },
    query: marketQuery,
    reply: SeriesAnalytics,
    errors: [notFound],
    fromReplica: true,
    example: { params: exampleSeries, ...example },
    target: (db, { id }) => findAnalyzedSeries(db, id),
    run: async ({ db, now }, { query, target }) => {
      const scope = scopeOf(query, now);
      const [{ id, title, titleI18n, pictureUrl, freeEpisodes } = { ...target, pictureUrl: null }] = await withPictures(
        db,
        files,
        [target],
      );
      const { free: freeEpisodesInPeriod, episodes } = await episodesOf(db, target, scope, now);
      const { period } = scope;
      const asOf = await findAsOf(db);
      return { seriesId: id, title, titleI18n, pictureUrl, freeEpisodes, freeEpisodesInPeriod, period, episodes, asOf };
    },
  }),
];

export const analyticsRoutes = (files: CatalogFiles): Endpoint[] => [...totals, ...contentRoutes(files)];
