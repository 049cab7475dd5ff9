import { declareError } from '../../kit/errors.ts';

/** The movements of so many users over so many days cannot be added up while someone waits. */
export const segmentTooLarge = declareError(400, 'segment_too_large');
