import type { Static } from 'typebox';
import { notFound, refuse, refuseField } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { newId } from '../../../kit/id.ts';
import { mustMatch } from '../../../kit/revision.ts';
import { type Admin, hasPermission, inOrder, isPermission } from '../../access/public.ts';
import * as approvals from '../../approvals/public.ts';
import * as audit from '../../audit/public.ts';
import { baselinePermissionRequired, roleInUse, systemRoleProtected, unknownPermission } from '../errors.ts';
import { baselineOf, plainName, roleNameFault } from '../rules.ts';
import type { CreateRoleBody, RoleRow, UpdateRoleBody } from '../schema.ts';
import { findRole, insertAccessChangeForHolders, insertRole, listRoleNames, lockRole, updateRole } from '../sql.ts';

type AdminCtx = Ctx<Admin>;

const target = (id: string) => ({ type: 'role', id });

/** `*` is reserved for the superadmin role. */
function requireKnownPermissions(permissions: readonly string[], alsoAllowed: readonly string[] = []): void {
  const unknown = permissions.filter((permission) => !isPermission(permission) && !alsoAllowed.includes(permission));
  if (unknown.length > 0) refuse(unknownPermission, { permissions: [...new Set(unknown)] });
}

function nameFrom(given: string): string {
  const name = plainName(given);
  const fault = roleNameFault(name);
  return fault === undefined ? name : refuseField('name', fault);
}

export async function create(ctx: AdminCtx, given: Static<typeof CreateRoleBody>): Promise<RoleRow> {
  requireKnownPermissions(given.permissions);
  const { description = '' } = given;
  const name = nameFrom(given.name);
  const permissions = inOrder(given.permissions);
  const id = newId();
  await insertRole(ctx.tx, { id, name, description, permissions, is_system: false }, ctx.now);
  await audit.record(ctx, { action: 'role.create', target: target(id), after: { name, description, permissions } });
  return (await findRole(ctx.tx, id)) ?? refuse(notFound);
}

/** Takes effect with the next request of each holder; sessions are kept. */
export async function update(ctx: AdminCtx, id: string, edit: Static<typeof UpdateRoleBody>): Promise<RoleRow> {
  const role = (await lockRole(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, role.revision);
  const name = edit.name === undefined || edit.name === role.name ? role.name : nameFrom(edit.name);
  const description = edit.description ?? role.description;
  const given = edit.permissions ?? role.permissions;
  if (role.is_system) requireUnchangedBaseline(role, name, description, given);
  requireKnownPermissions(given, role.is_system ? baselineOf(role.name) : []);
  const permissions = inOrder(given);
  const before = { name: role.name, description: role.description, permissions: inOrder(role.permissions) };
  const after = { name, description, permissions };
  if (JSON.stringify(before) === JSON.stringify(after)) return role;
  await updateRole(ctx.tx, id, after, ctx.now);
  const isExtended = permissions.some((permission) => !role.permissions.includes(permission));
  if (isExtended) await insertAccessChangeForHolders(ctx.tx, id, ctx.caller, ctx.now);
  await audit.record(ctx, { action: 'role.update', target: target(id), ...changedOf(before, after) });
  return (await findRole(ctx.tx, id)) ?? refuse(notFound);
}

type Audited = Pick<RoleRow, 'name' | 'description' | 'permissions'>;

/** The name and the description if they changed, and always the permissions. */
function changedOf(before: Audited, after: Audited) {
  const changed = (['name', 'description'] as const).filter((field) => before[field] !== after[field]);
  const only = (role: Audited) => ({
    ...Object.fromEntries(changed.map((field) => [field, role[field]])),
    permissions: role.permissions,
  });
  return { before: only(before), after: only(after) };
}

/** A built-in role keeps its name, description and baseline; added permissions can be removed. */
function requireUnchangedBaseline(
  role: RoleRow,
  name: string,
  description: string,
  permissions: readonly string[],
): void {
  if (name !== role.name || description !== role.description) refuse(systemRoleProtected);
  const missing = baselineOf(role.name).filter((permission) => !permissions.includes(permission));
  if (missing.length > 0) refuse(baselinePermissionRequired, { missing });
}

/** Checked at the request and again at approval. */
async function lockDeletable(ctx: AdminCtx, id: string): Promise<RoleRow> {
  const role = (await lockRole(ctx.tx, id)) ?? refuse(notFound);
  if (role.is_system) refuse(systemRoleProtected);
  if (role.admin_count > 0) refuse(roleInUse, { assignedCount: role.admin_count });
  return role;
}

async function remove(ctx: AdminCtx, id: string): Promise<void> {
  const role = await lockDeletable(ctx, id);
  await updateRole(ctx.tx, id, { deleted_at: ctx.now }, ctx.now);
  const before = { name: role.name, description: role.description, permissions: inOrder(role.permissions) };
  await audit.record(ctx, { action: 'role.delete', target: target(id), before, after: { permissions: [] } });
}

/** Requires approval by a second superadmin. */
export const roleDelete: approvals.ApprovalKind = {
  kind: 'role_delete',
  targetType: 'role',
  requesters: ['*'],
  deciders: { permission: '*' },
  dedupeByTarget: true,
  errors: [notFound, systemRoleProtected, roleInUse],
  async describe(db, ids, { permissions }) {
    const names = hasPermission(permissions, '*') ? await listRoleNames(db, ids) : [];
    return new Map(names.map(({ id, name }) => [id, { label: name, pictureUrl: null }]));
  },
  execute: async (ctx, id) => {
    await remove(ctx, id);
    return { id };
  },
};

export async function requestDeletion(ctx: AdminCtx, id: string): Promise<approvals.Pending> {
  await approvals.closeStale(ctx, roleDelete, id);
  const role = await lockDeletable(ctx, id);
  const asked = { targetId: role.id, reason: 'two_person_rule', payload: { name: role.name } };
  return approvals.request(ctx, roleDelete, asked);
}
