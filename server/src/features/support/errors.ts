import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';

export const supportDailyCapExceeded = declareError(400, 'support_daily_cap_exceeded', {
  capRemaining: Type.Integer(),
});
/** 400 instead of 403, because it is about the user and not about access. */
export const bannedUser = declareError(400, 'user_banned');
export const deletedUser = declareError(400, 'user_deleted');
export const guestNotEligible = declareError(400, 'guest_not_eligible');
