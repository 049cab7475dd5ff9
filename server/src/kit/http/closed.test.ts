import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { withoutAdditionalProperties } from './validate.ts';

it('a schema is closed once: what was compiled of it is found again by the object', () => {
  const schema = Type.Object({ a: Type.Object({ b: Type.Integer() }) });
  expect(withoutAdditionalProperties(schema)).toBe(withoutAdditionalProperties(schema));
  expect(withoutAdditionalProperties(schema)).toMatchObject({
    additionalProperties: false,
    properties: { a: { additionalProperties: false } },
  });
});
