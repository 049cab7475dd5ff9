import { queryOptions } from '@tanstack/react-query';
import { change, dryRun } from '../../api/change.ts';
import type { Schema } from '../../api/client.ts';
import { allQuery, apiQuery, itemsOf, keyOf, type ListParams, listQuery, taggedQuery } from '../../api/query.ts';

export type Series = Schema<'Series'>;
export type Episode = Schema<'Episode'>;
export type SeriesState = Series['status'];

/** Viewers see nothing of it, and no date is set: it is saved without a review. */
export const isUnseen = (status: SeriesState): boolean => status === 'draft' || status === 'in_review';

export const seriesListQuery = (search: ListParams<'/v1/admin/series'>) => listQuery('/v1/admin/series', search);

export const seriesQuery = (id: string) => taggedQuery('/v1/admin/series/{id}', { path: { id } });

/** All of them: a grid that is edited has no pages. */
export const episodesQuery = (seriesId: string) =>
  allQuery('/v1/admin/series/{id}/episodes', { path: { id: seriesId } });

/** Who may decide about what waits for review. */
export const reviewersQuery = {
  ...apiQuery('/v1/admin/publishing/reviewers', {}),
  select: (reply: Schema<'Reviewers'>) => reply.items,
};

/** Why a reviewer sent a series back, while it is a draft for that reason. */
export const sentBackQuery = (id: string) => ({
  ...apiQuery('/v1/admin/series/{id}/sent-back', { path: { id } }),
  select: (reply: Schema<'SentBack'>) => reply.sentBack,
});

/** The request to delete a series that waits for approval, for admins who may see it. */
export const deletionQuery = (id: string) => ({
  ...apiQuery('/v1/admin/approvals', {
    query: { kind: 'series_delete', status: ['pending'], targetType: 'series', targetId: id, limit: 1 },
  }),
  select: ({ items }: { items: Schema<'Approval'>[] }) => items[0] ?? null,
});

export type Warning = Schema<'PublishingWarning'>;

/** What the server would warn of at the next step, asked for by a dry run of it. */
export const warningsQuery = (series: Series, action: 'submit' | 'publish') => {
  const path = { id: series.id };
  return queryOptions({
    queryKey: keyOf('/v1/admin/series/{id}/workflow', { path, query: { action } }, 'warnings'),
    queryFn: async ({ client, signal }) => {
      // After a move the server rejects the step that was next, and the series is read again.
      const { data } = await client.query({ ...seriesQuery(series.id), staleTime: Number.POSITIVE_INFINITY });
      if (!data.allowed.includes(action)) return [];
      const move = change('POST', '/v1/admin/series/{id}/workflow', { path, body: { action } });
      const { body } = await dryRun(move, signal);
      return warningsIn(body);
    },
  });
};

const isWarning = (value: unknown): value is Warning => typeof value === 'object' && value !== null && 'code' in value;

/** The warnings of an answer to a move. */
export function warningsIn(body: unknown): Warning[] {
  if (typeof body !== 'object' || body === null || !('warnings' in body)) return [];
  return Array.isArray(body.warnings) ? body.warnings.filter(isWarning) : [];
}

export const historyQuery = (targetType: 'series' | 'episode', targetId: string) => ({
  ...apiQuery('/v1/admin/audit-log', { query: { targetType, targetId, limit: 50 } }),
  select: itemsOf<Schema<'AuditEntry'>>,
});
