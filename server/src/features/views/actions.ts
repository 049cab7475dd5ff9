import type { Static } from 'typebox';
import { notFound, refuse, refuseField } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { newId } from '../../kit/id.ts';
import { differences } from '../../kit/json.ts';
import { mustMatch } from '../../kit/revision.ts';
import { type Admin, hasPermission, insufficientPermissions } from '../access/public.ts';
import { lockAdmin, lockRoleForShare } from '../admins/public.ts';
import * as audit from '../audit/public.ts';
import { tooManyViews } from './errors.ts';
import { type ListName, mayOpen, mostViews, permissionsOf, sightOf } from './rules.ts';
import { type CreateViewBody, mayChange, type UpdateViewBody, type ViewRow } from './schema.ts';
import { countViews, deleteView, findView, insertView, lockView, updateView } from './sql.ts';

type AdminCtx = Ctx<Admin>;

/** Names what it filters by, and not the values: what is searched for may be the contact of a user. */
const audited = ({ list, name, role, search }: ViewRow) => ({
  list,
  name,
  role: role?.name ?? null,
  filters: Object.keys(search).toSorted(),
});

async function record(ctx: AdminCtx, before: ViewRow | undefined, after: ViewRow | undefined): Promise<void> {
  const view = after ?? before;
  if (!view || !(before?.role || after?.role)) return;
  const action = `saved_view.${before ? (after ? 'update' : 'delete') : 'create'}` as const;
  const sides = { ...(before && { before: audited(before) }), ...(after && { after: audited(after) }) };
  await audit.record(ctx, { action, target: { type: 'saved_view', id: view.id }, ...sides });
}

/** Locks the role, so that it is not deleted meanwhile. Admins share with their own role, superadmins with any. */
async function lockRole(ctx: AdminCtx, list: ListName, given: string | null): Promise<string | null> {
  if (given === null) return null;
  const role = (await lockRoleForShare(ctx.tx, given)) ?? refuse(notFound, { field: 'role' });
  if (role.name !== ctx.caller.role && !hasPermission(ctx.caller.permissions, '*')) {
    refuseField('role', 'must be your own role');
  }
  if (!mayOpen(role.permissions, list)) refuseField('role', 'must be a role that can open the list');
  return role.id;
}

export async function createView(ctx: AdminCtx, given: Static<typeof CreateViewBody>): Promise<ViewRow> {
  const { list, search } = given;
  if (!mayOpen(ctx.caller.permissions, list)) refuse(insufficientPermissions, { required: [...permissionsOf(list)] });
  const roleId = await lockRole(ctx, list, given.role ?? null);
  // Views of one admin are created one after the other, because each counts those before it.
  await lockAdmin(ctx.tx, ctx.caller.id);
  if ((await countViews(ctx.tx, ctx.caller.id)) >= mostViews) refuse(tooManyViews, { most: mostViews });
  const id = newId();
  await insertView(ctx.tx, { id, adminId: ctx.caller.id, list, name: given.name.trim(), search, roleId }, ctx.now);
  const view = (await findView(ctx.tx, id, sightOf(ctx.caller))) ?? refuse(notFound);
  await record(ctx, undefined, view);
  return view;
}

async function lockOwn(ctx: AdminCtx, id: string): Promise<ViewRow> {
  const view = (await lockView(ctx.tx, id, sightOf(ctx.caller))) ?? refuse(notFound);
  if (!mayChange(view, ctx.caller)) refuse(insufficientPermissions, { required: ['*'] });
  return view;
}

export async function editView(
  ctx: AdminCtx,
  { id, list, role }: ViewRow,
  edit: Static<typeof UpdateViewBody>,
): Promise<ViewRow> {
  const isShare = edit.role !== undefined && edit.role !== role?.name && edit.role !== role?.id;
  const roleId = isShare ? await lockRole(ctx, list, edit.role ?? null) : undefined;
  const before = await lockOwn(ctx, id);
  mustMatch(ctx.ifMatch, before.revision);
  const was = { name: before.name, search: before.search, roleId: before.role?.id ?? null };
  const fields = {
    name: edit.name?.trim() ?? was.name,
    search: edit.search ?? was.search,
    roleId: roleId === undefined ? was.roleId : roleId,
  };
  if (!differences(was, fields)) return before;
  await updateView(ctx.tx, id, fields, ctx.now);
  // Another's view may be made private by a superadmin, who does not see it from then on.
  const after = (await findView(ctx.tx, id, { ...sightOf(ctx.caller), adminId: before.owner.id })) ?? refuse(notFound);
  await record(ctx, before, after);
  return after;
}

export async function removeView(ctx: AdminCtx, id: string): Promise<void> {
  const view = await lockOwn(ctx, id);
  await deleteView(ctx.tx, id);
  await record(ctx, view, undefined);
}
