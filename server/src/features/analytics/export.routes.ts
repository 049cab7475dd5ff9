import type { Static, TObject, TProperties } from 'typebox';
import { type Cell, csvLines } from '../../kit/csv.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Endpoint, StreamCtx } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { periodOf } from '../../kit/period.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { exampleSeries } from '../catalog/public.ts';
import { findAnalyzedSeries, listAllContent } from './content.sql.ts';
import { contentOrder, episodesOf, funnelIn, overviewOf, revenueOf, scopeOf, shownSeries } from './reports.ts';
import { contentFilters, funnelQuery, marketQuery, revenueQuery } from './schema.ts';

interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Headings of the figures, as in the panel, with units. */
const figureHeadings = {
  starts: 'Starts',
  completes: 'Completes',
  completionPercent: 'Completed (%)',
  paywallHits: 'Paywall views',
  unlocks: 'Unlocks',
  coinsBurned: 'Coins spent',
  watchSeconds: 'Watched (seconds)',
} as const;
const figuresOf = (row: Readonly<Record<keyof typeof figureHeadings, number>>): number[] => [
  ...[
    row.starts,
    row.completes,
    row.completionPercent,
    row.paywallHits,
    row.unlocks,
    row.coinsBurned,
    row.watchSeconds,
  ],
];

const stepNames: Readonly<Record<string, string>> = {
  preview_view: 'Saw a preview',
  ep1_start: 'Started episode 1',
  paywall_hit: 'Reached a paywall',
  unlock: 'Unlocked an episode',
  repeat_unlock: 'Unlocked again',
};

const access = ['analytics:read'] as const;
const csv = (name: string) => ({ type: 'text/csv; charset=utf-8', fileName: `${name}.csv`, defaultDays: periodOf });
const description =
  'Takes the query of the dashboard. The first line has the headings with their units; the file name contains the days. Text that a spreadsheet would evaluate as a formula is prefixed with a single quote. Limited to two concurrent exports per admin.';
const example = { query: { dateFrom: '2026-01-01', dateTo: '2026-01-31' } };

/** Sends the figures of the dashboard as CSV, and audits the export. */
async function send(ctx: StreamCtx<Admin>, report: string, given: object, { names, rows }: Table) {
  await ctx.transaction((change) => audit.record(change, { action: 'analytics.export', after: { report, ...given } }));
  return csvLines(names, rows);
}

interface ExportSpec<Q extends TProperties> {
  readonly report: string;
  readonly summary: string;
  readonly query: Q;
  readonly tableOf: (db: Db, query: Static<TObject<Q>>, now: Date) => Promise<Table>;
}

const exportOf = <Q extends TProperties>({ report, summary, query: fields, tableOf }: ExportSpec<Q>): Endpoint =>
  adminEndpoint.stream({
    url: `/admin/analytics/${report}/export.csv`,
    access,
    summary,
    description,
    query: fields,
    sends: csv(report),
    example,
    run: async (ctx, { query }) => send(ctx, report, query, await tableOf(ctx.db, query, ctx.now)),
  });

const exportSeries = adminEndpoint.stream({
  url: '/admin/analytics/content/series/:id/export.csv',
  access,
  summary: 'Export the episode figures of a series as CSV',
  description,
  params: { id: Id },
  query: marketQuery,
  sends: csv('episodes'),
  example: { ...example, params: exampleSeries },
  target: (db, { id }) => findAnalyzedSeries(db, id),
  run: async (ctx, { query, target }) => {
    const { episodes } = await episodesOf(ctx.db, target, scopeOf(query, ctx.now), ctx.now);
    const names = ['Episode', 'Episode ID', 'Title', 'Cliffhanger score', ...Object.values(figureHeadings)];
    const rows = episodes.map(({ episodeNumber, episodeId, title, cliffhangerScore, ...row }) => [
      ...[episodeNumber, episodeId, title, cliffhangerScore],
      ...figuresOf(row),
    ]);
    return send(ctx, 'series', { seriesId: target.id, ...query }, { names, rows });
  },
});

export const analyticsExportRoutes: Endpoint[] = [
  exportOf({
    report: 'overview',
    summary: 'Export active, new and paying users per day as CSV',
    query: marketQuery,
    tableOf: async (db, query, now) => ({
      names: ['Day', 'Active users', 'Installs', 'Registrations', 'Paying users'],
      rows: (await overviewOf(db, query, now)).byDay.map(
        ({ day, activeUsers, installs, registrations, payingUsers }) => [
          ...[day, activeUsers, installs, registrations, payingUsers],
        ],
      ),
    }),
  }),
  exportOf({
    report: 'revenue',
    summary: 'Export revenue and refunds per day as CSV',
    query: revenueQuery,
    tableOf: async (db, query, now) => ({
      names: ['Day', 'Paid (US cents)', 'Net revenue (US cents)', 'Refunded (US cents)'],
      rows: (await revenueOf(db, query, now)).byDay.map(({ day, gross, net, refunds }) => [day, gross, net, refunds]),
    }),
  }),
  exportOf({
    report: 'funnel',
    summary: 'Export the funnel as CSV',
    query: funnelQuery,
    tableOf: async (db, query, now) => ({
      names: ['Step', 'Users', 'Share of previous step (0 to 1)', 'Share of first step (0 to 1)'],
      rows: (await funnelIn(db, query, now)).steps.map(({ name, count, conversionFromPrev, conversionFromTop }) => [
        ...[stepNames[name] ?? name, count, conversionFromPrev, conversionFromTop],
      ]),
    }),
  }),
  exportOf({
    report: 'content',
    summary: 'Export series figures as CSV',
    query: contentFilters,
    tableOf: async (db, query, now) => {
      const found = await listAllContent(db, scopeOf(query, now), query.genreSlug, contentOrder(query));
      return {
        names: ['Series ID', 'Series', 'Genre', 'Status', ...Object.values(figureHeadings)],
        rows: found.map((one) => {
          const { seriesId, title, genreSlug, status, ...row } = shownSeries({ ...one, pictureUrl: null });
          return [seriesId, title, genreSlug, status, ...figuresOf(row)];
        }),
      };
    },
  }),
  exportSeries,
];
