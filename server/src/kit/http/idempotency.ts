import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { idempotencyInProgress, idempotencyKeyReused, refuse, refuseField } from '../errors.ts';
import type { Answer, AnswerHeader } from './answer.ts';

export interface KeyedRequest {
  caller: string;
  key: string;
  fingerprint: Buffer;
}

const mostKeyLength = 255;

/** What makes two requests the same one: method, path and body. A dry run has no key: it does nothing twice. */
export function keyedRequest(
  header: string | string[] | undefined,
  caller: string,
  request: { method: string; path: string; body: unknown },
): KeyedRequest | undefined {
  if (header === undefined) return undefined;
  const printable = typeof header === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(header);
  if (!printable || header.length > mostKeyLength) {
    return refuseField('Idempotency-Key', `must be 1 to ${mostKeyLength} printable characters`);
  }
  const text = `${request.method} ${request.path}\n${JSON.stringify(request.body ?? null)}`;
  return { caller, key: header, fingerprint: createHash('sha256').update(text).digest() };
}

const isHeader = (value: unknown): value is AnswerHeader =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

/** A cookie is a secret, and no secret is kept. */
const keptHeaders = (headers: readonly AnswerHeader[] = []): AnswerHeader[] =>
  headers.filter(([name]) => name.toLowerCase() !== 'set-cookie');

/**
 * Does `work` once for each key. The key is claimed by a lock that ends with the transaction, and kept in the same
 * transaction as the effect, so there is no moment in which one is there without the other. A refusal is not kept.
 */
export async function once(
  tx: Tx,
  now: Date,
  request: KeyedRequest,
  work: () => Promise<Answer<string>>,
): Promise<Answer> {
  const { caller, key, fingerprint } = request;
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${caller}\u0001${key}`}, 0)) as mine`.execute(tx);
  if (!rows[0]?.mine) return refuse(idempotencyInProgress);
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const kept = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'body', 'headers', 'created_at'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst();
  if (kept && kept.created_at >= dayAgo) {
    if (!kept.fingerprint.equals(fingerprint)) return refuse(idempotencyKeyReused);
    const headers: unknown[] = Array.isArray(kept.headers) ? kept.headers : [];
    return { status: kept.status, body: kept.body, headers: headers.filter(isHeader), replayed: true };
  }
  if (kept) await tx.deleteFrom('idempotency_keys').where('caller', '=', caller).where('key', '=', key).execute();
  const answer = await work();
  const { status, body } = answer;
  const headers = JSON.stringify(keptHeaders(answer.headers));
  await tx
    .insertInto('idempotency_keys')
    .values({ caller, key, fingerprint, status, body, headers, created_at: now })
    .execute();
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
