import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound, refuse } from '../errors.ts';

/**
 * Cross-origin calls of the mobile paths from configured origins. Credentials are not allowed: a page sends its token
 * itself.
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
    /** The path of the route. Fastify builds all options of a route on each access. */
    route: string;
  }
}

const exposed = 'etag, idempotent-replayed, retry-after, x-request-id';

/** As alternating names and values. */
export function corsHeaders(request: FastifyRequest): readonly string[] {
  const { route, url, headers, server } = request;
  const { origin } = headers;
  const { cors } = server;
  // The route of a preflight is `/v1/*`.
  if (cors.origins.size === 0 || !cors.isShared(route) || !cors.isShared(url)) return none;
  if (origin === undefined || !cors.origins.has(origin)) return varies;
  return [...varies, 'access-control-allow-origin', origin, 'access-control-expose-headers', exposed];
}

const none: readonly string[] = [];
const varies: readonly string[] = ['vary', 'origin'];

const allowed = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'accept-language, authorization, content-type, idempotency-key, if-match, if-none-match, prefer, x-request-id',
  'access-control-max-age': '600',
};

/** Handles preflight requests, if origins are configured. */
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
