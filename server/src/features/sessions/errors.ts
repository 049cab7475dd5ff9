import { declareError } from '../../kit/errors.ts';

export const otpRequired = declareError(401, 'otp_required');
