import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { canonicalJson } from '../json.ts';
import { shortestCoded } from './coding.ts';
import type { SharedEndpoint } from './endpoint.ts';
import { rejectUnsafeQuery } from './json.ts';
import { varyOf } from './read.ts';
import { type AuthenticatedRequest, headersFor, type MountedEndpoint, paramsOf } from './request-context.ts';
import type { HttpResponse, ResponseHeader } from './response.ts';
import type { BuiltResponse, CachedResponse, ResponseCache } from './response-cache.ts';

/** Serves a read whose response depends on its cache key alone, not on its caller. */
export function sharedRead(
  { endpoint, database, checkQuery, replies }: MountedEndpoint<SharedEndpoint>,
  cache: ResponseCache,
) {
  const { url, topics } = endpoint;
  return async ({ auth, request, reply }: AuthenticatedRequest): Promise<HttpResponse> => {
    const params = paramsOf(endpoint, request);
    rejectUnsafeQuery(request.query);
    const query = checkQuery(request.query);
    const key = endpoint.cacheKey({ params, query, headers: headersFor(endpoint, request) }, auth.caller);
    const build = async (now = auth.now): Promise<BuiltResponse> => {
      const ctx = { database, db: database.db, now };
      const { body: fields, etagSource, ...lasting } = await endpoint.run(ctx, key);
      const body = Buffer.from(replies.write(reply, fields));
      return { body, etag: weakTag(etagSource === undefined ? body : canonicalJson(etagSource)), ...lasting };
    };
    const response = await cache.find(`${url} ${JSON.stringify(key)}`, topics, build);
    return conditionally(endpoint, request, response);
  };
}

/** Weak, since it is the same for the bytes in every content coding. */
const weakTag = (text: string | Buffer): string =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;

/** Answers 304 with the same headers and without a body if the client has this version. */
function conditionally(
  endpoint: SharedEndpoint,
  { headers: { 'if-none-match': ifNoneMatch } }: FastifyRequest,
  { body, etag, encoded }: CachedResponse,
): HttpResponse {
  const cacheControl = endpoint.conditional?.cacheControl;
  const headers: ResponseHeader[] = [...varyOf(endpoint), ['etag', etag]];
  if (!matchesIfNoneMatch(ifNoneMatch, etag)) return { status: 200, body, encoded, headers, cacheControl };
  // With the headers that the omitted body would have.
  if (body.length >= shortestCoded) headers.push(['vary', 'accept-encoding']);
  return { status: 304, body: '', headers, cacheControl };
}

/** A weak comparison: it makes no difference whether a tag is weak. */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, tag]) => tag === opaque);
}
