import { isId, nameFault } from '../../kit/http/schema.ts';
import { hasPermission, type Permission } from '../access/public.ts';

/**
 * Admins do what their role allows. Roles are lists of permissions; six are built in and keep at least
 * their baseline, others are made by superadmins. The last active superadmin stays, whatever anyone does.
 * An admin signs in with a password, and a second factor where one is set up, and has a session of twelve hours. It ends
 * early when the admin signs out, is disabled, or is given another role or password.
 */

export const sessionSeconds = 12 * 60 * 60;

/** How names of roles are written and compared: wide letters and ligatures are the plain ones. */
export const plainName = (name: string): string => name.normalize('NFKC').trim();

/** What is wrong with the name of a role; undefined where nothing is. Names are compared, so no joiner hides in one. */
export function roleNameFault(name: string): string | undefined {
  if (isId(name.toLowerCase())) return 'must not look like an id';
  return (
    nameFault(name) ?? (/\p{Join_Control}/u.test(name) ? 'must not contain invisible or control characters' : undefined)
  );
}

interface BuiltInRole {
  readonly description: string;
  readonly baseline: readonly Permission[];
}

export const builtInRoles = {
  superadmin: { description: 'Everything, admins and roles included', baseline: ['*'] },
  content_manager: {
    description: 'Series, episodes, publishing, curation and pushes',
    baseline: [
      'catalog:read',
      'catalog:write',
      'catalog:delete',
      'publishing:read',
      'publishing:write',
      'curation:read',
      'curation:write',
      'push:read',
      'push:write',
      'pricing:read',
      'analytics:read',
    ],
  },
  moderator: {
    description: 'Comments, reports and the users behind them',
    baseline: ['moderation:read', 'moderation:write', 'users:read', 'users:ban', 'catalog:read'],
  },
  support: {
    description: 'Users, their wallets and their purchases',
    baseline: [
      'users:read',
      'users:ban',
      'wallet:read',
      'wallet:adjust',
      'payments:read',
      'payments:refund_request',
      'moderation:read',
      'catalog:read',
    ],
  },
  analyst: {
    description: 'Dashboards, and what they are about',
    baseline: ['analytics:read', 'catalog:read', 'publishing:read', 'curation:read', 'pricing:read'],
  },
  finance: {
    description: 'Payments, refunds, prices and the coin economy',
    baseline: [
      'payments:read',
      'payments:refund',
      'payments:refund_request',
      'wallet:read',
      'wallet:adjust',
      'users:read',
      'pricing:read',
      'pricing:write',
      'analytics:read',
      'audit:read',
    ],
  },
} as const satisfies Record<string, BuiltInRole>;

export function baselineOf(roleName: string): readonly string[] {
  return Object.entries(builtInRoles).find(([name]) => name === roleName)?.[1].baseline ?? [];
}

/** How many characters the password of an admin has at least. */
export const shortestPassword = 12;

export interface AccountEdit {
  name?: string;
  role?: string;
  is_active?: boolean;
}

/** What an edit changes, before and after, and whether it ends the sessions of the admin. */
export function accountChange(admin: Required<AccountEdit>, edit: AccountEdit) {
  const before: AccountEdit = {};
  const after: AccountEdit = {};
  if (edit.name !== undefined && edit.name !== admin.name) [before.name, after.name] = [admin.name, edit.name];
  if (edit.role !== undefined && edit.role !== admin.role) [before.role, after.role] = [admin.role, edit.role];
  if (edit.is_active !== undefined && edit.is_active !== admin.is_active) {
    [before.is_active, after.is_active] = [admin.is_active, edit.is_active];
  }
  return { before, after, revokes: after.role !== undefined || after.is_active === false };
}

export interface AdminState {
  readonly is_active: boolean;
  readonly is_last_superadmin: boolean;
  readonly has_second_factor: boolean;
}

/** What a caller may do with an admin now. */
export function allowedForAdmin(admin: AdminState, callerPermissions: readonly string[]): string[] {
  if (!hasPermission(callerPermissions, '*')) return [];
  const removable = admin.is_last_superadmin ? [] : ['disable', 'delete'];
  const state = admin.is_active ? removable : ['enable', 'delete'];
  const clearable = admin.has_second_factor ? ['clear_second_factor'] : [];
  return ['update', ...state, 'force_logout', 'reset_password', ...clearable];
}

export function allowedForRole(
  role: { is_system: boolean; admin_count: number },
  callerPermissions: readonly string[],
) {
  if (!hasPermission(callerPermissions, '*')) return [];
  return role.is_system || role.admin_count > 0 ? ['update'] : ['update', 'delete'];
}
