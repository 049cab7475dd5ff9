import { createHash } from 'node:crypto';
import { idOf } from '../id.ts';

interface CausingRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/**
 * An id for what asks for a change: who, under which Idempotency-Key or else which request id, and for what. The same
 * request sent again has the same one, long after its Idempotency-Key is forgotten; another body under the same key or
 * request id is another cause.
 */
export function causeOf({ id, method, url, body }: CausingRequest, caller: string, key: string | undefined): string {
  const [path] = url.split('?');
  const name = key === undefined ? ['request', id] : ['key', key];
  const hash = createHash('sha256').update(JSON.stringify([caller, ...name, method, path]));
  return idOf(hash.update(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null)).digest());
}
