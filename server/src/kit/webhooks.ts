import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { declareError, Refused } from './errors.ts';
import type { Headers } from './http/endpoint.ts';

/**
 * Standard Webhooks: HMAC-SHA256 over `id.timestamp.body` of the raw bytes. The first secret signs and all of them
 * verify, so that secrets can be rotated; a sender may send several signatures for the same reason.
 */

export const invalidSignature = declareError(401, 'invalid_signature');

/** A message that failed verification. The reason is a code for operators; the sender does not get it. */
export class SignatureRefused extends Refused {
  readonly reason: string;

  constructor(reason: string) {
    super(invalidSignature, {});
    this.reason = reason;
  }
}

/** Refuses a message. `reason` is a code such as `wrong_signature`: lower-case letters and underscores. */
export function refuseSignature(reason: string): never {
  throw new SignatureRefused(reason);
}

/** The headers of a message, for OpenAPI. */
export const messageHeaders = {
  'webhook-id': 'Id of the message; the same when it is sent again',
  'webhook-timestamp': 'Time of sending, in seconds since 1970',
  'webhook-signature': '`v1,` and the signature in Base64; several are separated by spaces',
};

/** Allowed difference between the time of a message and ours. */
const toleranceMs = 5 * 60_000;

export interface SignedMessage {
  readonly id: string;
  readonly sentAt: Date;
  /** Of id and body, independent of the URL to which it was sent. */
  readonly digest?: string;
}

/** `whsec_` and Base64, or plain text. */
function keyOf(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
}

const signatureOf = (secret: string, text: string, body: Buffer): Buffer =>
  createHmac('sha256', keyOf(secret)).update(text).update(body).digest();

export function signMessage(secrets: readonly string[], { id, sentAt }: SignedMessage, body: Buffer) {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signature = signatureOf(secrets[0] ?? '', `${id}.${timestamp}.`, body).toString('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** Verifies the signature of a message; `isFresh` checks its age. */
export function verifyMessage(secrets: readonly string[], headers: Headers, body: Buffer): SignedMessage {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const given = headers['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof given !== 'string') {
    return refuseSignature('missing_headers');
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return refuseSignature('wrong_format');
  const signatures = given
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice(3), 'base64'));
  const isOurs = secrets.some((secret) => {
    const expected = signatureOf(secret, `${id}.${timestamp}.`, body);
    return signatures.some((signature) => isSame(signature, expected));
  });
  if (!isOurs) return refuseSignature('wrong_signature');
  const digest = createHash('sha256').update(`${id}.`).update(body).digest('hex');
  return { id, sentAt: new Date(Number(timestamp) * 1000), digest };
}

export const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);

export const isFresh = ({ sentAt }: Pick<SignedMessage, 'sentAt'>, now: Date): boolean =>
  Math.abs(now.getTime() - sentAt.getTime()) <= toleranceMs;
