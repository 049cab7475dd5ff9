import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { messageFor } from './schema.ts';
import { parserOf } from './validate.ts';

it.each([
  [Type.String({ pattern: '\\S' }), ' ', { code: 'blank' }],
  [Type.String({ minLength: 1 }), '', { code: 'blank' }],
  [Type.String({ minLength: 3 }), 'b', { code: 'too_short', limit: 3 }],
  [Type.String({ maxLength: 1 }), 'bb', { code: 'too_long', limit: 1 }],
  [Type.Array(Type.String(), { maxItems: 1 }), ['x', 'y'], { code: 'too_many', limit: 1 }],
  [Type.Integer({ minimum: 1 }), 0, { code: 'too_small', limit: 1 }],
  [Type.Integer(), 'one', { code: 'wrong_type' }],
  [Type.String({ format: 'day' }), 'Monday', { code: 'not_a_day' }],
])('a fault has a code that clients translate: %j', (schema, value, coded) => {
  const result = parserOf(Type.Object({ a: schema }))({ a: value });
  expect(result).toEqual({ faults: [{ path: 'a', message: expect.any(String), ...coded }] });
});

it('words that stand beside a pattern have no code, because only they say what is wrong', () => {
  const schema = Type.String({ pattern: '^a+$', ...messageFor('must be letters a') });
  expect(parserOf(Type.Object({ a: schema }))({ a: 'b' })).toEqual({
    faults: [{ path: 'a', message: 'must be letters a' }],
  });
});

describe('a value that may have one of several forms', () => {
  const Share = Type.Object(
    { enabled: Type.Boolean(), percentage: Type.Integer({ minimum: 0, maximum: 100 }) },
    { additionalProperties: false },
  );
  const a = Type.Union([Type.Boolean(), Share, Type.Null()]);
  const closedBody = Type.Object({ a }, { additionalProperties: false });
  it.each<[unknown, string, string]>([
    [{ enabled: true, percentage: 101 }, 'a.percentage', 'must be at most 100'],
    [{ enabled: true }, 'a.percentage', 'is required'],
    [{ enabled: true, percentage: 5, more: 1 }, 'a.more', 'is not a known field'],
    ['on', 'a', 'must be true or false or an object or null'],
  ])('%j has one fault, that of the form which it has', (value, path, message) => {
    expect(parserOf(closedBody)({ a: value })).toMatchObject({ faults: [{ path, message }] });
  });

  const Cat = Type.Object({ kind: Type.Literal('cat'), lives: Type.Integer() });
  const Dog = Type.Object({ kind: Type.Literal('dog'), tricks: Type.String({ minLength: 3 }) });
  it.each<[unknown, string, string]>([
    [{ kind: 'dog', tricks: 'no' }, 'pet.tricks', 'must have at least 3 characters'],
    [{ kind: 'cat' }, 'pet.lives', 'is required'],
    [{ kind: 'dog', lives: 9 }, 'pet.tricks', 'is required'],
    [1, 'pet', 'must be an object or null'],
  ])('%j has the faults of the form that is closest', (pet, path, message) => {
    const faults = parserOf(Type.Object({ pet: Type.Union([Cat, Dog, Type.Null()]) }))({ pet });
    expect(faults).toMatchObject({ faults: [{ path, message }] });
    expect(faults).toHaveProperty('faults.length', 1);
  });
});
