import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLetter } from '../../test/harness/any-letter.ts';
import { base32, codeAt, newSecret, stepAt, stepOfCode } from './one-time-code.ts';

/** The secret of RFC 6238's test vectors; its eight digits end with the six that we use. */
const secret = base32(Buffer.from('12345678901234567890'));
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('the codes', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those that RFC 6238 prints for second %d', (seconds, eightDigits) => {
    expect(codeAt(secret, stepAt(at(seconds)))).toBe(eightDigits.slice(-6));
  });

  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('have secrets that apps can read: %j is written as RFC 4648 does', (text, written) => {
    expect(base32(Buffer.from(text))).toBe(written);
  });

  it('have secrets of 160 bits that are never the same', () => {
    const secrets = new Set(Array.from({ length: 100 }, newSecret));
    expect(secrets.size).toBe(100);
    for (const each of secrets) expect(each).toMatch(/^[A-Z2-7]{32}$/);
  });
});

describe('a code', () => {
  const now = at(1_234_567_890);
  const step = stepAt(now);
  const code = (steps: number): string => codeAt(secret, step + steps);

  it('is taken in its own half minute and in the ones beside it, for clocks that are a little off', () => {
    expect([-1, 0, 1].map((steps) => stepOfCode(secret, code(steps), now, 0))).toEqual([step - 1, step, step + 1]);
    expect([-3, -2, 2, 3].map((steps) => stepOfCode(secret, code(steps), now, 0))).toEqual(Array(4).fill(undefined));
  });

  it('is taken from its first to its last millisecond, and one step around', () => {
    const from = (step - 1) * 30_000;
    const before = (step + 2) * 30_000;
    const takenAt = (ms: number) => stepOfCode(secret, code(0), new Date(ms), 0) === step;
    expect([from - 1, from, before - 1, before].map(takenAt)).toEqual([false, true, true, false]);
  });

  it('works once: neither it nor an older one is taken after it', () => {
    expect(stepOfCode(secret, code(0), now, step)).toBeUndefined();
    expect(stepOfCode(secret, code(-1), now, step)).toBeUndefined();
    expect(stepOfCode(secret, code(1), now, step)).toBe(step + 1);
  });

  it('is refused where the clock was set back behind the last step that was used', () => {
    expect(stepOfCode(secret, code(1), now, step + 1)).toBeUndefined();
    expect(stepOfCode(secret, code(1), now, step + 100)).toBeUndefined();
  });

  it('of another secret is not taken', () => {
    expect(stepOfCode(base32(Buffer.from('12345678901234567891')), code(0), now, 0)).toBeUndefined();
  });

  it.each(['', '12345', '1234567', ' 005924', '005924 ', '00592４', 'éééééé', '\u{1F600}\u{1F600}\u{1F600}', '-05924'])(
    'that is none is refused, and is no crash: %j',
    (typed) => {
      expect(stepOfCode(secret, typed, now, 0)).toBeUndefined();
    },
  );

  it('that anyone may type is one of the three that are right, or refused', () => {
    const right = [code(-1), code(0), code(1)];
    const typed = fc.oneof(
      fc.string({ unit: anyLetter, maxLength: 8 }),
      fc.stringMatching(/^\d{6}$/),
      fc.constantFrom(...right),
    );
    fc.assert(
      fc.property(typed, (text) => {
        expect(stepOfCode(secret, text, now, 0) !== undefined).toBe(right.includes(text));
      }),
    );
  });
});
