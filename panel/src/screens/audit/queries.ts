import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schema, unwrap } from '../../api/client.ts';
import { type ListState, pageQuery } from '../../ui/list/search.ts';

export type AuditEntry = Schema<'AuditEntry'>;

export interface AuditSearch extends ListState {
  readonly action?: string | undefined;
  readonly adminId?: string | undefined;
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

/** The contract knows a filter or does not; undefined would be neither. */
function queryOf({ action, adminId, targetType, targetId, dateFrom, dateTo, ...page }: AuditSearch) {
  return {
    ...pageQuery(page),
    ...(action && { action }),
    ...(adminId && { adminId }),
    ...(targetType && { targetType }),
    ...(targetId && { targetId }),
    ...(dateFrom && { dateFrom }),
    ...(dateTo && { dateTo }),
  };
}

export const auditQuery = (search: AuditSearch) => {
  const query = queryOf(search);
  return queryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/admin/audit-log', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

/** What is written stays as it is, so it is asked for once. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'entry', id],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/admin/audit-log/{id}', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** For the filter; only those who may see the admins can ask. */
export const namesQuery = queryOptions({
  queryKey: ['admins', 'names'],
  queryFn: async () => (await unwrap(api.GET('/v1/admin/admins', { params: { query: { limit: 200 } } }))).items,
  staleTime: 60_000,
});
