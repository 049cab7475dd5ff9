import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refused } from '../errors.ts';
import { readJson, rejectUnsafeJson } from './json.ts';

const read = (text: string): unknown => readJson(Buffer.from(text));

function refusal(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof Refused) return error.body;
    throw error;
  }
  return 'nothing was refused';
}

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const listOf = (length: number): string => JSON.stringify({ items: Array(length).fill(0) });

describe('a body', () => {
  it.each([
    ['', undefined],
    ['{}', {}],
    ['null', null],
    ['[1,2]', [1, 2]],
    ['"text"', 'text'],
    [' \n{ "a" : 1 } ', { a: 1 }],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"name":"ليلى \u{1F600} é"}', { name: 'ليلى \u{1F600} é' }],
    ['{"name":"\\ud83d\\ude00"}', { name: '\u{1F600}' }],
    ['{"prototype":1,"toString":2,"proto":3}', { prototype: 1, toString: 2, proto: 3 }],
  ])('%j is read', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each([
    ['that ends too early', '{'],
    ['with something behind it', '{} {}'],
    ['with a comma too many', '{"a":1,}'],
    ['with other quotes', "{'a':1}"],
    ['with a comment', '{/* no */}'],
    ['with NaN', '{"a":NaN}'],
    ['with a bare line break in a text', '{"a":"\n"}'],
    ['that is a form', 'a=1&b=2'],
    ['nested so deep that no reader should try', nested(200_000).slice(0, 200_000)],
  ])('%s is no JSON of ours', (_, text) => {
    expect(refusal(() => read(text))).toEqual({ statusCode: 400, error: 'invalid_json' });
  });

  it.each([
    ['a byte that is none of UTF-8', [0x22, 0xff, 0x22]],
    ['a character written too long', [0x22, 0xc0, 0xaf, 0x22]],
    ['half a character', [0x22, 0xe2, 0x82, 0x22]],
    ['half a pair in bytes', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x22, 0x00, 0x22, 0x00]],
  ])('with %s is no JSON of ours', (_, bytes) => {
    expect(refusal(() => readJson(Buffer.from(bytes)))).toEqual({ statusCode: 400, error: 'invalid_json' });
  });

  it.each([
    ['U+0000 in a value', '{"a":{"b":["x\\u0000"]}}', 'a.b.0', 'contains characters that are not text'],
    ['half a pair in a value', '{"a":"\\ud800"}', 'a', 'contains characters that are not text'],
    ['the other half in a value', '["\\udc00x"]', '0', 'contains characters that are not text'],
    ['U+0000 as the whole body', '"\\u0000"', '', 'contains characters that are not text'],
    ['U+0000 in a name', '{"a":{"b\\u0000":1}}', 'a', 'has a name that is not text'],
    ['half a pair in a name', '{"\\udfff":1}', '', 'has a name that is not text'],
    [
      'a name that reaches for the innards',
      '{"__proto__":{"admin":true}}',
      '',
      'has a field __proto__, which is not allowed',
    ],
    ['such a name deep inside', '{"a":[{"__proto__":null}]}', 'a.0', 'has a field __proto__, which is not allowed'],
    ['such a name in disguise', '{"__\\u0070roto__":{}}', '', 'has a field __proto__, which is not allowed'],
    ['another such name', '{"constructor":{"prototype":{}}}', '', 'has a field constructor, which is not allowed'],
    ['nesting of 33', nested(33), Array(32).fill('0').join('.'), 'is nested more than 32 deep'],
    ['nesting of 5,000', nested(5_000), Array(32).fill('0').join('.'), 'is nested more than 32 deep'],
    ['a list of 1,001', listOf(1_001), 'items', 'has more than 1000 items'],
  ])('with %s is refused with the path', (_, text, path, message) => {
    expect(refusal(() => read(text))).toEqual({
      statusCode: 400,
      error: 'validation_failed',
      details: [{ path, message }],
    });
  });

  it('may be nested 32 deep and hold lists of 1,000', () => {
    expect(refusal(() => read(nested(32)))).toBe('nothing was refused');
    expect(refusal(() => read(listOf(1_000)))).toBe('nothing was refused');
  });

  it('of whatever bytes is read or refused, and never a crash', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(() => refusal(() => readJson(Buffer.from(bytes)))).not.toThrow();
      }),
    );
  });

  it('that JSON can say and that is orderly is read as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/\\u0000|"__proto__"|"constructor"/.test(text));
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});

it('a query is held to the same, though it never was JSON', () => {
  expect(refusal(() => rejectUnsafeJson({ q: 'a\u0000b' }))).toMatchObject({ error: 'validation_failed' });
  expect(refusal(() => rejectUnsafeJson({ q: ['fine', '\ud800'] }))).toMatchObject({ details: [{ path: 'q.1' }] });
});
