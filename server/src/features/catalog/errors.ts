import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';

export const auditNoteRequired = declareError(400, 'audit_note_required');
export const slugTaken = declareError(409, 'slug_taken', {}, ['series_slug_unique']);
export const episodeNumberTaken = declareError(409, 'episode_number_taken', {}, ['episodes_number_unique']);
export const invalidOrder = declareError(400, 'invalid_order', {
  missing: Type.Array(Type.String(), { description: 'What is there and was not named' }),
  unknown: Type.Array(Type.String(), { description: 'What was named and is not there' }),
  repeated: Type.Array(Type.String(), { description: 'What was named more than once' }),
});
