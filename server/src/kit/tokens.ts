import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { CompactSign } from 'jose';
import QuickLRU from 'quick-lru';

/** What a token says. Whether its holder may still do anything is asked of the database at every request. */
export interface Claims {
  readonly sub: string;
  readonly role?: string;
  readonly token_version: number;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
}

export interface Tokens {
  sign(claims: Claims): Promise<string>;
  /** The claims of a token that we signed for this audience, or undefined. Its expiry is the caller's to judge. */
  verify(token: string): Claims | undefined;
}

/** The token of an `Authorization: Bearer …` header, or undefined. */
export const bearerToken = (authorization: string): string | undefined =>
  authorization.slice(0, 7).toLowerCase() === 'bearer ' ? authorization.slice(7) || undefined : undefined;

interface Key {
  header: { alg: string; typ: string; kid: string };
  secret: KeyObject;
}

/** The cache keeps two generations of this size. */
const maxRemembered = 5_000;
const longestToken = 2_000;

/** Tokens for one audience. The first secret signs and all of them verify, so that secrets can be rotated. */
export function createTokens(secrets: readonly string[], audience: string): Tokens {
  const keys = secrets.map((secret): Key => {
    const kid = createHash('sha256').update(`kid:${secret}`).digest('hex').slice(0, 8);
    return { header: { alg: 'HS256', typ: 'JWT', kid }, secret: createSecretKey(secret, 'utf8') };
  });
  const ownHeaders = new Set(keys.map(({ header }) => Buffer.from(JSON.stringify(header)).toString('base64url')));
  const [signer] = keys;
  if (!signer) throw new Error('tokens need a secret');
  const verified = new QuickLRU<string, Claims>({ maxSize: maxRemembered });

  return {
    sign(claims) {
      const payload = new TextEncoder().encode(JSON.stringify({ ...claims, aud: audience }));
      return new CompactSign(payload).setProtectedHeader(signer.header).sign(signer.secret);
    },
    verify(token) {
      const known = verified.get(token);
      if (known) return known;
      if (token.length > longestToken) return undefined;
      const [header = '', payload = '', signature = '', ...more] = token.split('.');
      if (more.length > 0 || !(ownHeaders.has(header) || isAccepted(header))) return undefined;
      if (!keys.some(({ secret }) => isSignature(signature, `${header}.${payload}`, secret))) return undefined;
      const claims = readClaims(payload, audience);
      if (claims) verified.set(token, claims);
      return claims;
    },
  };
}

/**
 * Whether a text is signed with our secret. Not by the library that signs, whose check goes through a thread and takes
 * twelve times as long: in a crowd nearly every token is new to a process.
 */
function isSignature(signature: string, text: string, secret: KeyObject): boolean {
  const given = Buffer.from(signature);
  const wanted = Buffer.from(createHmac('sha256', secret).update(text).digest('base64url'));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The one algorithm that we sign with, and no extension that would have to be understood. */
function isAccepted(header: string): boolean {
  const { alg, crit } = readObject(header);
  return alg === 'HS256' && crit === undefined;
}

function readObject(base64url: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(base64url, 'base64url').toString());
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
/** The latest moment that a Date can hold, in seconds. */
const latestMoment = 8.64e12;
const isMoment = (value: unknown): value is number => isWhole(value) && value >= 0 && value <= latestMoment;

function readClaims(payload: string, audience: string): Claims | undefined {
  const { aud, sub, token_version, jti, iat, exp } = readObject(payload);
  if (aud !== audience || typeof sub !== 'string' || typeof jti !== 'string') return undefined;
  if (!isWhole(token_version) || !isMoment(iat) || !isMoment(exp)) return undefined;
  return { sub, token_version, jti, iat, exp };
}
