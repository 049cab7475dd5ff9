import { dayRange } from '../../kit/http/day-range.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { newest } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { AuditEntry, auditQuery } from './schema.ts';
import { findEntry, listEntries } from './sql.ts';

export const auditRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/audit-log',
    may: ['audit:read'],
    summary: 'List what admins and jobs have done, newest first',
    description:
      'Both days of `dateFrom` and `dateTo` count, in UTC. An id that does not exist in a filter gives an empty list.',
    query: auditQuery,
    item: AuditEntry,
    fromReplica: true,
    example: { query: { action: 'admin.create' } },
    sort: newest('created_at'),
    list: (db, { dateFrom, dateTo, ...given }, keyset) =>
      listEntries(db, { ...given, ...dayRange(dateFrom, dateTo) }, keyset),
    show: (row) => row,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/audit-log/:id',
    may: ['audit:read'],
    summary: 'Read one audit entry',
    description:
      '`before` and `after` hold the fields that changed, under the names that the API gives them; personal data stands there as `[personal]`.',
    params: { id: Id },
    reply: AuditEntry,
    budget: 1,
    example: { params: { id: '01930000-0000-7000-8000-0000000000a1' } },
    target: (db, { id }) => findEntry(db, id),
    run: async (_ctx, { target }) => target,
  }),
];
