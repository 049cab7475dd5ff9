import { createPrivateKey, sign } from 'node:crypto';
import QuickLRU from 'quick-lru';
import { hourMs } from '../../kit/time.ts';
import { publicKeyOf } from './encrypt.ts';

/** VAPID (RFC 8292): identifies the sender to push services by a signed token for each. */

export interface VapidOptions {
  /** 32 bytes in base64url. */
  readonly privateKey: string;
  /** Contact of the operator: `mailto:` or `https:`. */
  readonly subject: string;
}

export interface Vapid {
  /** The `applicationServerKey` of browsers. */
  readonly publicKey: string;
  authorizationFor(origin: string): string;
}

/** Push services accept at most a day. */
const tokenMs = 12 * hourMs;
const renewBeforeMs = hourMs;

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function createVapid({ privateKey, subject }: VapidOptions): Vapid {
  const publicKey = publicKeyOf(privateKey);
  if (publicKey === undefined) throw new Error('the VAPID private key is not a P-256 key');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', d: privateKey, x: x ?? '', y: y ?? '' },
  });
  const tokens = new QuickLRU<string, { token: string; renewAt: number }>({ maxSize: 1_000 });
  const newToken = (origin: string): string => {
    const claims = { aud: origin, exp: Math.floor((Date.now() + tokenMs) / 1000), sub: subject };
    const content = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
    return `${content}.${signature.toString('base64url')}`;
  };
  return {
    publicKey,
    authorizationFor(origin) {
      const known = tokens.get(origin);
      const isFresh = known !== undefined && known.renewAt > Date.now();
      const token = isFresh ? known.token : newToken(origin);
      if (!isFresh) tokens.set(origin, { token, renewAt: Date.now() + tokenMs - renewBeforeMs });
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}
