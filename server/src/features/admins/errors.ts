import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';

export const invalidCredentials = declareError(401, 'invalid_credentials');
export const unauthorized = declareError(401, 'unauthorized');
export const invalidToken = declareError(401, 'invalid_token');
export const tokenRevoked = declareError(401, 'token_revoked');
export const otpRequired = declareError(401, 'otp_required');
export const adminDisabled = declareError(403, 'admin_disabled');
export const insufficientPermissions = declareError(403, 'insufficient_permissions', {
  required: Type.Array(Type.String(), { description: 'Any one of these would do' }),
});
export const passwordResetRequired = declareError(403, 'password_reset_required');
export const stepUpRequired = declareError(403, 'step_up_required');
export const csrfRejected = declareError(403, 'csrf_rejected');
export const weakPassword = declareError(400, 'weak_password');
export const unknownPermission = declareError(400, 'unknown_permission');
export const emailTaken = declareError(409, 'email_taken', {}, ['admins_email_unique']);
export const roleNameTaken = declareError(409, 'role_name_taken', {}, ['roles_name_unique']);
export const roleInUse = declareError(409, 'role_in_use', { assignedCount: Type.Integer() });
export const lastSuperadmin = declareError(409, 'last_superadmin', {}, ['admins_keep_a_superadmin']);
export const systemRoleProtected = declareError(409, 'system_role_protected');
export const baselinePermissionRequired = declareError(409, 'baseline_permission_required', {
  missing: Type.Array(Type.String()),
});
