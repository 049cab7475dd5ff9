import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLetter } from '../../test/harness/any-letter.ts';
import { createEncryption } from './encryption.ts';

const old = 'an old secret of at least thirty-two bytes';
const young = 'a young secret of at least thirty-two bytes';
const encryption = createEncryption([old], 'second factor');

describe('what is encrypted', () => {
  it('comes back as it was, and never looks the same twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyLetter }), (text) => {
        const [first, second] = [encryption.encrypt(text), encryption.encrypt(text)];
        expect(first).not.toBe(second);
        expect([encryption.decrypt(first), encryption.decrypt(second)]).toEqual([text, text]);
      }),
    );
  });

  it('is decrypted as it was stored by earlier versions', () => {
    const stored = 'wFHzNi4KiaplKFyvlmSigbq3WJ6TDQlb_7dqwH28L0kYB2DfT6xyU3F_0d4';
    expect(encryption.decrypt(stored)).toBe('JBSWY3DPEHPK3PXP');
  });

  it('shows nothing of its text', () => {
    const encrypted = Buffer.from(encryption.encrypt('JBSWY3DPEHPK3PXP'), 'base64url');
    expect(encrypted.includes('JBSWY3DPEHPK3PXP')).toBe(false);
  });

  it('is decrypted after the secret was rotated, and what is encrypted then also without the old one', () => {
    const rotated = createEncryption([young, old], 'second factor');
    expect(rotated.decrypt(encryption.encrypt('kept'))).toBe('kept');
    expect(createEncryption([young], 'second factor').decrypt(rotated.encrypt('new'))).toBe('new');
  });

  it('is not decrypted with another secret, nor for another purpose', () => {
    const encrypted = encryption.encrypt('kept');
    expect(createEncryption([young], 'second factor').decrypt(encrypted)).toBeUndefined();
    expect(createEncryption([old], 'something else').decrypt(encrypted)).toBeUndefined();
  });

  it('is not decrypted once any bit of it was changed', () => {
    const bytes = Buffer.from(encryption.encrypt('kept'), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(encryption.decrypt(changed.toString('base64url'))).toBeUndefined();
    }
  });

  it('is not decrypted when it was cut short, its authentication tag included', () => {
    const bytes = Buffer.from(encryption.encrypt(''), 'base64url');
    expect(bytes).toHaveLength(28);
    for (let length = 0; length < bytes.length; length++) {
      expect(encryption.decrypt(bytes.subarray(0, length).toString('base64url'))).toBeUndefined();
    }
  });
});

it('nothing can be encrypted without a secret', () => {
  expect(() => createEncryption([], 'second factor')).toThrow('encryption needs a secret');
});
