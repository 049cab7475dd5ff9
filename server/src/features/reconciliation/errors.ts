import { Type } from 'typebox';
import { declareError, withFaultCodes } from '../../kit/errors.ts';

export const invalidCsv = declareError(400, 'invalid_csv', {
  line: Type.Integer({ description: 'Line number; the header is line 1' }),
  problem: Type.String({ description: 'Description of the fault' }),
  problemCode: Type.Optional(Type.String(withFaultCodes('Code of the fault'))),
  column: Type.Optional(Type.String(withFaultCodes('The affected column'))),
});
