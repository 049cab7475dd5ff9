import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';

export const insufficientBalance = declareError(400, 'insufficient_balance', {
  balanceTotal: Type.Integer(),
  coinsRequired: Type.Optional(Type.Integer()),
});
