import { declareError } from '../../kit/errors.ts';

export const segmentInUse = declareError(409, 'segment_in_use', {}, ['promos_segment_fk', 'push_campaigns_segment_fk']);
