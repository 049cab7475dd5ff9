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
const days =
  'For UTC days, the last 30 by default and at most 366. Figures are those of the last rollup, which `asOf` tells the moment of.';
const ofMarket = '`market` is the country that a user had when the day ended, so figures of the past stay as they are.';
const example = { query: { dateFrom: '2026-01-01', dateTo: '2026-01-31', market: 'EG' } };

const totals: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/analytics/overview',
    access,
    summary: 'Show how many users are active, new, paying and still there',
    description: `${days} A user is active on a day on which they watched, unlocked or paid, or their app sent an event. ${ofMarket} Of payments it is their region. What is called today is the last day of the period.`,
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
    summary: 'Show what users paid and what they were given back',
    description: `${days} In US cents, at the rate of each payment. A payment counts on the day on which it was completed, a refund on the day on which it was made; so \`net\` of a day may be below 0. With several countries, with rails or a kind, days of the last ${userDaysKept}.`,
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
    summary: 'Show how far users come, from the preview to the second unlock',
    description: `${days} Users who took a step on any of the days, each once. \`repeat_unlock\` is any unlock but the first that a user ever made. With \`installCohort\`, days of the last ${userDaysKept}. ${ofMarket}`,
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
    summary: 'List how series are watched and unlocked',
    description: `${days} Every series of the catalog, and those removed from it that were watched then. ${ofMarket}`,
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
    summary: 'Show how the episodes of a series are watched and unlocked',
    description: `${days} All episodes of the series by number, those that nobody watched too. ${ofMarket}`,
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
