import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import QuickLRU from 'quick-lru';

/** The claims of a token. Whether its holder is still active is checked against the database at every request. */
export interface Claims {
  readonly sub: string;
  readonly role?: string;
  readonly token_version: number;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  /** Properties of the holder when it was issued, for shared reads. */
  readonly holder?: Holder;
}

export interface Holder {
  readonly countryCode: string | null;
  readonly language: string | null;
  readonly isGuest: boolean;
}

export interface Tokens {
  sign(claims: Claims): string;
  /** The claims of a token with a valid signature for this audience. Callers check its expiry. */
  verify(token: string): Claims | undefined;
}

/** The token of an `Authorization: Bearer …` header, or undefined. */
export const bearerToken = (authorization: string): string | undefined =>
  authorization.slice(0, 7).toLowerCase() === 'bearer ' ? authorization.slice(7) || undefined : undefined;

interface Key {
  /** The encoded header of its tokens. */
  readonly header: string;
  readonly secret: KeyObject;
}

/** The cache keeps two generations of this size. */
const maxRemembered = 30_000;
const longestToken = 2_000;

/** Tokens for one audience. The first secret signs and all of them verify, so that secrets can be rotated. */
export function createTokens(secrets: readonly string[], audience: string): Tokens {
  const keys = secrets.map((secret): Key => {
    const kid = createHash('sha256').update(`kid:${secret}`).digest('hex').slice(0, 8);
    return { header: encode({ alg: 'HS256', typ: 'JWT', kid }), secret: createSecretKey(secret, 'utf8') };
  });
  const [signer] = keys;
  if (!signer) throw new Error('tokens need a secret');
  const verified = new QuickLRU<string, Claims>({ maxSize: maxRemembered });

  return {
    sign(claims) {
      const text = `${signer.header}.${encode({ ...claims, aud: audience })}`;
      return `${text}.${signatureOf(text, signer.secret)}`;
    },
    verify(token) {
      const known = verified.get(token);
      if (known) return known;
      if (token.length > longestToken) return undefined;
      const [header = '', payload = '', signature = '', ...more] = token.split('.');
      const isOurs = header === signer.header || isAccepted(header);
      if (more.length > 0 || !isOurs) return undefined;
      if (!keys.some(({ secret }) => isSignature(signature, `${header}.${payload}`, secret))) return undefined;
      const claims = readClaims(payload, audience);
      if (claims) verified.set(token, claims);
      return claims;
    },
  };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signatureOf = (text: string, secret: KeyObject): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Synchronous, because verification in a thread takes twelve times as long. */
function isSignature(signature: string, text: string, secret: KeyObject): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(text, secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Only our algorithm, without critical extensions. */
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
/** The maximum of a Date, in seconds. */
const latestMoment = 8.64e12;
const isMoment = (value: unknown): value is number => isWhole(value) && value >= 0 && value <= latestMoment;

function readClaims(payload: string, audience: string): Claims | undefined {
  const { aud, sub, token_version, jti, iat, exp, holder } = readObject(payload);
  if (aud !== audience || typeof sub !== 'string' || typeof jti !== 'string') return undefined;
  if (!isWhole(token_version) || !isMoment(iat) || !isMoment(exp)) return undefined;
  const known = readHolder(holder);
  return { sub, token_version, jti, iat, exp, ...(known && { holder: known }) };
}

/** Missing in tokens of earlier releases. */
function readHolder(value: unknown): Holder | undefined {
  if (!isObject(value)) return undefined;
  const { countryCode = null, language = null, isGuest } = value;
  const isText = (one: unknown): one is string | null => one === null || typeof one === 'string';
  return isText(countryCode) && isText(language) && typeof isGuest === 'boolean'
    ? { countryCode, language, isGuest }
    : undefined;
}
