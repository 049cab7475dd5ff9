import { createHash } from 'node:crypto';
import { CompactSign, compactVerify } from 'jose';
import { CappedMap } from './capped-map.ts';

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
  verify(token: string): Promise<Claims | undefined>;
}

interface Key {
  id: string;
  bytes: Uint8Array;
}

const mostRemembered = 10_000;
const longestToken = 2_000;

/** Tokens for one audience. The first secret signs and all of them verify, so that secrets can be rotated. */
export function createTokens(secrets: readonly string[], audience: string): Tokens {
  const keys = secrets.map((secret): Key => {
    const id = createHash('sha256').update(`kid:${secret}`).digest('hex').slice(0, 8);
    return { id, bytes: new TextEncoder().encode(secret) };
  });
  const [signer] = keys;
  if (!signer) throw new Error('tokens need a secret');
  const verified = new CappedMap<string, Claims>(mostRemembered);

  return {
    sign(claims) {
      const payload = new TextEncoder().encode(JSON.stringify({ ...claims, aud: audience }));
      return new CompactSign(payload)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: signer.id })
        .sign(signer.bytes);
    },
    async verify(token) {
      const known = verified.get(token);
      if (known) return known;
      if (token.length > longestToken) return undefined;
      for (const key of keys) {
        const payload = await compactVerify(token, key.bytes, { algorithms: ['HS256'] }).then(
          (result) => result.payload,
          () => undefined,
        );
        const claims = payload && readClaims(payload, audience);
        if (claims) verified.set(token, claims);
        if (payload) return claims;
      }
      return undefined;
    },
  };
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function readClaims(payload: Uint8Array, audience: string): Claims | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
  if (parsed === null || typeof parsed !== 'object') return undefined;
  const { aud, sub, token_version, jti, iat, exp }: Record<string, unknown> = { ...parsed };
  if (aud !== audience || typeof sub !== 'string' || typeof jti !== 'string') return undefined;
  if (!isCount(token_version) || !isCount(iat) || !isCount(exp)) return undefined;
  return { sub, token_version, jti, iat, exp };
}
