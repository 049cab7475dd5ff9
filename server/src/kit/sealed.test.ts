import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLetter } from '../../test/harness/any-letter.ts';
import { createSealer } from './sealed.ts';

const old = 'an old secret of at least thirty-two bytes';
const young = 'a young secret of at least thirty-two bytes';
const sealer = createSealer([old], 'second factor');

describe('what is sealed', () => {
  it('comes back as it was, and never looks the same twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyLetter }), (text) => {
        const [first, second] = [sealer.seal(text), sealer.seal(text)];
        expect(first).not.toBe(second);
        expect([sealer.open(first), sealer.open(second)]).toEqual([text, text]);
      }),
    );
  });

  it('shows nothing of its text', () => {
    const sealed = Buffer.from(sealer.seal('JBSWY3DPEHPK3PXP'), 'base64url');
    expect(sealed.includes('JBSWY3DPEHPK3PXP')).toBe(false);
  });

  it('opens after the secret was rotated, and what is sealed then opens without the old one', () => {
    const rotated = createSealer([young, old], 'second factor');
    expect(rotated.open(sealer.seal('kept'))).toBe('kept');
    expect(createSealer([young], 'second factor').open(rotated.seal('new'))).toBe('new');
  });

  it('does not open with another secret, nor for another purpose', () => {
    const sealed = sealer.seal('kept');
    expect(createSealer([young], 'second factor').open(sealed)).toBeUndefined();
    expect(createSealer([old], 'something else').open(sealed)).toBeUndefined();
  });

  it('does not open once any bit of it was changed', () => {
    const bytes = Buffer.from(sealer.seal('kept'), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(sealer.open(changed.toString('base64url'))).toBeUndefined();
    }
  });

  it('does not open when it was cut short, its proof to a few bytes included', () => {
    const bytes = Buffer.from(sealer.seal(''), 'base64url');
    expect(bytes).toHaveLength(28);
    for (let length = 0; length < bytes.length; length++) {
      expect(sealer.open(bytes.subarray(0, length).toString('base64url'))).toBeUndefined();
    }
  });
});

it('nothing can be sealed without a secret', () => {
  expect(() => createSealer([], 'second factor')).toThrow('a sealer needs a secret');
});
