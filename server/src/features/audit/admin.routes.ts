import type { Db } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import { dayRange } from '../../kit/http/day-range.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { newest } from '../../kit/page.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import { findLabels } from './labels.sql.ts';
import type { AuditPorts } from './ports.ts';
import { namedTargetTypes } from './rules.ts';
import { AuditEntry, auditQuery } from './schema.ts';
import { type AuditRow, findEntry, listEntries } from './sql.ts';

/** The entries with what their targets are called. */
async function labelled(db: Db, rows: readonly AuditRow[], caller: Pick<Admin, 'permissions'>, ports: AuditPorts) {
  const labelOf = await findLabels(db, rows, namedTargetTypes(caller.permissions), ports);
  return rows.map((row) => {
    const { label, translations, pictureId, context, about } = labelOf(row);
    const target = { target_label: label, target_label_i18n: translations, target_picture_id: pictureId };
    return { ...row, ...target, target_context: context, target_about: about };
  });
}

export const auditRoutes = (ports: AuditPorts): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/audit-log',
    may: ['audit:read'],
    summary: 'List what admins and jobs have done, newest first',
    description:
      'Both days of `dateFrom` and `dateTo` count, in UTC. An id that does not exist in a filter gives an empty list. `target_label` is left out where the caller may not see it.',
    query: auditQuery,
    item: AuditEntry,
    fromReplica: true,
    example: { query: { action: 'admin.create' } },
    sort: newest('created_at'),
    budget: 2,
    list: async (db, { dateFrom, dateTo, ...given }, keyset, { caller }) =>
      labelled(db, await listEntries(db, { ...given, ...dayRange(dateFrom, dateTo) }, keyset), caller, ports),
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
    budget: 2,
    example: { params: { id: '01930000-0000-7000-8000-0000000000a1' } },
    target: (db, { id }) => findEntry(db, id),
    run: async ({ db, caller }, { target }) => (await labelled(db, [target], caller, ports))[0] ?? refuse(notFound),
  }),
];
