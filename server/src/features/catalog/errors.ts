import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';

export const auditNoteRequired = declareError(400, 'audit_note_required');
export const slugTaken = declareError(409, 'slug_taken', {}, ['series_slug_unique']);
export const episodeNumberTaken = declareError(409, 'episode_number_taken', {}, ['episodes_number_unique']);
export const invalidOrder = declareError(400, 'invalid_order', {
  missing: Type.Array(Type.String(), { description: 'Existing ids that were not listed' }),
  unknown: Type.Array(Type.String(), { description: 'Listed ids that do not exist' }),
  repeated: Type.Array(Type.String(), { description: 'Ids that were listed more than once' }),
});
