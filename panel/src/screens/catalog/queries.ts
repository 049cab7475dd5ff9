import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { change, dryRun } from '../../api/change.ts';
import { api, type Schema, unwrap, unwrapWithTag } from '../../api/client.ts';
import { everyPage } from '../../api/every-page.ts';
import type { orders } from '../../ui/list/search.ts';
import type { sorts, states } from './choices.ts';

export type Series = Schema<'Series'>;
export type Episode = Schema<'Episode'>;
export type SeriesState = Series['status'];

export interface SeriesFilters {
  q?: string | undefined;
  status?: (typeof states)[number] | undefined;
  genreSlug?: string | undefined;
  sort?: (typeof sorts)[number] | undefined;
  order?: (typeof orders)[number] | undefined;
  cursor?: string;
  limit?: number;
}

export const seriesListQuery = (query: SeriesFilters) =>
  queryOptions({
    queryKey: ['series', 'list', query],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/admin/series', { params: { query: defined(query) }, signal })),
    placeholderData: keepPreviousData,
  });

/** The contract knows a filter or does not; undefined would be neither. */
function defined({ q, status, genreSlug, sort, order, ...rest }: SeriesFilters) {
  return {
    ...rest,
    ...(q && { q }),
    ...(status && { status }),
    ...(genreSlug && { genreSlug }),
    ...(sort && { sort }),
    ...(order && { order }),
  };
}

export const seriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['series', 'one', id],
    queryFn: ({ signal }) => unwrapWithTag(api.GET('/v1/admin/series/{id}', { params: { path: { id } }, signal })),
  });

/** All of them: a grid that is edited has no pages. */
export const episodesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['series', 'episodes', seriesId],
    queryFn: ({ signal }) =>
      everyPage((query) =>
        unwrap(api.GET('/v1/admin/series/{id}/episodes', { params: { path: { id: seriesId }, query }, signal })),
      ),
  });

export type Warning = Schema<'PublishingWarning'>;

/** What the server would warn of at the next step, asked for by a rehearsal of it. */
export const warningsQuery = (series: Series, action: 'submit' | 'publish') =>
  queryOptions({
    queryKey: ['series', 'warnings', series.id, action],
    queryFn: async () => {
      const { body } = await dryRun(
        change('POST', '/v1/admin/series/{id}/workflow', { path: { id: series.id }, body: { action } }),
      );
      return warningsIn(body);
    },
  });

const isWarning = (value: unknown): value is Warning => typeof value === 'object' && value !== null && 'code' in value;

/** The warnings of an answer to a move. */
export function warningsIn(body: unknown): Warning[] {
  if (typeof body !== 'object' || body === null || !('warnings' in body)) return [];
  return Array.isArray(body.warnings) ? body.warnings.filter(isWarning) : [];
}

export const historyQuery = (targetType: 'series' | 'episode', targetId: string) =>
  queryOptions({
    queryKey: ['audit', targetType, targetId],
    queryFn: async () => {
      const query = { targetType, targetId, limit: 50 };
      return (await unwrap(api.GET('/v1/admin/audit-log', { params: { query } }))).items;
    },
  });
