import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';

export const otpRequired = declareError(401, 'otp_required');
export const unknownPermission = declareError(400, 'unknown_permission', {
  permissions: Type.Array(Type.String(), { description: 'Permissions that do not exist' }),
});
export const roleNameTaken = declareError(409, 'role_name_taken', {}, ['roles_name_unique']);
export const roleInUse = declareError(409, 'role_in_use', { assignedCount: Type.Integer() });
export const lastSuperadmin = declareError(409, 'last_superadmin', {}, ['admins_keep_a_superadmin']);
export const systemRoleProtected = declareError(409, 'system_role_protected');
export const baselinePermissionRequired = declareError(409, 'baseline_permission_required', {
  missing: Type.Array(Type.String()),
});
