import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';
import { nullable, Timestamp } from '../../kit/http/schema.ts';

export const userSuspended = declareError(403, 'user_suspended', { suspendedUntil: nullable(Timestamp) });
export const userBanned = declareError(403, 'user_banned');
export const userDeleted = declareError(403, 'user_deleted');
/** The reason is a code, such as `err_jwt_expired`. */
export const invalidIdToken = declareError(401, 'invalid_id_token', { reason: Type.String() });
/** The account at the provider belongs to another user, or the user has another account there. */
export const identityTaken = declareError(409, 'identity_taken');
