import type { Schema } from '../../api/client.ts';
import { allQuery, apiQuery, type ListParams, listQuery } from '../../api/query.ts';

export type AuditEntry = Schema<'AuditEntry'>;

export const auditQuery = (search: ListParams<'/v1/admin/audit-log'>) => listQuery('/v1/admin/audit-log', search);

/** What is written stays as it is, so it is asked for once. */
export const entryQuery = (id: string) => ({
  ...apiQuery('/v1/admin/audit-log/{id}', { path: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** For the filter; only those who may see the admins can ask. */
export const namesQuery = { ...allQuery('/v1/admin/admins', {}), staleTime: 60_000 };
