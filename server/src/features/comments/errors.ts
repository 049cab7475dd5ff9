import { declareError } from '../../kit/errors.ts';

/** A comment or a report earns one strike. */
export const strikeExists = declareError(409, 'strike_exists', {}, ['strikes_once']);
