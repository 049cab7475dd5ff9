import { type Static, Type } from 'typebox';
import { JsonText } from '../../kit/http/response.ts';
import { Id, Int, nameText, nullable, Timestamp } from '../../kit/http/schema.ts';
import { fieldsOf } from '../../kit/json-page.ts';
import { inOrder, PermissionSchema } from '../access/public.ts';
import { allowedForAdmin, allowedForRole } from './rules.ts';

const Permissions = Type.Array(PermissionSchema, { description: '`*` means all' });
const Allowed = Type.Array(Type.String(), { description: 'Actions available to the caller now' });
const Revision = Int({ minimum: 1 });

export const Admin = Type.Object(
  {
    id: Id,
    email: Type.String(),
    name: Type.String(),
    role: Type.String(),
    permissions: Permissions,
    is_active: Type.Boolean(),
    token_version: Int(),
    must_reset_password: Type.Boolean(),
    has_second_factor: Type.Boolean(),
    last_login_at: nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
    revision: Revision,
    allowed: Allowed,
  },
  { title: 'Admin' },
);

export function showAdmin(row: AdminRow, callerPermissions: readonly string[]) {
  return { ...row, permissions: inOrder(row.permissions), allowed: allowedForAdmin(row, callerPermissions) };
}

/** From the text that the database composed. */
export function showOwnAccount(own: string, permissions: readonly string[]): JsonText<Static<typeof Admin>> {
  const [, revision, isLast, fields = ''] = /^(\d+) (true|false) (.+)$/.exec(own) ?? [];
  const state = {
    // The guard refuses disabled admins.
    is_active: true,
    is_last_superadmin: isLast === 'true',
    has_second_factor: fields.includes('"has_second_factor":true'),
  };
  const allowed = allowedForAdmin(state, permissions);
  return new JsonText(`{${fields},${fieldsOf({ permissions: inOrder(permissions), allowed })}}`, Number(revision));
}

export const Role = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Type.String(),
    permissions: Permissions,
    baseline: Type.Array(Type.String(), { description: 'Permissions that cannot be removed from a built-in role' }),
    is_system: Type.Boolean(),
    admin_count: Int(),
    created_at: Timestamp,
    updated_at: Timestamp,
    revision: Revision,
    allowed: Allowed,
  },
  { title: 'Role' },
);

export function showRole(row: RoleRow, baseline: readonly string[], callerPermissions: readonly string[]) {
  const allowed = allowedForRole(row, callerPermissions);
  return { ...row, permissions: inOrder(row.permissions), baseline: [...baseline], allowed };
}

const Email = Type.String({ format: 'email', maxLength: 254 });
const Name = nameText(100);
const Password = Type.String({ maxLength: 1000, description: '12 to 128 characters, and not a common one' });
export const CreateAdminBody = Type.Object({
  email: Email,
  name: Name,
  role: Type.String({ maxLength: 100, description: 'Name or id of a role' }),
  temporary_password: Password,
});
export const UpdateAdminBody = Type.Object({
  name: Type.Optional(Name),
  role: Type.Optional(Type.String({ maxLength: 100 })),
  is_active: Type.Optional(Type.Boolean()),
});
export const ResetPasswordBody = Type.Object({ temporary_password: Password });

const RoleName = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' });
const Description = Type.String({ maxLength: 500 });
const PermissionList = Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100 });
export const CreateRoleBody = Type.Object({
  name: RoleName,
  description: Type.Optional(Description),
  permissions: PermissionList,
});
export const UpdateRoleBody = Type.Object({
  name: Type.Optional(RoleName),
  description: Type.Optional(Description),
  permissions: Type.Optional(PermissionList),
});

export const adminListQuery = {
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Any part of the email or name' })),
  role: Type.Optional(Type.String({ maxLength: 100 })),
  is_active: Type.Optional(Type.Boolean()),
};

export const SignedIn = Type.Object(
  {
    access_token: Type.String(),
    admin: Type.Object({
      id: Id,
      email: Type.String(),
      name: Type.String(),
      role: Type.String(),
      permissions: Type.Array(Type.String(), { description: '`*` means all' }),
      must_reset_password: Type.Boolean(),
    }),
  },
  { title: 'SignedIn' },
);

export const Session = Type.Object(
  {
    id: Id,
    ip: nullable(Type.String()),
    user_agent: nullable(Type.String()),
    current: Type.Boolean(),
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'Session' },
);

const Otp = Type.String({ minLength: 6, maxLength: 32, examples: ['482913'] });

export const LoginBody = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 1000 }),
  otp: Type.Optional(Otp),
});
export const ChangePasswordBody = Type.Object({
  currentPassword: Type.String({ maxLength: 1000 }),
  newPassword: Type.String({ maxLength: 1000, description: '12 to 128 characters, and not a common one' }),
});
export const EnrollBody = Type.Object({ password: Type.String({ maxLength: 1000 }) });
export const ClearSecondFactorBody = Type.Object({
  reason: Type.String({ minLength: 3, maxLength: 500, pattern: '\\S' }),
});
export const OtpBody = Type.Object({ otp: Otp });

export interface AdminRow extends Omit<Static<typeof Admin>, 'permissions' | 'allowed'> {
  permissions: string[];
  is_last_superadmin: boolean;
}

export interface RoleRow extends Omit<Static<typeof Role>, 'permissions' | 'baseline' | 'allowed'> {
  permissions: string[];
}
