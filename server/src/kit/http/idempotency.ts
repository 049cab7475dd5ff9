import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { idempotencyInProgress, idempotencyKeyReused, Refused, refusal, refuseField } from '../errors.ts';
import { idFromHash } from '../id.ts';
import { canonicalJson, isRecord } from '../json.ts';
import { dayMs } from '../time.ts';
import { type HttpResponse, isReplayedHeader, type ResponseHeader } from './response.ts';

export interface KeyedRequest {
  caller: string;
  key: string;
  fingerprint: Buffer;
  /** Fingerprints of equivalent requests. */
  sameAs: readonly Buffer[];
}

const maxKeyLength = 255;

/** Two requests are the same if method, path and the value of the body are. */
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

/** No body and an empty object are equivalent. */
const isEmpty = (body: unknown): boolean => body === null || (isRecord(body) && Object.keys(body).length === 0);

const isHeader = (value: unknown): value is ResponseHeader =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

/** Cookies are secrets, which are not stored. The replay marker is added when the response is sent again. */
const storedHeaders = (headers: readonly ResponseHeader[] = []): ResponseHeader[] =>
  headers.filter((header) => header[0].toLowerCase() !== 'set-cookie' && !isReplayedHeader(header));

/**
 * Claims keys for this transaction in one statement, and returns what is known of them: the stored response, or a
 * refusal. Other requests are to be executed, and their responses passed to {@link storeResponses}. The claim is a lock that
 * ends with the transaction. Stored responses are read in a separate statement, because the snapshot of a statement that
 * waits for the lock does not include what the previous holder stored.
 */
export async function claimKey(
  tx: Tx,
  now: Date,
  requests: readonly KeyedRequest[],
): Promise<Map<KeyedRequest, HttpResponse | Refused>> {
  if (requests.length === 0) return new Map();
  const locks = await sql<{ n: number; mine: boolean }>`
    select n, pg_try_advisory_xact_lock(hashtextextended(caller || chr(1) || key, 0)) as mine
    from ${requestedKeysSql(requests)}`.execute(tx);
  const stored = await listStored(tx, requests);
  const dayAgo = new Date(now.getTime() - dayMs);
  await deleteExpired(tx, requests, stored, dayAgo);
  const known = new Map<KeyedRequest, HttpResponse | Refused>();
  for (const row of stored) {
    const request = requests[row.n - 1];
    if (request && row.created_at >= dayAgo) known.set(request, replayOf(row, request));
  }
  for (const { n, mine } of locks.rows) {
    const request = requests[n - 1];
    if (request && !mine) known.set(request, refusal(idempotencyInProgress));
  }
  return known;
}

const requestedKeysSql = (requests: readonly KeyedRequest[]) => {
  const [callers, keys] = [requests.map(({ caller }) => caller), requests.map(({ key }) => key)];
  return sql`unnest(${callers}::text[], ${keys}::text[]) with ordinality as requested (caller, key, n)`;
};

async function listStored(tx: Tx, requests: readonly KeyedRequest[]): Promise<StoredRow[]> {
  const query = sql<StoredRow>`
    select n, fingerprint, status, body, headers, created_at from ${requestedKeysSql(requests)}
    join idempotency_keys stored using (caller, key)`;
  return (await query.execute(tx)).rows;
}

/** For dry runs, which claim nothing: refuses a key that was used for another request. */
export async function rejectReusedKey(tx: Tx, now: Date, request: KeyedRequest): Promise<void> {
  const [stored] = await listStored(tx, [request]);
  if (!stored || stored.created_at < new Date(now.getTime() - dayMs)) return;
  const known = replayOf(stored, request);
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

function replayOf({ fingerprint, status, body, headers }: StoredRow, request: KeyedRequest): HttpResponse | Refused {
  const isSame = [request.fingerprint, ...request.sameAs].some((known) => fingerprint.equals(known));
  if (!isSame) return refusal(idempotencyKeyReused);
  const list: unknown[] = Array.isArray(headers) ? headers : [];
  return { status, body, headers: list.filter(isHeader), replayed: true };
}

async function deleteExpired(
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

/** Stores responses in the transaction of their changes, so that there is never one without the other. */
export async function storeResponses(
  tx: Tx,
  now: Date,
  done: readonly { readonly request: KeyedRequest; readonly response: HttpResponse<string> }[],
): Promise<void> {
  if (done.length === 0) return;
  const rows = done.map(({ request: { caller, key, fingerprint }, response: { status, body, headers } }) => ({
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

/** Executes `work` once per key. Refusals are not stored. */
export async function runOnce(
  tx: Tx,
  now: Date,
  request: KeyedRequest,
  work: () => Promise<HttpResponse<string>>,
): Promise<HttpResponse> {
  const known = (await claimKey(tx, now, [request])).get(request);
  if (known instanceof Refused) throw known;
  if (known) return known;
  const response = await work();
  await storeResponses(tx, now, [{ request, response }]);
  return response;
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
 * The id of the cause of a change, from caller, Idempotency-Key, path and body. A repeated request has the same id, even
 * after its Idempotency-Key has expired; another body with the same key is another cause.
 */
export function requestCauseId({ method, url, body }: CausingRequest, caller: string, key: string): string {
  const [path] = url.split('?');
  const hash = createHash('sha256').update(JSON.stringify([caller, key, method, path]));
  return idFromHash(hash.update(Buffer.isBuffer(body) ? body : canonicalJson(body ?? null)).digest());
}
