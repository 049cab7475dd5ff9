import { Type } from 'typebox';
import { invalidCursor, notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { newestFirst, toPage } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import * as approvals from '../approvals/public.ts';
import { create, mustBeDeletable, remove, update } from './actions/roles.ts';
import {
  baselinePermissionRequired,
  roleInUse,
  roleNameTaken,
  systemRoleProtected,
  unknownPermission,
} from './errors.ts';
import { baselineOf } from './rules.ts';
import { CreateRoleBody, Role, RolePage, roleListQuery, showRole, UpdateRoleBody } from './schema.ts';
import { findRole, listRoles, type RoleRow } from './sql.ts';

const params = { id: Type.String({ description: 'Id or name' }) };
const show = (row: RoleRow, held: readonly string[]) => showRole(row, row.is_system ? baselineOf(row.name) : [], held);

export const roleDelete: approvals.ApprovalKind = {
  kind: 'role_delete',
  targetType: 'role',
  deciders: { permission: '*' },
  errors: [notFound, systemRoleProtected, roleInUse],
  execute: async (ctx, id) => {
    await remove(ctx, id);
    return { id };
  },
};

export const roleRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/roles',
    may: ['*'],
    summary: 'List roles, newest first',
    query: roleListQuery,
    reply: RolePage,
    errors: [invalidCursor],
    budget: 1,
    run: async ({ db, caller }, { query: { cursor, limit = 50 } }) => {
      const boundTo = ['roles'];
      const keyset = newestFirst({ cursor, limit, boundTo }, 'r');
      const rows = await listRoles(db, keyset);
      return toPage(
        rows,
        keyset,
        (row) => row.created_at,
        (row) => show(row, caller.permissions),
      );
    },
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/roles/:id',
    may: ['*'],
    summary: 'Read one role',
    params,
    reply: Role,
    budget: 1,
    example: { params: { id: 'finance' } },
    target: (db, { id }) => findRole(db, id),
    run: async ({ caller }, { target }) => show(target, caller.permissions),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/roles',
    may: ['*'],
    fresh: true,
    status: 201,
    summary: 'Create a role',
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
    may: ['*'],
    fresh: true,
    summary: 'Edit a role',
    description: 'Its holders have the new permissions at their next request. Built-in roles keep their baseline.',
    params,
    body: UpdateRoleBody,
    reply: Role,
    errors: [notFound, roleNameTaken, unknownPermission, systemRoleProtected, baselinePermissionRequired],
    example: { params: { id: 'example role' }, body: { permissions: ['users:read'] } },
    target: (db, { id }) => findRole(db, id),
    run: async (ctx, { target, body }) => show(await update(ctx, target.id, body), ctx.caller.permissions),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/roles/:id',
    may: ['*'],
    fresh: true,
    idempotent: true,
    summary: 'Ask for the deletion of a role',
    description: 'Another superadmin must approve it. Nobody may hold the role, now and then.',
    params,
    reply: approvals.ApprovalPending,
    errors: [systemRoleProtected, roleInUse],
    budget: 24,
    example: { params: { id: 'example role' } },
    target: (db, { id }) => findRole(db, id),
    run: async (ctx, { target }) => {
      const role = await mustBeDeletable(ctx, target.id);
      const payload = { name: role.name };
      return approvals.request(ctx, roleDelete, { targetId: role.id, reason: 'two_person_rule', payload });
    },
  }),
];
