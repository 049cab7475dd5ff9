import type { Db } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { dayRange, Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { type Admin, adminEndpoint, insufficientPermissions } from '../access/public.ts';
import { isUndoable, undo, undoState } from './actions.ts';
import { AuditProof } from './blocks.schema.ts';
import { blockRoutes, findChain } from './blocks.ts';
import { notUndoable, undoConflict } from './errors.ts';
import { findLabels } from './labels.sql.ts';
import type { AuditPorts } from './ports.ts';
import { namedTargetTypes } from './rules.ts';
import { AuditEntry, AuditEntryDetail, auditQuery, UndoBody } from './schema.ts';
import { type AuditRow, findEntry, listEntries } from './sql.ts';
import { type UndoKind, UndoKinds } from './undo-kinds.ts';

interface Setup {
  readonly ports: AuditPorts;
  readonly kinds: UndoKinds;
}
interface Reader {
  readonly caller: Pick<Admin, 'permissions'>;
  readonly now: Date;
}

/** With the names of their targets. */
async function labelled(db: Db, rows: readonly AuditRow[], { caller, now }: Reader, { ports, kinds }: Setup) {
  const targetOf = await findLabels(db, rows, namedTargetTypes(caller.permissions), ports);
  return rows.map((row) => ({ ...row, ...targetOf(row), undoable: isUndoable(kinds, row, now) }));
}

async function labelledOne(db: Db, row: AuditRow, reader: Reader, setup: Setup) {
  return (await labelled(db, [row], reader, setup))[0] ?? refuse(notFound);
}

const readRoutes = (setup: Setup): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/audit-log',
    access: ['audit:read'],
    summary: 'List audit entries, newest first',
    description:
      '`dateFrom` and `dateTo` are UTC days, both inclusive. A filter with an unknown id gives an empty list. `target_label` is omitted if the caller may not see the target.',
    query: auditQuery,
    item: AuditEntry,
    fromReplica: true,
    example: { query: { action: 'admin.create' } },
    sort: byNewest('created_at'),
    list: async (db, { dateFrom, dateTo, ...given }, keyset, reader) =>
      labelled(db, await listEntries(db, { ...given, ...dayRange(dateFrom, dateTo) }, keyset), reader, setup),
    show: (row) => row,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/audit-log/:id',
    access: ['audit:read'],
    summary: 'Read one audit entry',
    description:
      '`before` and `after` contain the changed fields under their API names, with personal data replaced by `[personal]`. `undo` tells whether the change can be undone and what prevents it.',
    params: { id: Id },
    reply: AuditEntryDetail,
    example: { params: { id: '01930000-0000-7000-8000-0000000000a1' } },
    target: (db, { id }) => findEntry(db, id),
    run: async ({ db, caller, now }, { target }) => ({
      ...(await labelledOne(db, target, { caller, now }, setup)),
      undo: await undoState(db, setup.kinds, target, caller, now),
    }),
  }),
];

const undoRoute = (setup: Setup): Endpoint =>
  adminEndpoint({
    method: 'POST',
    url: '/admin/audit-log/:id/undo',
    access: ['audit:read'],
    summary: 'Undo a change',
    description:
      'Restores the previous values of changes to rails, collections, the preview reel, free series, flags, price overrides and the status of a coin package. Also requires the permission for the change itself. Refused with the later entry if the same object was changed since; undone changes do not count, so several changes can be undone one after the other, newest first. The undo is recorded as a change of its own whose `flags.undoes` refers to the entry, and can itself be undone. Values that could not be set today, such as a free series that is no longer published, are refused with the corresponding error.',
    params: { id: Id },
    body: UndoBody,
    reply: AuditEntry,
    errors: [notUndoable, undoConflict, insufficientPermissions, ...setup.kinds.errors],
    example: { params: { id: '01930000-0000-7000-8000-0000000000a2' }, body: { note: 'Paused by mistake' } },
    target: (db, { id }) => findEntry(db, id),
    run: async (ctx, { target, body }) =>
      labelledOne(ctx.tx, await undo(ctx, setup, target, body.note ?? null), ctx, setup),
  });

export function auditRoutes(ports: AuditPorts, registered: readonly UndoKind[]): Endpoint[] {
  const setup = { ports, kinds: new UndoKinds(registered) };
  return [...readRoutes(setup), undoRoute(setup)];
}

export const auditProofRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/audit-log/proof',
    access: ['audit:read'],
    summary: 'Read the integrity status of the audit log',
    description:
      'Like the status of the ledger: `brokenBlocks` lists the blocks whose entries differ from the sealed ones.',
    reply: AuditProof,
    run: ({ db }) => findChain(db, 'audit'),
  }),
  ...blockRoutes({
    chain: 'audit',
    url: '/admin/audit-log',
    permission: 'audit:read',
    items: 'audit entries',
    exportAction: 'audit_log.export',
  }),
];
