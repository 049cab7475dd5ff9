import { declareError } from '../../kit/errors.ts';

export const codeTaken = declareError(409, 'code_taken', {}, ['promos_code_unique']);

export const promoNotFound = declareError(404, 'promo_not_found');
export const promoExpired = declareError(400, 'promo_expired');
export const promoBudgetExhausted = declareError(400, 'promo_budget_exhausted');
export const promoIneligible = declareError(400, 'promo_ineligible');
export const promoMaxUsesReached = declareError(400, 'promo_max_uses_reached');

export const redeemRefusals = [promoNotFound, promoExpired, promoBudgetExhausted, promoIneligible, promoMaxUsesReached];
