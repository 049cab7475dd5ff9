import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { parserOf } from './validate.ts';

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
    expect(parserOf(closedBody)({ a: value })).toEqual({ faults: [{ path, message }] });
  });
});
