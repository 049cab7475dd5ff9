import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { tokenFault } from '../token-faults.ts';

/**
 * ID tokens of OpenID Connect providers, with which users sign in. Their keys are read when first needed and kept in
 * memory.
 */

export interface IdentityProviderSettings {
  /** How the app names it. */
  readonly name: string;
  readonly issuer: string;
  /** The client ids of our apps. */
  readonly audiences: readonly string[];
  readonly jwksUrl: string;
}

export interface ProvenIdentity {
  readonly provider: string;
  /** Identifies the person at the provider for good; an email address does not. */
  readonly subject: string;
  /** Only if the provider has verified it. */
  readonly email: string | null;
  readonly name: string | null;
}

/** A refused token with the reason, or `unavailable` if the keys could not be read. */
export type IdTokenFault = { readonly fault: string } | 'unavailable';

export interface GivenToken {
  readonly idToken: string;
  readonly nonce?: string | undefined;
}

export interface IdTokens {
  readonly providers: readonly string[];
  verify(provider: string, given: GivenToken): Promise<ProvenIdentity | IdTokenFault>;
}

const keysTimeoutMs = 3_000;
const clockToleranceS = 60;
/** Asymmetric only: a token signed with a secret would be accepted from everyone who knows it. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

export function createIdTokens(settings: readonly IdentityProviderSettings[]): IdTokens {
  const verifiers = new Map(settings.map((one) => [one.name, verifierOf(one)]));
  return {
    providers: [...verifiers.keys()],
    async verify(provider, given) {
      const verify = verifiers.get(provider);
      return verify ? verify(given) : { fault: 'unknown_provider' };
    },
  };
}

function verifierOf({ name: provider, issuer, audiences, jwksUrl }: IdentityProviderSettings) {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: keysTimeoutMs });
  const expected = {
    algorithms,
    issuer,
    audience: [...audiences],
    requiredClaims: ['exp', 'iat', 'sub'],
    clockTolerance: clockToleranceS,
  };
  return async ({ idToken, nonce }: GivenToken): Promise<ProvenIdentity | IdTokenFault> => {
    try {
      const { payload } = await jwtVerify(idToken, keys, expected);
      if (!isNonce(payload.nonce, nonce)) return { fault: 'wrong_nonce' };
      const { sub = '', email, email_verified: isVerified, name } = payload;
      if (sub === '' || sub.length > 255) return { fault: 'wrong_subject' };
      return {
        provider,
        subject: sub,
        // Some providers send booleans as text.
        email: typeof email === 'string' && (isVerified === true || isVerified === 'true') ? email : null,
        name: typeof name === 'string' ? name : null,
      };
    } catch (error) {
      const fault = tokenFault(error);
      return fault === undefined ? 'unavailable' : { fault };
    }
  };
}

/** The token has the nonce of the app or its SHA-256, which is how apps ask some providers for it. */
function isNonce(claimed: unknown, given: string | undefined): boolean {
  if (given === undefined) return claimed === undefined;
  return claimed === given || claimed === createHash('sha256').update(given).digest('hex');
}
