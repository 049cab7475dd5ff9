import { queryOptions } from '@tanstack/react-query';
import { api, unwrap, unwrapWithTag } from '../../api/client.ts';

export const roleQuery = (id: string) =>
  queryOptions({
    queryKey: ['roles', 'one', id],
    queryFn: ({ signal }) => unwrapWithTag(api.GET('/v1/admin/roles/{id}', { params: { path: { id } }, signal })),
  });

export const roleHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'role', id],
    queryFn: async () => {
      const query = { targetType: 'role', targetId: id, limit: 10 };
      return (await unwrap(api.GET('/v1/admin/audit-log', { params: { query } }))).items;
    },
  });
