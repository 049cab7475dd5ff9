import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schema, unwrap, unwrapWithTag } from '../../api/client.ts';

export type Admin = Schema<'Admin'>;

interface AdminFilters {
  q?: string | undefined;
  role?: string | undefined;
  is_active?: boolean | undefined;
  cursor?: string;
  limit?: number;
}

export const adminsQuery = (query: AdminFilters) =>
  queryOptions({
    queryKey: ['admins', query],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/admin/admins', { params: { query: defined(query) }, signal })),
    placeholderData: keepPreviousData,
  });

/** The contract knows a filter or does not; undefined would be neither. */
function defined({ q, role, is_active: isActive, ...rest }: AdminFilters) {
  return { ...rest, ...(q && { q }), ...(role && { role }), ...(isActive !== undefined && { is_active: isActive }) };
}

export const adminQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', id],
    queryFn: ({ signal }) => unwrapWithTag(api.GET('/v1/admin/admins/{id}', { params: { path: { id } }, signal })),
  });

export const rolesQuery = queryOptions({
  queryKey: ['roles', 'all'],
  queryFn: async () => (await unwrap(api.GET('/v1/admin/roles', { params: { query: { limit: 200 } } }))).items,
  staleTime: 60_000,
});

export const adminHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'admin', id],
    queryFn: async () => {
      const query = { targetType: 'admin', targetId: id, limit: 10 };
      return (await unwrap(api.GET('/v1/admin/audit-log', { params: { query } }))).items;
    },
  });
