import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound, refuse } from '../errors.ts';

/**
 * Cross-origin calls of the paths that the app shares, from origins that the operator names. Credentials are not allowed:
 * a page sends its token itself.
 */

export interface CorsOptions {
  readonly origins: readonly string[];
  /** Whether pages of other origins may call a path. */
  isShared(path: string): boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    cors: { readonly origins: ReadonlySet<string>; isShared(path: string): boolean };
  }
  interface FastifyRequest {
    /** The route's path. The framework gathers all of a route's options whenever it is asked for one of them. */
    route: string;
  }
}

const exposed = 'etag, idempotent-replayed, retry-after, x-request-id';

/** As names and values in turn. Whether they allow an origin depends on the request, which caches have to know. */
export function corsHeaders(request: FastifyRequest): readonly string[] {
  const { route, url, headers, server } = request;
  const { origin } = headers;
  const { cors } = server;
  // The route of a preflight has no path of its own.
  if (cors.origins.size === 0 || !cors.isShared(route) || !cors.isShared(url)) return none;
  if (origin === undefined || !cors.origins.has(origin)) return varies;
  return [...varies, 'access-control-allow-origin', origin, 'access-control-expose-headers', exposed];
}

const none: readonly string[] = [];
const varies: readonly string[] = ['vary', 'origin'];

const allowed = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'accept-language, authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id',
  'access-control-max-age': '600',
};

/** Answers preflight requests. Without origins there are none. */
export function mountCors(app: FastifyInstance, options: CorsOptions): void {
  const origins = new Set(options.origins);
  app.cors = { ...options, origins };
  if (origins.size === 0) return;
  app.options('/v1/*', async (request, reply) => {
    const { origin } = request.headers;
    if (!options.isShared(request.url) || origin === undefined || !origins.has(origin)) return refuse(notFound);
    return reply.code(204).headers(allowed).send();
  });
}
