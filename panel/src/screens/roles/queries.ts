import type { Schema } from '../../api/client.ts';
import { apiQuery, itemsOf, taggedQuery } from '../../api/query.ts';

export const roleQuery = (id: string) => taggedQuery('/v1/admin/roles/{id}', { path: { id } });

export const roleHistoryQuery = (id: string) => ({
  ...apiQuery('/v1/admin/audit-log', { query: { targetType: 'role', targetId: id, limit: 10 } }),
  select: itemsOf<Schema<'AuditEntry'>>,
});
