import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { nullable } from './schema.ts';
import { withoutNulls } from './validate.ts';

const text = Type.String();
const Part = Type.Object({ name: text, note: Type.Optional(text) });
const fix = withoutNulls(
  Type.Object({
    name: text,
    note: Type.Optional(text),
    cleared: Type.Optional(nullable(text)),
    anything: Type.Optional(Type.Unknown()),
    part: Type.Optional(Part),
    parts: Type.Optional(Type.Array(Part)),
  }),
);

it('leaves out a null where the field may be left out and takes none', () => {
  expect(fix({ name: 'a', note: null, part: null, parts: null })).toEqual({ name: 'a' });
});
it('does so inside of fields and lists', () => {
  const part = { name: 'b', note: null };
  expect(fix({ name: 'a', part, parts: [part, 3] })).toEqual({
    name: 'a',
    part: { name: 'b' },
    parts: [{ name: 'b' }, 3],
  });
});
it('keeps a null that is a fault or means something', () => {
  const given = { name: null, cleared: null, anything: null, unknown: null };
  expect(fix(given)).toEqual(given);
  expect(fix(null)).toBeNull();
});
it('does not change what it is given', () => {
  const given = { name: 'a', note: null };
  fix(given);
  expect(given).toEqual({ name: 'a', note: null });
});
