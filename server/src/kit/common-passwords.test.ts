import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLetter } from '../../test/harness/any-letter.ts';
import { testCount } from '../../test/harness/long-form.ts';
import { isCommonPassword } from './common-passwords.ts';

describe('a password that is tried first is refused', () => {
  it.each([
    'password1234',
    'Password1234!',
    'passwordpassword',
    '123456789012',
    '098765432109',
    'qwertyuiop12',
    'qwerty123456',
    'Qwerty!234567',
    'qwer1234qwer',
    '1234qwerasdf',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'qazwsxedcrfv',
    '123qweasdzxc',
    'asdfghjkl123',
    'aaaaaaaaaaaa',
    'abababababab',
    'abc123abc123',
    'hellohello12',
    'abcdefghijkl',
    'zyxwvutsrqpo',
    'Cliffhanger2026!',
    'cliffhanger-admin',
    'P@ssword12345',
    'P4$$w0rd1234',
    'p4ssw0rd12345',
    'Passw0rd!2026',
    'Welcome2026!!',
    'letmein12345',
    'changeme1234',
    'adminadmin12',
    'administrator1',
    'superadmin123',
    'iloveyou1234',
    'monkey123456',
    '111111111112',
    '2026-01-01-2026',
    '!@#$%^&*()!@#',
    'jennifer',
    'Jennifer',
    'computer',
    'charlie123',
    'Charlie2024!',
    'charlie12345',
    'j3nn1f3r',
    'J3nn1f3r1999!',
    '!!michelle!!',
    '123butterfly123',
    'char1ie1985',
    'bu773rfly2000',
    'Liverpool-2026',
    'mercedes1988',
    'trustno1',
    '1qaz2wsx',
    'vinogradov',
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });
});

describe('a good password is taken', () => {
  it.each([
    'a quiet harbour at dawn',
    'correct horse battery staple',
    'my password is a sentence about rain',
    'seven 7 green elephants',
    'Tuesday-lantern-42',
    'qwerty is no way to begin a phrase',
    'dragonfly over the marsh',
    'тихая гавань на рассвете',
    'ميناء هادئ عند الفجر',
    '夜明けの静かな港に船が戻る',
    'Zürich über Nacht',
    'x9#Kd2!vQp7z',
    'kX3mZ-9_qLw2TbVe',
    '4f9a2c7e8b1d4f60',
    'jennifer counts ferries',
    'computerised lighthouse',
    'my charlie sleeps till 9',
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it.each([
    ['4839205817629304', 'of sixteen digits'],
    ['902846173052', 'of twelve digits, eight of them different'],
    ['4a3e9268b2a4', 'of twelve hexadecimal digits, nine of them different'],
  ])('%s: made by chance, %s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it.each([
    ['32', 16],
    ['16', 8],
    ['12, at least eight of them different,', 6],
  ])('of %s hexadecimal digits made by chance, but for the few with a word or a run in them', (_digits, bytes) => {
    const length = testCount(1000, { long: 10_000 });
    const made = Array.from({ length }, () => randomBytes(bytes).toString('hex'));
    const varied = made.filter((text) => new Set(text).size >= 8);
    expect(varied.filter(isCommonPassword).length).toBeLessThan(varied.length / 50);
  });

  it('when it was made by chance, as a password manager or our own generator does', () => {
    const length = testCount(2000, { long: 20_000 });
    const randomPasswords = Array.from({ length }, () => randomBytes(12).toString('base64url'));
    // Chance alone may make one of hardly any letters, about once in a hundred runs of the long form.
    expect(randomPasswords.filter(isCommonPassword).length).toBeLessThan(2);
  });
});

it('every text is judged, however odd, and none is a crash', () => {
  const odd = fc.string({ unit: anyLetter, maxLength: 128 });
  fc.assert(
    fc.property(odd, (text) => {
      expect(typeof isCommonPassword(text)).toBe('boolean');
    }),
  );
});
