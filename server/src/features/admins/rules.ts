import { isId, nameFault } from '../../kit/http/schema.ts';
import { hasPermission, type Permission } from '../access/public.ts';

/**
 * Roles are lists of permissions. Six are built in and keep at least their baseline; superadmins create others. The
 * last active superadmin cannot be removed. A session lasts twelve hours after a sign-in with a password and, if set
 * up, a second factor. It ends early when the admin signs out, is disabled, or gets another role or password.
 */

export const sessionSeconds = 12 * 60 * 60;

/** Names are compared in Unicode normalization form KC. */
export const plainName = (name: string): string => name.normalize('NFKC').trim();

/** The fault of a role name. Names are compared, so invisible joiners are refused. */
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

/** Minimum length of an admin password. */
export const shortestPassword = 12;

export interface AccountEdit {
  name?: string;
  role?: string;
  is_active?: boolean;
}

/** The changed fields before and after, and whether the sessions of the admin end. */
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
