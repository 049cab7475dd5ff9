import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';

export const viewNameTaken = declareError(409, 'view_name_taken', {}, ['saved_views_name_unique']);
export const tooManyViews = declareError(409, 'too_many_views', { most: Type.Integer() });
