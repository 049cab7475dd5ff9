import { invalidCursor } from '../../kit/errors.ts';
import { dayRange } from '../../kit/http/day-range.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { newestFirst, toPage } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { AuditEntry, AuditPage, auditQuery } from './schema.ts';
import { findEntry, listEntries } from './sql.ts';

export const auditRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/audit-log',
    may: ['audit:read'],
    summary: 'List what admins and jobs have done, newest first',
    query: auditQuery,
    reply: AuditPage,
    errors: [invalidCursor],
    mayLag: true,
    budget: 1,
    example: { query: { action: 'admin.create' } },
    run: async (ctx, { query }) => {
      const { cursor, limit = 50, action, adminId, targetType, targetId, dateFrom, dateTo } = query;
      // Named one by one, so that a cursor fits however the caller orders the filters.
      const filters = { action, adminId, targetType, targetId };
      const range = dayRange(dateFrom, dateTo);
      const boundTo = ['audit', filters, dateFrom, dateTo];
      const keyset = newestFirst({ cursor, limit, boundTo });
      const rows = await listEntries(ctx.db, { ...filters, ...range }, keyset);
      return toPage(
        rows,
        keyset,
        (row) => row.created_at,
        (row) => row,
      );
    },
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/audit-log/:id',
    may: ['audit:read'],
    summary: 'Read one audit entry',
    params: { id: Id },
    reply: AuditEntry,
    budget: 1,
    example: { params: { id: '01930000-0000-7000-8000-0000000000a1' } },
    target: (db, { id }) => findEntry(db, id),
    run: async (_ctx, { target }) => target,
  }),
];
