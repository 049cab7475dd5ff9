import type { Schema } from '../../api/client.ts';
import { allQuery, apiQuery, itemsOf, type ListParams, listQuery, taggedQuery } from '../../api/query.ts';

export type Admin = Schema<'Admin'>;

export const adminsQuery = (search: ListParams<'/v1/admin/admins'>) => listQuery('/v1/admin/admins', search);

export const adminQuery = (id: string) => taggedQuery('/v1/admin/admins/{id}', { path: { id } });

export const rolesQuery = { ...allQuery('/v1/admin/roles', {}), staleTime: 60_000 };

export const adminHistoryQuery = (id: string) => ({
  ...apiQuery('/v1/admin/audit-log', { query: { targetType: 'admin', targetId: id, limit: 10 } }),
  select: itemsOf<Schema<'AuditEntry'>>,
});
