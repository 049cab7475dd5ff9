import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';
import { oneOf } from '../../kit/http/schema.ts';

export const weakPassword = declareError(400, 'weak_password', {
  reason: oneOf(['too_short', 'too_long', 'common', 'same_as_email', 'same_as_before']),
});
export const invalidCredentials = declareError(401, 'invalid_credentials');
export const unauthorized = declareError(401, 'unauthorized');
export const invalidToken = declareError(401, 'invalid_token');
export const tokenRevoked = declareError(401, 'token_revoked');
export const adminDisabled = declareError(403, 'admin_disabled');
export const insufficientPermissions = declareError(403, 'insufficient_permissions', {
  required: Type.Array(Type.String(), { description: 'Any one of these permissions is sufficient' }),
  requiredRoles: Type.Optional(
    Type.Array(Type.String(), { description: 'One of these roles is required in addition' }),
  ),
});
export const passwordResetRequired = declareError(403, 'password_reset_required');
export const stepUpRequired = declareError(403, 'step_up_required');
export const csrfRejected = declareError(403, 'csrf_rejected');
export const emailTaken = declareError(409, 'email_taken', {}, ['admins_email_unique', 'users_email_unique']);
