import { declareError } from '../../kit/errors.ts';

/** The movements of the segment take too long to sum. */
export const segmentTooLarge = declareError(400, 'segment_too_large');
