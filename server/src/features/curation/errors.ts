import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';

export const invalidExplanation = declareError(400, 'invalid_explanation');
export const notManualCollection = declareError(400, 'not_manual_collection');
export const collectionInUse = declareError(409, 'collection_in_use', {
  railIds: Type.Array(Type.String(), { description: 'Rails that show it' }),
});
