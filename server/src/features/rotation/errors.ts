import { declareError } from '../../kit/errors.ts';

export const seriesNotPublished = declareError(400, 'series_not_published');
