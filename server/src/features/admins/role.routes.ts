import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { ApprovalPending } from '../approvals/public.ts';
import { create, requestDeletion, update } from './actions/roles.ts';
import {
  baselinePermissionRequired,
  roleInUse,
  roleNameTaken,
  systemRoleProtected,
  unknownPermission,
} from './errors.ts';
import { baselineOf } from './rules.ts';
import { CreateRoleBody, Role, type RoleRow, showRole, UpdateRoleBody } from './schema.ts';
import { findRole, listRoles } from './sql.ts';

const params = { id: Type.String({ description: 'Id or name' }) };
const onRole = { params, target: (db: Db, { id }: { id: string }) => findRole(db, id) };
const show = (row: RoleRow, held: readonly string[]) => showRole(row, row.is_system ? baselineOf(row.name) : [], held);

export const roleRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/roles',
    access: ['*'],
    summary: 'List roles, newest first',
    description: 'Includes the built-in roles (`is_system`). `admin_count` is the number of admins with the role.',
    item: Role,
    sort: byNewest('created_at', 'r'),
    list: (db, _filters, keyset) => listRoles(db, keyset),
    show: (row, { permissions }) => show(row, permissions),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/roles/:id',
    access: ['*'],
    summary: 'Read one role',
    description: 'By id or name. Includes the permissions and, for a built-in role, the ones that cannot be removed.',
    ...onRole,
    reply: Role,
    example: { params: { id: 'finance' } },
    run: async ({ caller }, { target }) => show(target, caller.permissions),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/roles',
    access: ['*'],
    stepUp: true,
    status: 201,
    summary: 'Create a role',
    description:
      'Names are case-insensitive. Only listed permissions can be granted; `*` is reserved for built-in roles.',
    body: CreateRoleBody,
    reply: Role,
    errors: [roleNameTaken, unknownPermission],
    example: {
      body: { name: 'night desk', description: 'Support after hours', permissions: ['users:read', 'wallet:read'] },
    },
    run: async (ctx, { body }) => show(await create(ctx, body), ctx.caller.permissions),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/roles/:id',
    access: ['*'],
    stepUp: true,
    summary: 'Edit a role',
    description: 'Takes effect with the next request of each holder. Built-in roles keep their baseline permissions.',
    ...onRole,
    body: UpdateRoleBody,
    reply: Role,
    errors: [notFound, roleNameTaken, unknownPermission, systemRoleProtected, baselinePermissionRequired],
    example: { params: { id: 'example role' }, body: { permissions: ['users:read'] } },
    run: async (ctx, { target, body }) => show(await update(ctx, target.id, body), ctx.caller.permissions),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/roles/:id',
    access: ['*'],
    stepUp: true,
    idempotent: true,
    summary: 'Request the deletion of a role',
    description: 'Requires approval by another superadmin. The role must have no holders, both now and at approval.',
    ...onRole,
    reply: ApprovalPending,
    errors: [systemRoleProtected, roleInUse],
    example: { params: { id: 'example role' } },
    run: (ctx, { target }) => requestDeletion(ctx, target.id),
  }),
];
