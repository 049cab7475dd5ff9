import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/database.ts';
import { isConnectionLost, isPoolBusy } from '../db/faults.ts';
import { notFound, Refused } from '../errors.ts';
import { type Answer, type AnswerHeader, etagOf, piecesOf } from './answer.ts';
import { type AuthenticatedRequest, headerList, headersFor, type MountedEndpoint, paramsOf, targetOf } from './call.ts';
import { shortestCoded } from './coding.ts';
import type { ConditionalCtx, PlainEndpoint, TaggedReply } from './endpoint.ts';
import { mustBeSafe } from './json.ts';
import { previewEffectsAlone } from './preview-effects.ts';

/**
 * A read that may lag goes to the replica, and to the primary where the replica does not have the thing yet or loses the
 * connection: what was just made must not be missing, and a replica that stops must not take reads down with it. One that
 * is merely busy keeps its load: on the primary that would slow down payments.
 */
export async function read(mounted: MountedEndpoint<PlainEndpoint>, call: AuthenticatedRequest): Promise<Answer> {
  const { endpoint, database } = mounted;
  if (!endpoint.fromReplica || database.lagging === database.db) return readFrom(database.db, mounted, call);
  try {
    return await readFrom(database.lagging, mounted, call);
  } catch (error) {
    const isMissing = error instanceof Refused && error.spec === notFound;
    const isReplicaLost = isConnectionLost(error) && !isPoolBusy(error);
    if (!isMissing && !isReplicaLost) throw error;
    return readFrom(database.db, mounted, call);
  }
}

async function readFrom(db: Db, mounted: MountedEndpoint<PlainEndpoint>, call: AuthenticatedRequest): Promise<Answer> {
  const { auth, request, reply } = call;
  const { endpoint, database, limiter, newEffects, checkQuery, checkBody, replies } = mounted;
  const params = paramsOf(endpoint, request);
  const target = await targetOf(endpoint, db, params, auth.caller);
  mustBeSafe(request.query);
  const query = checkQuery(request.query);
  const { headers, header } = headerList();
  const ctx: ConditionalCtx = {
    caller: auth.caller,
    now: auth.now,
    requestId: request.id,
    ip: request.ip,
    db,
    header,
    readBatched: (hotRead, key) => hotRead(database, key),
    previewEffects: (work, queueKey) =>
      previewEffectsAlone({ database, limiter, startBy: call.startBy }, ctx, newEffects(), work, queueKey),
    tagged: (body, tag) => editionOf(Buffer.from(replies.write(reply, body)), tag),
  };
  const result = await endpoint.run(ctx, {
    params,
    query,
    body: endpoint.method === 'GET' ? undefined : checkBody(request.body),
    headers: headersFor(endpoint, request),
    target,
    prepared: undefined,
    callerValue: auth.callerValue,
  });
  if (endpoint.conditional) {
    const edition = isEdition(result) ? result : ctx.tagged(result);
    return conditionally(endpoint, request, edition, headers);
  }
  const { status } = replies;
  const all = [...headers, ...varyOf(endpoint)];
  const sent = { body: replies.write(reply, result), ...piecesOf(result, db) };
  return { status, ...sent, headers: [...all, ...etagOf(result)] };
}

const isEdition = (result: unknown): result is TaggedReply<unknown> =>
  result !== null && typeof result === 'object' && 'bytes' in result && Buffer.isBuffer(result.bytes);

function varyOf({ headers = {} }: PlainEndpoint): AnswerHeader[] {
  const names = Object.keys(headers);
  return names.length > 0 ? [['vary', names.join(', ')]] : [];
}

/** A tag that is made from the bytes is weak: it is the same for the bytes in every content coding. */
function editionOf(bytes: Buffer, tag?: { value: string; weak?: boolean }): TaggedReply<unknown> {
  if (tag === undefined)
    return { bytes, etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` };
  if (!/^[\x21\x23-\x7e]+$/.test(tag.value)) throw new Error(`${tag.value} cannot be an ETag`);
  return { bytes, etag: `${tag.weak ? 'W/' : ''}"${tag.value}"` };
}

/** Whoever has this edition already is told so, with the same headers and without a body. */
function conditionally(
  endpoint: PlainEndpoint,
  request: FastifyRequest,
  { bytes, etag }: TaggedReply<unknown>,
  given: readonly AnswerHeader[],
): Answer {
  const cacheControl = endpoint.conditional?.cacheControl;
  const headers: AnswerHeader[] = [...given, ...varyOf(endpoint), ['etag', etag]];
  const known = matchesIfNoneMatch(request.headers['if-none-match'], etag);
  if (!known) return { status: 200, body: bytes, headers, cacheControl };
  // With the headers of the body that is left out.
  const vary: AnswerHeader[] = bytes.length < shortestCoded ? [] : [['vary', 'accept-encoding']];
  return { status: 304, body: '', headers: [...headers, ...vary], cacheControl };
}

/** Compared weakly, as a read may: whether a tag is weak makes no difference. */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, tag]) => tag === opaque);
}
