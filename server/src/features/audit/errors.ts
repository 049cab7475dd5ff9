import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';
import { Id, nullable } from '../../kit/http/schema.ts';

export const LaterEntry = Type.Object(
  {
    id: Id,
    action: Type.String(),
    admin_id: nullable(Id),
    admin_email: Type.String(),
    admin_name: nullable(Type.String()),
    created_at: Type.String({ format: 'date-time' }),
    undoes: nullable(Type.String({ description: 'The entry that it undid, if any' })),
  },
  { title: 'LaterEntry' },
);

export const notUndoable = declareError(400, 'not_undoable', { action: Type.String() });
export const undoConflict = declareError(409, 'undo_conflict', {
  later: nullable(LaterEntry),
});
