import { notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { newId } from '../../../kit/id.ts';
import { mustMatch } from '../../../kit/revision.ts';
import * as audit from '../../audit/public.ts';
import type { Admin } from '../door.ts';
import { lastSuperadmin, weakPassword } from '../errors.ts';
import { isWeakPassword } from '../rules.ts';
import { revokeSessions } from '../session.sql.ts';
import {
  type AdminChange,
  type AdminRow,
  findAdmin,
  holdRole,
  insertAdmin,
  lockAdmin,
  lockSuperadmins,
  updateAdmin,
} from '../sql.ts';

type AdminCtx = Ctx<Admin>;

const target = (id: string) => ({ type: 'admin', id });

/** Creates an admin with a temporary password, which must be replaced at the first sign-in. */
export async function create(
  ctx: AdminCtx,
  given: { email: string; name: string; role: string },
  passwordHash: string,
): Promise<AdminRow> {
  const role = (await holdRole(ctx.tx, given.role)) ?? refuse(notFound);
  const id = newId();
  const { email, name } = given;
  const admin = { id, email, name, role_id: role.id, password_hash: passwordHash, must_reset_password: true };
  await insertAdmin(ctx.tx, admin, ctx.now);
  const after = { email, name, role: role.name, is_active: true };
  await audit.record(ctx, { action: 'admin.create', target: target(id), after });
  return (await findAdmin(ctx.tx, id)) ?? refuse(notFound);
}

export interface AccountEdit {
  name?: string;
  role?: string;
  is_active?: boolean;
}

/** Renames, gives another role, disables or enables. A new role and a disabling end every session of the admin. */
export async function update(ctx: AdminCtx, id: string, edit: AccountEdit): Promise<AdminRow> {
  const takesAway = edit.role !== undefined || edit.is_active === false;
  if (takesAway) await lockSuperadmins(ctx.tx);
  const role = edit.role === undefined ? undefined : ((await holdRole(ctx.tx, edit.role)) ?? refuse(notFound));
  const admin = (await lockAdmin(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, admin.revision);
  const renamed = edit.name !== undefined && edit.name !== admin.name;
  const reassigned = role !== undefined && role.name !== admin.role;
  const switched = edit.is_active !== undefined && edit.is_active !== admin.is_active;
  if (!renamed && !reassigned && !switched) return admin;
  if (admin.is_last_superadmin && (reassigned || (switched && !edit.is_active))) refuse(lastSuperadmin);

  const change: AdminChange = {
    ...(edit.name !== undefined && { name: edit.name }),
    ...(role && { role_id: role.id }),
    ...(edit.is_active !== undefined && { is_active: edit.is_active }),
  };
  const revoke = reassigned || (switched && edit.is_active === false);
  await updateAdmin(ctx.tx, id, change, ctx.now, revoke);
  if (revoke) await revokeSessions(ctx.tx, id, ctx.now);
  if (renamed || reassigned) {
    const before = { ...(renamed && { name: admin.name }), ...(reassigned && { role: admin.role }) };
    const after = { ...(renamed && { name: edit.name }), ...(reassigned && { role: role.name }) };
    await audit.record(ctx, { action: 'admin.update', target: target(id), before, after });
  }
  if (switched) {
    const action = edit.is_active ? 'admin.enable' : 'admin.disable';
    const states = { before: { is_active: admin.is_active }, after: { is_active: edit.is_active } };
    await audit.record(ctx, { action, target: target(id), ...states });
  }
  return (await findAdmin(ctx.tx, id)) ?? refuse(notFound);
}

/** Deletes softly: the audit log goes on naming the admin, and the email is free again. */
export async function remove(ctx: AdminCtx, id: string): Promise<void> {
  await lockSuperadmins(ctx.tx);
  const admin = (await lockAdmin(ctx.tx, id)) ?? refuse(notFound);
  if (admin.is_last_superadmin) refuse(lastSuperadmin);
  await updateAdmin(ctx.tx, id, { deleted_at: ctx.now }, ctx.now, true);
  await revokeSessions(ctx.tx, id, ctx.now);
  const before = { email: admin.email, name: admin.name, role: admin.role, is_active: admin.is_active };
  await audit.record(ctx, { action: 'admin.delete', target: target(id), before });
}

/** Ends every session of an admin at once, on every process. */
export async function forceLogout(ctx: AdminCtx, id: string): Promise<AdminRow> {
  const admin = (await lockAdmin(ctx.tx, id)) ?? refuse(notFound);
  await updateAdmin(ctx.tx, id, {}, ctx.now, true);
  await revokeSessions(ctx.tx, id, ctx.now);
  const versions = {
    before: { token_version: admin.token_version },
    after: { token_version: admin.token_version + 1 },
  };
  await audit.record(ctx, { action: 'admin.force_logout', target: target(id), ...versions });
  return (await findAdmin(ctx.tx, id)) ?? refuse(notFound);
}

/** Sets a temporary password, which must be replaced at the next sign-in. */
export async function resetPassword(ctx: AdminCtx, id: string, passwordHash: string): Promise<AdminRow> {
  (await lockAdmin(ctx.tx, id)) ?? refuse(notFound);
  const change = { password_hash: passwordHash, must_reset_password: true };
  await updateAdmin(ctx.tx, id, change, ctx.now, true);
  await revokeSessions(ctx.tx, id, ctx.now);
  await audit.record(ctx, { action: 'admin.reset_password', target: target(id), after: { must_reset_password: true } });
  return (await findAdmin(ctx.tx, id)) ?? refuse(notFound);
}

export function mustBeStrong(password: string, email: string, oldPassword?: string): void {
  if (password === oldPassword || isWeakPassword(password, email)) refuse(weakPassword);
}
