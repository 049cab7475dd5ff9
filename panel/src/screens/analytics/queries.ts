import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import type { Schema } from '../../api/client.ts';
import { apiQuery, type FiltersOf, type ListParams, listQuery } from '../../api/query.ts';
import { type Period, previousOf } from './period.ts';

export type Overview = Schema<'AnalyticsOverview'>;
export type Revenue = Schema<'AnalyticsRevenue'>;
export type AnalyticsSeries = Schema<'AnalyticsSeries'>;
export type SeriesDetail = Schema<'AnalyticsSeriesDetail'>;
export type Funnel = Schema<'AnalyticsFunnel'>;
export type WhatIfAnswer = Schema<'AnalyticsWhatIf'>;

const root = '/v1/admin/analytics';

/** What all of the pages are asked for, and whether they are shown beside the days before. */
export interface AnalyticsSearch {
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly market?: string | undefined;
  readonly compare?: boolean | undefined;
}

/** The last figures stay on the screen until the next are there. */
export const overviewQuery = (filters: FiltersOf<`${typeof root}/overview`>) =>
  listQuery(`${root}/overview`, filters);

export const revenueQuery = (filters: FiltersOf<`${typeof root}/revenue`>) => listQuery(`${root}/revenue`, filters);

export const contentQuery = (search: ListParams<`${typeof root}/content`>) => listQuery(`${root}/content`, search);

export const funnelQuery = (filters: FiltersOf<`${typeof root}/funnel`>) => listQuery(`${root}/funnel`, filters);

export const seriesAnalyticsQuery = (id: string, query: FiltersOf<`${typeof root}/content/series/{id}`>) =>
  apiQuery(`${root}/content/series/{id}`, { path: { id }, query });

/** The days before those that are shown, as the server is asked for them. */
export function daysBefore(period: Period | undefined): { dateFrom?: string; dateTo?: string } {
  if (!period) return {};
  const { start, end } = previousOf(period);
  return { dateFrom: start, dateTo: end };
}

/** What a query has brought for what was asked, and not for what was asked before. */
export const settledOf = <Data>({ data, isPlaceholderData }: UseQueryResult<Data>): Data | undefined =>
  isPlaceholderData ? undefined : data;

/** The address of a file with the figures of these filters. */
export function csvUrl(part: string, filters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${root}/${part}/export.csv?${new URLSearchParams(given)}`;
}

export const whatIfQuery = (id: string, query: FiltersOf<`${typeof root}/content/series/{id}/what-if`>) => ({
  ...apiQuery(`${root}/content/series/{id}/what-if`, { path: { id }, query }),
  placeholderData: keepPreviousData,
});
