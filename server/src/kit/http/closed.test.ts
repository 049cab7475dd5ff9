import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { closed } from './validate.ts';

it('a schema is closed once: what was compiled of it is found again by the object', () => {
  const schema = Type.Object({ a: Type.Object({ b: Type.Integer() }) });
  expect(closed(schema)).toBe(closed(schema));
  expect(closed(schema)).toMatchObject({
    additionalProperties: false,
    properties: { a: { additionalProperties: false } },
  });
});
