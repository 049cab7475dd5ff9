import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Claims, createTokens } from './tokens.ts';

const old = 'an old secret of at least thirty-two bytes';
const young = 'a young secret of at least thirty-two bytes';
const claims: Claims = { sub: 'someone', token_version: 3, jti: 'a sign-in', iat: 1_780_000_000, exp: 1_780_043_200 };
const tokens = createTokens([old], 'admin');

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A token made by hand, with a true signature unless the parts say otherwise. */
function forge({
  header = { alg: 'HS256', typ: 'JWT' },
  payload = { ...claims, aud: 'admin' },
  secret = old,
  hash = 'sha256',
}: {
  header?: unknown;
  payload?: unknown;
  secret?: string;
  hash?: string;
} = {}): string {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}

describe('a token', () => {
  it('says who it is for, at the first look and at the second', async () => {
    const token = tokens.sign(claims);
    expect(tokens.verify(token)).toEqual(claims);
    expect(tokens.verify(token)).toEqual(claims);
  });

  it('made by hand with our secret is taken, or the cases below would prove nothing', async () => {
    expect(tokens.verify(forge())).toEqual(claims);
  });

  it('says no more than we ask of it: a role or permission inside is not believed', async () => {
    const token = forge({ payload: { ...claims, aud: 'admin', role: 'superadmin', permissions: ['*'] } });
    expect(tokens.verify(token)).toEqual(claims);
  });

  it('is signed by the first secret, and taken by every process that still knows that secret', async () => {
    const rotated = createTokens([young, old], 'admin');
    expect(rotated.verify(tokens.sign(claims))).toEqual(claims);
    const fresh = rotated.sign(claims);
    expect(createTokens([young], 'admin').verify(fresh)).toEqual(claims);
    expect(tokens.verify(fresh)).toBeUndefined();
  });

  it('is refused in its whole life after, once its secret is gone', async () => {
    const token = createTokens([young], 'admin').sign(claims);
    expect(createTokens([old], 'admin').verify(token)).toBeUndefined();
  });
});

const without = (name: keyof Claims) => {
  const { [name]: _, ...rest } = claims;
  return { ...rest, aud: 'admin' };
};
const [head = '', body = '', signature = ''] = forge().split('.');

describe('a token is refused', () => {
  it.each([
    ['unsigned, alg none', `${encode({ alg: 'none' })}.${body}.`],
    ['unsigned, alg None', `${encode({ alg: 'None' })}.${body}.${signature}`],
    ['of another strength, HS512', forge({ header: { alg: 'HS512' }, hash: 'sha512' })],
    ['of another strength, HS384', forge({ header: { alg: 'HS384' }, hash: 'sha384' })],
    ['that claims a public key, RS256', forge({ header: { alg: 'RS256' } })],
    ['without an algorithm', forge({ header: { typ: 'JWT' } })],
    ['signed by someone else', forge({ secret: young })],
    ['signed by someone else who names our key', forge({ header: { alg: 'HS256', kid: 'known' }, secret: young })],
    ['for users', forge({ payload: { ...claims, aud: 'user' } })],
    ['for several audiences', forge({ payload: { ...claims, aud: ['admin', 'user'] } })],
    ['for no audience', forge({ payload: claims })],
    ['with a critical extension that we do not know', forge({ header: { alg: 'HS256', crit: ['exp'], exp: 1 } })],
    ['with an empty list of critical extensions', forge({ header: { alg: 'HS256', crit: [] } })],
    ['without its holder', forge({ payload: without('sub') })],
    ['without its version', forge({ payload: without('token_version') })],
    ['without its sign-in', forge({ payload: without('jti') })],
    ['without its age', forge({ payload: without('iat') })],
    ['without an end', forge({ payload: without('exp') })],
    ['with an end that is a text', forge({ payload: { ...claims, aud: 'admin', exp: '9999999999' } })],
    [
      'with an endless end',
      forge({ payload: `{"aud":"admin","sub":"a","jti":"b","token_version":1,"iat":1,"exp":1e999}` }),
    ],
    ['with an end beyond what a date can hold', forge({ payload: { ...claims, aud: 'admin', exp: 1e300 } })],
    ['with an end past the last date', forge({ payload: { ...claims, aud: 'admin', exp: 8.64e12 + 1 } })],
    ['with an end that is no whole number', forge({ payload: { ...claims, aud: 'admin', exp: 1_780_043_200.5 } })],
    ['issued beyond what a date can hold', forge({ payload: { ...claims, aud: 'admin', iat: 1e300 } })],
    ['with a version that is no whole number', forge({ payload: { ...claims, aud: 'admin', token_version: 1.5 } })],
    ['with a holder who is a list', forge({ payload: { ...claims, aud: 'admin', sub: ['someone'] } })],
    ['that says nothing', forge({ payload: 'null' })],
    ['that is a list', forge({ payload: [claims] })],
    ['that is no JSON', forge({ payload: '{' })],
    ['whose text was changed', `${head}.${encode({ ...claims, aud: 'admin', sub: 'root' })}.${signature}`],
    ['whose head was changed', `${encode({ alg: 'HS256' })}.${body}.${signature}`],
    ['whose signature is spelled in another way', `${head}.${body}.${signature}=`],
    ['whose signature is longer', `${head}.${body}.${signature}A`],
    ['whose head is no JSON', forge({ header: '{' })],
    ['whose head is a list', forge({ header: ['HS256'] })],
    ['without its signature', `${head}.${body}.`],
    ['of two parts', `${head}.${body}`],
    ['of four parts', `${head}.${body}.${signature}.${signature}`],
    ['of one word', 'garbage'],
    ['of nothing', ''],
    ['of two dots', '..'],
    ['that is too long to be ours', forge({ payload: { ...claims, aud: 'admin', padding: 'x'.repeat(2_000) } })],
  ])('%s', async (_, token) => {
    expect(tokens.verify(token)).toBeUndefined();
    expect(tokens.verify(token)).toBeUndefined();
  });
});

it('nothing can be signed without a secret', () => {
  expect(() => createTokens([], 'admin')).toThrow('tokens need a secret');
});
