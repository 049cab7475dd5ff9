import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';
import { nullable } from '../../kit/http/schema.ts';

const Detail = Type.Object({
  episodeId: Type.String(),
  error: Type.String(),
  currentState: nullable(Type.String()),
});
export const bulkInvalid = declareError(400, 'bulk_invalid', { details: Type.Array(Detail) });
