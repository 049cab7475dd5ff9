import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';

export const supportDailyCapExceeded = declareError(400, 'support_daily_cap_exceeded', {
  capRemaining: Type.Integer(),
});
/** To an admin it is a fact about the user, not a refusal of access: hence 400 and not 403. */
export const bannedUser = declareError(400, 'user_banned');
export const deletedUser = declareError(400, 'user_deleted');
export const guestNotEligible = declareError(400, 'guest_not_eligible');
