import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';

export const invalidCsv = declareError(400, 'invalid_csv', {
  line: Type.Integer({ description: 'Where in the file; the header is line 1' }),
  problem: Type.String({ description: 'What is wrong there, in words' }),
  problemCode: Type.String({ description: 'The same as a code' }),
  column: Type.Optional(Type.String({ description: 'The column of the header that it is about' })),
});
