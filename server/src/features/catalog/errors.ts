import { declareError } from '../../kit/errors.ts';

export const auditNoteRequired = declareError(400, 'audit_note_required');
export const slugTaken = declareError(409, 'slug_taken', {}, ['series_slug_unique']);
export const episodeNumberTaken = declareError(409, 'episode_number_taken', {}, ['episodes_number_unique']);
