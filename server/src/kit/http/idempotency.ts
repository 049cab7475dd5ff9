import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { idempotencyInProgress, idempotencyKeyReused, Refused, refusal, refuseField } from '../errors.ts';
import { idFromHash } from '../id.ts';
import { canonicalJson, isRecord } from '../json.ts';
import { dayMs } from '../time.ts';
import { type Answer, type AnswerHeader, isReplayedHeader } from './answer.ts';

export interface KeyedRequest {
  caller: string;
  key: string;
  fingerprint: Buffer;
  /** Of the same request, written in another way. */
  sameAs: readonly Buffer[];
}

const maxKeyLength = 255;

/** What makes two requests the same one: method, path and the body's value. */
export function keyedRequest(
  header: string | string[] | undefined,
  caller: string,
  request: { method: string; path: string; body: unknown },
): KeyedRequest | undefined {
  if (header === undefined) return undefined;
  const printable = typeof header === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(header);
  if (!printable || header.length > maxKeyLength) {
    return refuseField('Idempotency-Key', `must be 1 to ${maxKeyLength} printable characters`);
  }
  const fingerprintOf = (body: unknown): Buffer =>
    createHash('sha256')
      .update(`${request.method} ${request.path}\n${canonicalJson(body)}`)
      .digest();
  const body = request.body ?? null;
  const sameAs = isEmpty(body) ? [fingerprintOf(null), fingerprintOf({})] : [];
  return { caller, key: header, fingerprint: fingerprintOf(body), sameAs };
}

/** No body and one without fields say the same. */
const isEmpty = (body: unknown): boolean => body === null || (isRecord(body) && Object.keys(body).length === 0);

const isHeader = (value: unknown): value is AnswerHeader =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

/** A cookie is a secret, and no secret is kept. That an answer is a replay is said when it is sent again. */
const storedHeaders = (headers: readonly AnswerHeader[] = []): AnswerHeader[] =>
  headers.filter((header) => header[0].toLowerCase() !== 'set-cookie' && !isReplayedHeader(header));

/**
 * Claims keys for this transaction, all in one go, and says what is known of them: the answer that was kept, or why a
 * request is refused. A request of which nothing is known is to be done, and its answer given to {@link storeAnswers}.
 * The claim is a lock that ends with the transaction. What is kept is read in a statement of its own: one that took its
 * snapshot before it got the lock would not see what the last holder left.
 */
export async function claimKey(
  tx: Tx,
  now: Date,
  requests: readonly KeyedRequest[],
): Promise<Map<KeyedRequest, Answer | Refused>> {
  if (requests.length === 0) return new Map();
  const locks = await sql<{ n: number; mine: boolean }>`
    select n, pg_try_advisory_xact_lock(hashtextextended(caller || chr(1) || key, 0)) as mine
    from ${requestedKeysSql(requests)}`.execute(tx);
  const stored = await listStored(tx, requests);
  const dayAgo = new Date(now.getTime() - dayMs);
  await forgetExpired(tx, requests, stored, dayAgo);
  const known = new Map<KeyedRequest, Answer | Refused>();
  for (const row of stored) {
    const request = requests[row.n - 1];
    if (request && row.created_at >= dayAgo) known.set(request, answerOf(row, request));
  }
  for (const { n, mine } of locks.rows) {
    const request = requests[n - 1];
    if (request && !mine) known.set(request, refusal(idempotencyInProgress));
  }
  return known;
}

const requestedKeysSql = (requests: readonly KeyedRequest[]) => {
  const [callers, keys] = [requests.map(({ caller }) => caller), requests.map(({ key }) => key)];
  return sql`unnest(${callers}::text[], ${keys}::text[]) with ordinality as asked (caller, key, n)`;
};

async function listStored(tx: Tx, requests: readonly KeyedRequest[]): Promise<StoredRow[]> {
  const query = sql<StoredRow>`
    select n, fingerprint, status, body, headers, created_at from ${requestedKeysSql(requests)}
    join idempotency_keys kept using (caller, key)`;
  return (await query.execute(tx)).rows;
}

/** For a dry run, which claims nothing: a key that was kept for another request is refused, as the real one would be. */
export async function rejectReusedKey(tx: Tx, now: Date, request: KeyedRequest): Promise<void> {
  const [stored] = await listStored(tx, [request]);
  if (!stored || stored.created_at < new Date(now.getTime() - dayMs)) return;
  const known = answerOf(stored, request);
  if (known instanceof Refused) throw known;
}

interface StoredRow {
  n: number;
  fingerprint: Buffer;
  status: number;
  body: string;
  headers: unknown;
  created_at: Date;
}

function answerOf({ fingerprint, status, body, headers }: StoredRow, request: KeyedRequest): Answer | Refused {
  const isSame = [request.fingerprint, ...request.sameAs].some((known) => fingerprint.equals(known));
  if (!isSame) return refusal(idempotencyKeyReused);
  const list: unknown[] = Array.isArray(headers) ? headers : [];
  return { status, body, headers: list.filter(isHeader), replayed: true };
}

async function forgetExpired(
  tx: Tx,
  requests: readonly KeyedRequest[],
  rows: readonly StoredRow[],
  dayAgo: Date,
): Promise<void> {
  const old = rows.flatMap((row) => (row.created_at < dayAgo ? (requests[row.n - 1] ?? []) : []));
  for (const { caller, key } of old) {
    await tx.deleteFrom('idempotency_keys').where('caller', '=', caller).where('key', '=', key).execute();
  }
}

/** Stores answers in the transaction of the changes that they are about: there is never one without the other. */
export async function storeAnswers(
  tx: Tx,
  now: Date,
  done: readonly { readonly request: KeyedRequest; readonly answer: Answer<string> }[],
): Promise<void> {
  if (done.length === 0) return;
  const rows = done.map(({ request: { caller, key, fingerprint }, answer: { status, body, headers } }) => ({
    caller,
    key,
    fingerprint,
    status,
    body,
    headers: JSON.stringify(storedHeaders(headers)),
    created_at: now,
  }));
  await tx.insertInto('idempotency_keys').values(rows).execute();
}

/** Does `work` once for each key. A refusal is not kept. */
export async function runOnce(
  tx: Tx,
  now: Date,
  request: KeyedRequest,
  work: () => Promise<Answer<string>>,
): Promise<Answer> {
  const known = (await claimKey(tx, now, [request])).get(request);
  if (known instanceof Refused) throw known;
  if (known) return known;
  const answer = await work();
  await storeAnswers(tx, now, [{ request, answer }]);
  return answer;
}

export async function deleteOldKeys(tx: Tx, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where (caller, key) in (
      select caller, key from idempotency_keys where created_at < ${before} order by created_at limit ${most})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

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
