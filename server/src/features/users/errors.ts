import { declareError } from '../../kit/errors.ts';
import { nullable, Timestamp } from '../../kit/http/schema.ts';

export const userSuspended = declareError(403, 'user_suspended', { suspendedUntil: nullable(Timestamp) });
export const userBanned = declareError(403, 'user_banned');
export const userDeleted = declareError(403, 'user_deleted');
