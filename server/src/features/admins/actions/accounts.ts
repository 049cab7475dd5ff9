import type { Static } from 'typebox';
import { notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { newId } from '../../../kit/id.ts';
import { mustMatch } from '../../../kit/revision.ts';
import { type Admin, adminDisabled, inOrder, revokeSessions, tokenRevoked } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { lastSuperadmin } from '../errors.ts';
import { type AccountEdit, accountChange } from '../rules.ts';
import type { AdminRow, CreateAdminBody } from '../schema.ts';
import {
  findAdmin,
  insertAccessChange,
  insertAdmin,
  type LockedRole,
  lockAdmin,
  lockRoleForShare,
  lockSuperadmins,
  updateAdmin,
} from '../sql.ts';

type AdminCtx = Ctx<Admin>;

const target = (id: string) => ({ type: 'admin', id });

/**
 * Locks an account. Callers who change their own must not have been disabled or signed out, since the change could undo
 * that.
 */
async function lockAccount({ tx, caller }: AdminCtx, id: string): Promise<AdminRow> {
  const admin = (await lockAdmin(tx, id)) ?? refuse(notFound);
  if (id !== caller.id) return admin;
  if (!admin.is_active) refuse(adminDisabled);
  if (admin.token_version !== caller.session.tokenVersion) refuse(tokenRevoked);
  return admin;
}

/** With a temporary password, which must be replaced at the first sign-in. */
export async function create(
  ctx: AdminCtx,
  given: Omit<Static<typeof CreateAdminBody>, 'temporary_password'>,
  passwordHash: string,
): Promise<AdminRow> {
  const role = (await lockRoleForShare(ctx.tx, given.role)) ?? refuse(notFound, { field: 'role' });
  const id = newId();
  const { email } = given;
  const name = given.name.trim();
  const admin = { id, email, name, role_id: role.id, password_hash: passwordHash, must_reset_password: true };
  await insertAdmin(ctx.tx, admin, ctx.now);
  await insertAccessChange(ctx.tx, id, 'created', ctx.caller, ctx.now);
  const after = { email, name, role: role.name, is_active: true };
  await audit.record(ctx, { action: 'admin.create', target: target(id), after });
  return (await findAdmin(ctx.tx, id)) ?? refuse(notFound);
}

/** Changing the role or disabling the account ends all sessions of the admin. */
export async function update(ctx: AdminCtx, id: string, edit: AccountEdit): Promise<AdminRow> {
  const role = await lockNewRole(ctx, edit);
  const admin = await lockAccount(ctx, id);
  mustMatch(ctx.ifMatch, admin.revision);
  const { before, after, revokes } = accountChange(admin, { ...trimmed(edit), ...(role && { role: role.name }) });
  if (Object.keys(after).length === 0) return admin;
  if (admin.is_last_superadmin && revokes) refuse(lastSuperadmin);

  const { role: newRole, ...fields } = after;
  await updateAdmin(ctx.tx, id, { ...fields, ...(newRole && role && { role_id: role.id }) }, ctx.now, revokes);
  if (revokes) await revokeSessions(ctx.tx, id, ctx.now);
  if (newRole !== undefined) await insertAccessChange(ctx.tx, id, 'role', ctx.caller, ctx.now);
  if (after.is_active) await insertAccessChange(ctx.tx, id, 'enabled', ctx.caller, ctx.now);
  await recordChange(ctx, id, audited(before, admin), audited(after, role ?? admin));
  return (await findAdmin(ctx.tx, id)) ?? refuse(notFound);
}

const trimmed = (edit: AccountEdit): AccountEdit =>
  edit.name === undefined ? edit : { ...edit, name: edit.name.trim() };

/** The lock order is superadmins, roles, admins. */
async function lockNewRole(ctx: AdminCtx, edit: AccountEdit): Promise<LockedRole | undefined> {
  if (edit.role !== undefined || edit.is_active === false) await lockSuperadmins(ctx.tx);
  return edit.role === undefined
    ? undefined
    : ((await lockRoleForShare(ctx.tx, edit.role)) ?? refuse(notFound, { field: 'role' }));
}

/** Audited with the permissions of the role. */
const audited = (edit: AccountEdit, { permissions }: Pick<LockedRole, 'permissions'>) => ({
  ...edit,
  ...(edit.role !== undefined && { permissions: inOrder(permissions) }),
});

/** Disabling and enabling have audit entries of their own. */
async function recordChange(ctx: AdminCtx, id: string, was: AccountEdit, is: AccountEdit): Promise<void> {
  const { is_active: wasActive, ...before } = was;
  const { is_active: isActive, ...after } = is;
  if (Object.keys(after).length > 0) {
    await audit.record(ctx, { action: 'admin.update', target: target(id), before, after });
  }
  if (isActive === undefined) return;
  const action = isActive ? 'admin.enable' : 'admin.disable';
  const states = { before: { is_active: wasActive }, after: { is_active: isActive } };
  await audit.record(ctx, { action, target: target(id), ...states });
}

/** Soft-deletes: audit entries keep the name, and the email can be reused. */
export async function remove(ctx: AdminCtx, id: string): Promise<void> {
  await lockSuperadmins(ctx.tx);
  const admin = await lockAccount(ctx, id);
  if (admin.is_last_superadmin) refuse(lastSuperadmin);
  await updateAdmin(ctx.tx, id, { deleted_at: ctx.now }, ctx.now, true);
  await revokeSessions(ctx.tx, id, ctx.now);
  const before = { email: admin.email, name: admin.name, role: admin.role, is_active: admin.is_active };
  await audit.record(ctx, { action: 'admin.delete', target: target(id), before });
}

export async function forceLogout(ctx: AdminCtx, id: string): Promise<AdminRow> {
  const admin = await lockAccount(ctx, id);
  await updateAdmin(ctx.tx, id, {}, ctx.now, true);
  await revokeSessions(ctx.tx, id, ctx.now);
  const versions = {
    before: { token_version: admin.token_version },
    after: { token_version: admin.token_version + 1 },
  };
  await audit.record(ctx, { action: 'admin.force_logout', target: target(id), ...versions });
  return (await findAdmin(ctx.tx, id)) ?? refuse(notFound);
}

export async function resetPassword(ctx: AdminCtx, id: string, passwordHash: string): Promise<AdminRow> {
  await lockAccount(ctx, id);
  const change = { password_hash: passwordHash, must_reset_password: true };
  await updateAdmin(ctx.tx, id, change, ctx.now, true);
  await revokeSessions(ctx.tx, id, ctx.now);
  await insertAccessChange(ctx.tx, id, 'password', ctx.caller, ctx.now);
  await audit.record(ctx, { action: 'admin.reset_password', target: target(id), after: { must_reset_password: true } });
  return (await findAdmin(ctx.tx, id)) ?? refuse(notFound);
}
