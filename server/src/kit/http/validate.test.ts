import fc from 'fast-check';
import { type TProperties, type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Refused, validationFailed } from '../errors.ts';
import { Country, Currency, Day, Id, Int, listQuery, Moment, messageFor, nullable, oneOf } from './schema.ts';
import { bodyCheck, type Check, lenientParserOf, queryCheck, replyFaults } from './validate.ts';

/** What a check makes of a value: the value, or the faults that it names. */
function resultOf(check: Check, value: unknown): unknown {
  try {
    return check(value);
  } catch (error) {
    if (!(error instanceof Refused) || error.spec !== validationFailed) throw error;
    return error.extras.details;
  }
}
const bodyOf = (parts: TProperties, value: unknown, strict = true) =>
  resultOf(bodyCheck(Type.Object(parts), strict), value);
const queryOf = (parts: TProperties, value: unknown, strict = true) => resultOf(queryCheck(parts, strict), value);
const fault = (path: string, message: string): unknown[] => [expect.objectContaining({ path, message })];

describe('a field of a body is taken as it is', () => {
  it.each<[string, TSchema, unknown]>([
    ['a text for a number', Type.Integer(), '3'],
    ['null for a number', Type.Integer(), null],
    ['an empty text for a number', Type.Integer(), ''],
    ['true for a number', Type.Integer(), true],
    ['a fraction for a whole number', Type.Integer(), 1.5],
    ['an endless number', Type.Number(), JSON.parse('1e999')],
    ['an endless whole number', Type.Integer(), JSON.parse('-1e999')],
    ['a list for a number', Type.Integer(), [3]],
    ['a number for a text', Type.String(), 3],
    ['null for a text', Type.String(), null],
    ['a text for a boolean', Type.Boolean(), 'true'],
    ['a number for a boolean', Type.Boolean(), 1],
    ['a text for a list', Type.Array(Type.String()), 'a'],
    ['an object for a list', Type.Array(Type.String()), { 0: 'a' }],
    ['a word that is not in the list', oneOf(['on', 'off']), 'maybe'],
    ['an id with urn: before it', Id, 'urn:uuid:0197a2b4-0000-7000-8000-000000000000'],
    ['an id in braces', Id, '{0197a2b4-0000-7000-8000-000000000000}'],
    ['a moment without an offset', Moment, '2026-07-01T12:00:00'],
    ['30 February', Day, '2026-02-30'],
  ])('so %s is refused', (_, schema, value) => {
    expect(bodyOf({ a: schema }, { a: value })).toMatchObject([{ path: 'a' }]);
  });

  it.each<[string, TSchema, unknown]>([
    ['a whole number', Type.Integer(), 3],
    ['a whole number that was written as 3.0', Type.Integer(), JSON.parse('3.0')],
    ['null where it is allowed', nullable(Type.Integer()), null],
    ['an id in capitals', Id, '0197A2B4-0000-7000-8000-000000000000'],
    ['a moment', Moment, '2026-07-01T12:00:00+07:00'],
    ['an empty text', Type.String(), ''],
  ])('so %s stays what it is', (_, schema, value) => {
    expect(bodyOf({ a: schema }, { a: value })).toEqual({ a: value });
  });
});

describe('the faults of a body', () => {
  const Body = { name: Type.String(), tags: Type.Array(Type.Object({ id: Type.Integer() })) };

  it('are reported together, each with its path', () => {
    expect(bodyOf(Body, { tags: [{ id: 1 }, { id: 'x', more: 1 }], nmae: 'typo' })).toMatchObject([
      { path: 'name', message: 'is required' },
      { path: 'nmae', message: 'is not a known field' },
      { path: 'tags.1.more', message: 'is not a known field' },
      { path: 'tags.1.id', message: 'must be a whole number' },
    ]);
  });

  it('name the words that are allowed', () => {
    expect(bodyOf({ a: oneOf(['on', 'off']) }, { a: 'maybe' })).toEqual(fault('a', 'must be one of on, off'));
  });

  it.each([
    [Type.String({ pattern: '\\S' }), ' ', 'must not be blank'],
    [Type.String({ minLength: 1, pattern: '\\S' }), '', 'must not be blank'],
    [Type.String({ pattern: '^a+$', ...messageFor('must be letters a') }), 'b', 'must be letters a'],
    [Type.String({ pattern: '^a+$' }), 'b', 'is not of the right form'],
    [Type.String({ minLength: 3 }), 'b', 'must have at least 3 characters'],
    [Type.String({ maxLength: 1 }), 'bb', 'must have at most 1 character'],
    [Type.Array(Type.String(), { uniqueItems: true }), ['x', 'x'], 'must not name anything twice'],
    [Type.Integer({ minimum: 1 }), 0, 'must be at least 1'],
    [Type.Boolean(), 'yes', 'must be true or false'],
    [nullable(Type.String()), 7, 'must be text or null'],
    [Country, 'ZZ', 'must be the code of a country, such as EG'],
    [Currency, 'ZZZ', 'must be the code of a currency, such as USD'],
  ])('are said in plain words: %#', (schema, value, message) => {
    expect(bodyOf({ a: schema }, { a: value })).toEqual(fault('a', message));
  });

  it('are at most twenty', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, 1]));
    expect(bodyOf({}, many)).toHaveLength(20);
  });

  it('do not include unknown fields where those are ignored', () => {
    expect(bodyOf({ a: Type.Integer() }, { a: 1, b: 2 }, false)).toEqual({ a: 1, b: 2 });
    expect(bodyOf({ a: Type.Integer() }, { a: 'x', b: 2 }, false)).toEqual(fault('a', 'must be a whole number'));
  });
});

describe('an endpoint that takes no body', () => {
  it.each([undefined, {}])('takes %j', (body) => {
    expect(resultOf(bodyCheck(undefined, true), body)).toEqual({});
    expect(resultOf(bodyCheck(undefined, false), body)).toEqual({});
  });

  it.each([null, { a: 1 }, [], [1], 'text', 7, true, false, 0, ''])(
    'refuses %j, unless it ignores what it is sent',
    (body) => {
      expect(resultOf(bodyCheck(undefined, true), body)).toHaveLength(1);
      expect(resultOf(bodyCheck(undefined, false), body)).toEqual({});
    },
  );
});

describe('a query holds only text', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['-7', -7],
    ['007', 7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('so the whole number %j is read', (text, number) => {
    expect(queryOf({ a: Type.Integer() }, { a: text })).toEqual({ a: number });
  });

  it.each([
    '',
    ' ',
    '1e2',
    '0x10',
    '1.5',
    ' 7',
    '7 ',
    '+7',
    '7.',
    '.7',
    '1_000',
    '1,000',
    '٧',
    'NaN',
    'Infinity',
    '1e999',
    'null',
    '9007199254740993',
  ])('and %j is no whole number', (text) => {
    expect(queryOf({ a: Type.Integer() }, { a: text })).toEqual(fault('a', 'must be a whole number'));
  });

  it.each([
    ['1.5', 1.5],
    ['-0.25', -0.25],
    ['3', 3],
  ])('so the number %j is read', (text, number) => {
    expect(queryOf({ a: Type.Number() }, { a: text })).toEqual({ a: number });
  });

  it.each(['', ' ', '1e2', '0x10', '1e999', 'Infinity', '1,5'])('and %j is no number', (text) => {
    expect(queryOf({ a: Type.Number() }, { a: text })).toEqual(fault('a', 'must be a number'));
  });

  it('so true and false are read, and nothing else is a boolean', () => {
    const check = (text: string) => queryOf({ a: Type.Boolean() }, { a: text });
    expect([check('true'), check('false')]).toEqual([{ a: true }, { a: false }]);
    for (const text of ['', ' ', 'TRUE', 'True', '1', '0', 'yes', 'on', 'null', 'true ']) {
      expect(check(text)).toEqual(fault('a', 'must be true or false'));
    }
  });

  it('and a text is left alone, though it looks like a number', () => {
    expect(queryOf({ a: Type.String() }, { a: '007' })).toEqual({ a: '007' });
  });

  it.each([
    ['2026-07-01', true],
    ['2026-02-30', false],
    ['2026-07-01T00:00:00Z', false],
    ['', false],
  ])('the day %j: %s', (text, fine) => {
    expect(queryOf({ a: Day }, { a: text })).toEqual(
      fine ? { a: text } : fault('a', 'must be a day, such as 2026-07-01'),
    );
  });

  it.each(['0', '201', '-1', '1.5', 'all', ''])('a page of %j is refused', (limit) => {
    expect(queryOf(listQuery, { limit })).toMatchObject([{ path: 'limit' }]);
  });

  it('a page is of fifty unless it says otherwise', () => {
    expect(queryOf(listQuery, {})).toEqual({ limit: 50 });
    expect(queryOf(listQuery, { limit: '200' })).toEqual({ limit: 200 });
  });

  it('any whole number that we write is read back', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(queryOf({ a: Int() }, { a: String(number) })).toEqual({ a: number });
      }),
    );
  });
});

describe('a list in a query', () => {
  const parts = { rail: Type.Optional(Type.Array(Type.String())), n: Type.Optional(Type.Array(Type.Integer())) };

  it.each([
    ['rail=a&rail=b', { rail: ['a', 'b'] }],
    ['rail[]=a&rail[]=b', { 'rail[]': ['a', 'b'] }],
    ['rail=a,b', { rail: 'a,b' }],
    ['rail=a&rail[]=b', { rail: 'a', 'rail[]': 'b' }],
    ['rail[]=a,b', { 'rail[]': 'a,b' }],
  ])('may be written as %s', (_, query) => {
    expect(queryOf(parts, query)).toEqual({ rail: ['a', 'b'] });
  });

  it('may have one part, and its numbers are read', () => {
    expect(queryOf(parts, { rail: 'a' })).toEqual({ rail: ['a'] });
    expect(queryOf(parts, { n: '1,2' })).toEqual({ n: [1, 2] });
    expect(queryOf(parts, { 'n[]': ['1', '0x2'] })).toEqual(fault('n.1', 'must be a whole number'));
  });

  it('is refused where one value is asked for', () => {
    expect(queryOf({ q: Type.String() }, { q: ['a', 'b'] })).toEqual(fault('q', 'must be given only once'));
    expect(queryOf({ q: Type.Optional(Type.String()) }, { 'q[]': 'a' })).toEqual(fault('q[]', 'is not a known field'));
  });
});

it('a mistyped filter is refused where strictness is promised, and ignored elsewhere', () => {
  const parts = { status: Type.Optional(Type.String()) };
  expect(queryOf(parts, { sattus: 'active' })).toEqual(fault('sattus', 'is not a known field'));
  expect(queryOf(parts, { sattus: 'active' }, false)).toEqual({ sattus: 'active' });
});

it('a reply is held to its schema, at any depth and to the last field', () => {
  const faults = replyFaults(Type.Object({ a: Type.Object({ b: Type.Integer() }) }));
  expect(faults({ a: { b: 1 } })).toEqual([]);
  expect(faults({ a: { b: '1' } })).toHaveLength(1);
  expect(faults({ a: { b: 1, secret: 2 } })).toHaveLength(1);
  expect(faults({ a: { b: 1 }, c: 3 })).toHaveLength(1);
});

it('a lenient parser returns a copy with the fields of the schema only, at any depth, or the faults', () => {
  const pick = lenientParserOf(Type.Object({ a: Type.Array(Type.Object({ b: Type.Integer() })) }));
  const given = { a: [{ b: 1, secret: 2 }], c: 3 };
  expect(pick(given)).toEqual({ value: { a: [{ b: 1 }] } });
  expect(given).toEqual({ a: [{ b: 1, secret: 2 }], c: 3 });
  expect(pick({ a: [{ b: '1' }] })).toMatchObject({ faults: [{ path: 'a.0.b' }] });
});
