import { randomBytes } from 'node:crypto';
import type argon2 from '@node-rs/argon2';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hashPassword, isCommonPassword, isPassword, isWeakHash } from './passwords.ts';

// The real thing, watched: what counts is that the same work is done, and a stopwatch is no proof of that.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof argon2>();
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) };
});
const { verify } = await import('@node-rs/argon2');
const cost = '$argon2id$v=19$m=19456,t=2,p=1$';

beforeEach(() => {
  vi.mocked(verify).mockClear();
});

describe('a password', () => {
  const password = 'a quiet harbour at dawn';

  it('is kept as argon2id of the agreed cost, each time with another salt', async () => {
    const [first, second] = await Promise.all([hashPassword(password), hashPassword(password)]);
    expect(first.startsWith(cost)).toBe(true);
    expect(first).not.toBe(second);
    expect(await Promise.all([isPassword(password, first), isPassword(password, second)])).toEqual([true, true]);
  });

  it('is compared to its last character, whatever its length and script', async () => {
    const long = `${'ليلة هادئة '.repeat(12)}a`;
    const stored = await hashPassword(long);
    expect(await isPassword(long, stored)).toBe(true);
    expect(await isPassword(`${long.slice(0, -1)}b`, stored)).toBe(false);
    expect(await isPassword(`${long} `, stored)).toBe(false);
    expect(await isPassword('', stored)).toBe(false);
  });

  it('that is damaged in the database lets nobody in', async () => {
    expect(await isPassword(password, '')).toBe(false);
    expect(await isPassword(password, 'plain text')).toBe(false);
    expect(await isPassword('', '')).toBe(false);
  });

  it('of someone who does not exist costs what a wrong one does, and is never right', async () => {
    const stored = await hashPassword(password);
    expect(await isPassword('wrong', stored)).toBe(false);
    expect(await isPassword('wrong', undefined)).toBe(false);
    expect(await isPassword('nobody has this password', undefined)).toBe(false);
    const compared = vi.mocked(verify).mock.calls.map(([hash]) => String(hash));
    expect(compared).toHaveLength(3);
    for (const hash of compared) expect(hash.startsWith(cost)).toBe(true);
  });
});

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
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('when it was made by chance, as a password manager or our own generator does', () => {
    const made = Array.from({ length: 20_000 }, () => randomBytes(12).toString('base64url'));
    // Chance alone may make one of hardly any letters, about once in a hundred such runs.
    expect(made.filter(isCommonPassword).length).toBeLessThan(3);
  });
});

it('no text takes long to judge, and none is a crash', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 128 }), (text) => typeof isCommonPassword(text) === 'boolean'),
  );
  expect(isCommonPassword('a'.repeat(100_000))).toBe(true);
});

describe('a hash', () => {
  it.each([
    ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', false],
    ['$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA', false],
    ['$argon2id$v=19$m=19455,t=2,p=1$c2FsdA$aGFzaA', true],
    ['$argon2id$v=19$m=19456,t=1,p=1$c2FsdA$aGFzaA', true],
    ['$argon2id$v=16$m=19456,t=2,p=1$c2FsdA$aGFzaA', true],
    ['$argon2i$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', true],
    ['$2b$10$c2FsdHNhbHRzYWx0c2FsdA', true],
    ['', true],
  ])('%s is weaker than today’s: %s', (stored, weak) => {
    expect(isWeakHash(stored)).toBe(weak);
  });
});
