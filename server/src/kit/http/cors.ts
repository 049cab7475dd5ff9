import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound, refuse } from '../errors.ts';

/**
 * Cross-origin calls of the mobile endpoints, from origins that the operator names. Credentials are not allowed: a page
 * sends its token itself. The endpoints of admins are for the panel, which has the same origin.
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** Origins whose pages may call the mobile endpoints. */
    corsOrigins: ReadonlySet<string>;
  }
  interface FastifyRequest {
    /** The route's path. The framework gathers all of a route's options whenever it is asked for one of them. */
    route: string;
  }
}

const isMobile = (path: string): boolean => path.startsWith('/v1/') && !path.startsWith('/v1/admin/');

const exposed = 'etag, idempotent-replayed, retry-after, x-request-id';

/** As names and values in turn. Whether they allow an origin depends on the request, which caches have to know. */
export function corsHeaders(request: FastifyRequest): readonly string[] {
  const { route, url, headers, server } = request;
  const { origin } = headers;
  const { corsOrigins } = server;
  // The route of a preflight has no path of its own.
  if (corsOrigins.size === 0 || !isMobile(route) || !isMobile(url)) return none;
  if (origin === undefined || !corsOrigins.has(origin)) return varies;
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
export function mountCors(app: FastifyInstance, origins: readonly string[]): void {
  app.corsOrigins = new Set(origins);
  if (origins.length === 0) return;
  app.options('/v1/*', async (request, reply) => {
    const { origin } = request.headers;
    if (!isMobile(request.url) || origin === undefined || !app.corsOrigins.has(origin)) return refuse(notFound);
    return reply.code(204).headers(allowed).send();
  });
}
