import { importPKCS8, SignJWT } from 'jose';
import { Type } from 'typebox';
import { parseOrUndefined } from '../kit/http/validate.ts';
import { callProvider, ProviderCallFailed } from './payments/failures.ts';

/** Access tokens for APIs that are called as a service account: an assertion signed with its key (RFC 7523) buys one. */

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const callMs = 15_000;
/** An access token is renewed this long before it expires. */
const renewBeforeMs = 60_000;

const text = Type.Optional(Type.String());
const readKeyFile = parseOrUndefined(
  Type.Object({
    client_email: Type.String(),
    private_key: Type.String(),
    private_key_id: text,
    token_uri: Type.String(),
    project_id: text,
  }),
);
const readTokenResponse = parseOrUndefined(Type.Object({ access_token: Type.String(), expires_in: Type.Number() }));

export interface ServiceAccount {
  readonly email: string;
  readonly privateKey: string;
  readonly keyId: string | undefined;
  readonly tokenUrl: string;
  readonly projectId: string | undefined;
}

/** Reads a key file, in JSON; undefined for anything else. */
export function readServiceAccount(content: string): ServiceAccount | undefined {
  try {
    const file = readKeyFile(JSON.parse(content));
    return (
      file && {
        email: file.client_email,
        privateKey: file.private_key,
        keyId: file.private_key_id,
        tokenUrl: file.token_uri,
        projectId: file.project_id,
      }
    );
  } catch {
    return undefined;
  }
}

interface AccessToken {
  readonly text: string;
  readonly renewAt: number;
}

/**
 * Returns a function that returns an access token, which is reused until it expires. `renew` requests another one. It
 * throws `ProviderCallFailed`.
 */
export function createTokenSource(account: ServiceAccount, scope: string): (renew: boolean) => Promise<string> {
  const { email, privateKey, keyId, tokenUrl: url } = account;
  let current: AccessToken | undefined;
  let pending: Promise<AccessToken> | undefined;
  const request = async (): Promise<AccessToken> => {
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) })
      .setIssuer(email)
      .setAudience(url)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importPKCS8(privateKey, 'RS256'));
    const body = new URLSearchParams({ grant_type: grantType, assertion }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = readTokenResponse(await callProvider({ method: 'POST', url, headers, body, timeoutMs: callMs }));
    if (!answer) throw new ProviderCallFailed('no access token for an assertion', { isRetryable: true });
    current = { text: answer.access_token, renewAt: Date.now() + answer.expires_in * 1000 - renewBeforeMs };
    return current;
  };
  return async (renew) => {
    if (!renew && current && current.renewAt > Date.now()) return current.text;
    // All calls that need a token at this moment share one request.
    pending ??= request().finally(() => {
      pending = undefined;
    });
    return (await pending).text;
  };
}
