import type { Schema } from '../../api/client.ts';
import { allQuery, apiQuery, type ListParams, listQuery } from '../../api/query.ts';

export type AuditEntry = Schema<'AuditEntry'>;
export type AuditEntryDetail = Schema<'AuditEntryDetail'>;

export const auditQuery = (search: ListParams<'/v1/admin/audit-log'>) => listQuery('/v1/admin/audit-log', search);

/** What is written stays as it is; whether it can be undone does not. */
export const entryQuery = (id: string) => apiQuery('/v1/admin/audit-log/{id}', { path: { id } });

/** For the filter; only those who may see the admins can ask. */
export const namesQuery = { ...allQuery('/v1/admin/admins', {}), staleTime: 60_000 };
