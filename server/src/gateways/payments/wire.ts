import { createHmac } from 'node:crypto';
import { isRecord } from '../../kit/json.ts';
import { isFresh, isSame, refuseSignature } from '../../kit/webhooks.ts';

/**
 * What the adapters of the card provider and the aggregator share: a signature header `t=…,v1=…`, and reading payloads whose
 * shape depends on the version of the provider's API.
 */

/**
 * When a message was sent, as its header proves: `v1` is the hexadecimal HMAC-SHA256 of `t.body` with one of the secrets.
 * There may be several `v1`, while a secret is being rotated. Refuses messages more than five minutes old.
 */
export function verifyTimestamped(secrets: readonly string[], header: unknown, body: Buffer, now: Date): Date {
  const fields = typeof header === 'string' ? header.split(',') : [];
  const [timestamp, ...others] = fields.filter((field) => field.startsWith('t=')).map((field) => field.slice(2));
  if (timestamp === undefined || others.length > 0 || !/^\d{1,12}$/.test(timestamp))
    return refuseSignature('missing_signature');
  const signatures = fields.flatMap((field) => {
    const hex = /^v1=([0-9a-f]{64})$/.exec(field)?.[1];
    return hex === undefined ? [] : [Buffer.from(hex, 'hex')];
  });
  const isOurs = secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
    return signatures.some((signature) => isSame(signature, expected));
  });
  const sentAt = new Date(Number(timestamp) * 1000);
  if (!isOurs) return refuseSignature('wrong_signature');
  return isFresh({ sentAt }, now) ? sentAt : refuseSignature('too_old');
}

/** The value at a path such as `items.data.0.price`; undefined if any part of it is missing or null. */
export function at(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split('.')) {
    if (Array.isArray(current)) current = current[Number(key)];
    else if (isRecord(current)) current = current[key];
    else return undefined;
  }
  return current ?? undefined;
}

/** A text at a path; undefined if it is missing or empty. */
export function textAt(value: unknown, path: string): string | undefined {
  const found = at(value, path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

export function numberAt(value: unknown, path: string): number | undefined {
  const found = at(value, path);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** A moment in milliseconds since 1970, as ISO 8601; undefined if no date has it. */
export const isoOf = (ms: number | undefined): string | undefined =>
  ms === undefined || Math.abs(ms) > 8.64e15 ? undefined : new Date(ms).toISOString();

/** The id of an object that the API shows as its id, or expanded. */
export const idAt = (value: unknown, path: string): string | undefined =>
  textAt(value, path) ?? textAt(value, `${path}.id`);
