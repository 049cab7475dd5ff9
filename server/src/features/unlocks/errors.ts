import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';

export const priceChanged = declareError(409, 'price_changed', { coinsRequired: Type.Integer() });
