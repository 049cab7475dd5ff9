import { Type } from 'typebox';
import { declareError, withFaultCodes } from '../../kit/errors.ts';

export const uploadTooLarge = declareError(400, 'upload_too_large', { maxBytes: Type.Integer() });
export const invalidCaption = declareError(400, 'invalid_caption', {
  line: Type.Integer(),
  problem: Type.String({ description: 'Description of the fault' }),
  problemCode: Type.Optional(Type.String(withFaultCodes('Code of the fault'))),
  block: Type.Optional(Type.String(withFaultCodes('`NOTE`, `STYLE` or `REGION`, if the fault is about one'))),
});
export const assetInUse = declareError(409, 'asset_in_use', {
  episodeIds: Type.Array(Type.String()),
  seriesIds: Type.Array(Type.String()),
});
