import { createHash } from 'node:crypto';
import { canonicalJson } from '../canonical.ts';
import { idFromHash } from '../id.ts';

interface CausingRequest {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/**
 * An id for what asks for a change: who, under which Idempotency-Key, and for what. The same request sent again has the
 * same one, long after its Idempotency-Key is forgotten; another body under the same key is another cause.
 */
export function requestCauseId({ method, url, body }: CausingRequest, caller: string, key: string): string {
  const [path] = url.split('?');
  const hash = createHash('sha256').update(JSON.stringify([caller, key, method, path]));
  return idFromHash(hash.update(Buffer.isBuffer(body) ? body : canonicalJson(body ?? null)).digest());
}
