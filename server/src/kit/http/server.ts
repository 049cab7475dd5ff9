import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { callbackify } from 'node:util';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import {
  type ErrorSpec,
  errorText,
  internalError,
  notFound,
  payloadTooLarge,
  Refused,
  refuse,
  requestTimeout,
  storageFull,
  unavailable,
  unsupportedMediaType,
  validationFailed,
} from '../errors.ts';
import { newId } from '../id.ts';
import { type Coding, codingFor, compress, shortestCoded } from './coding.ts';
import { discardBody } from './discard-body.ts';
import { trackResponses } from './drain.ts';
import type { Endpoint } from './endpoint.ts';
import { readJson } from './json.ts';
import { sendAndDestroy, sendRaw } from './raw-response.ts';
import { baseHeaders } from './response.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Timeout of the body, if not the default. */
    bodyMs?: number;
  }
  interface FastifyRequest {
    callerId: string | null;
  }
  interface FastifyInstance {
    /** Handles requests without a route; undefined for a 404. */
    fallback: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
  }
}

export const bodyLimit = 256 * 1024;

export interface ServerOptions {
  logger: FastifyBaseLogger;
  /** Whether browsers use TLS, which is required for HSTS. */
  tls: boolean;
  trustedProxies: number;
  /** Timeout of bodies. */
  bodyMs?: number;
  /** Timeout of request headers. */
  headersMs?: number;
}

/** A server without routes: one format of errors, strict parsing, security headers, request ids, one log line per request. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { logger, tls, trustedProxies, bodyMs = 30_000, headersMs = 10_000 } = options;
  const headers = tls ? tlsHeaders : securityHeaders;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request costs more than the few lines that are written to it, which contain the request id.
    childLoggerFactory: (parent) => parent,
    bodyLimit,
    trustProxy: trustedProxies > 0 && ((_address: string, hop: number) => hop < trustedProxies),
    // Uploads take long; other requests have deadlines of their own.
    requestTimeout: 0,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    // Hooks do not run for requests that the router refuses.
    frameworkErrors: (_error, request, reply) => {
      setBaseHeaders(request, reply);
      discardBody(request.raw, reply.raw);
      void sendError(new Refused(notFound, {}), request, reply);
    },
    clientErrorHandler: (error, socket) => {
      const refused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? isLate : malformed('the request is not valid HTTP');
      sendRaw(socket, { refused, requestId: newId(), headers });
    },
    // Node checks for late requests every 30 seconds by default.
    http: { headersTimeout: headersMs, connectionsCheckingInterval: 1_000, requireHostHeader: false },
  });
  app.decorate('securityHeaders', headers);
  app.decorate('isDraining', false);
  app.decorate('cors', { origins: new Set<string>(), isShared: () => false });
  app.decorate('fallback', () => undefined);
  app.decorateRequest('callerId', null);
  app.decorateRequest('route', 'unknown');
  takeJsonOnly(app);
  expectBodies(app, bodyMs);
  trackResponses(app);
  // Node would refuse an unknown expectation in another format.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  // For what Fastify sends; responses of endpoints are sent without it.
  app.addHook('onSend', (request, reply, payload, done) => {
    setBaseHeaders(request, reply);
    const coding = codingOf(request, reply, payload);
    if (coding === undefined || typeof payload !== 'string') return done(null, payload);
    reply.header('content-encoding', coding);
    compressText(payload, coding, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, route, id: requestId, callerId, ip } = request;
    const ms = Math.round(reply.elapsedTime);
    logger.info({ requestId, method, route, status: reply.statusCode, ms, caller: callerId, ip }, 'request');
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler(
    (request, reply) => app.fallback(request, reply) ?? reply.code(404).send(new Refused(notFound, {}).body),
  );
  return app;
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
const tlsHeaders = { ...securityHeaders, 'strict-transport-security': 'max-age=31536000' };

/** Headers of the response itself take precedence. */
function setBaseHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const headers = baseHeaders(request);
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value] = headers.slice(at, at + 2);
    if (!reply.hasHeader(name)) reply.header(name, value);
  }
}

const compressText = callbackify((text: string, coding: Coding) => compress(text, coding));

/** The coding for long JSON texts that Fastify sends, such as the OpenAPI document. */
function codingOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): Coding | undefined {
  const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
  if (typeof payload !== 'string' || !isJson || payload.length < shortestCoded) return undefined;
  if (reply.hasHeader('set-cookie') || reply.hasHeader('content-encoding')) return undefined;
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', '));
  return request.method === 'HEAD' ? undefined : codingFor(request.headers['accept-encoding']);
}

function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}

/** Ends requests whose body arrives too slowly. */
function expectBodies(app: FastifyInstance, defaultMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, routeOptions, id: requestId } = request;
    const { takesLong, bodyMs = defaultMs } = routeOptions.config;
    request.route = routeOptions.url ?? 'unknown';
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
    const hasBody = encoding !== undefined || length !== '0';
    // A refused request may be incomplete.
    if (hasBody) discardBody(raw, reply.raw);
    if (hasBody && !takesLong) {
      const timer = setTimeout(() => {
        sendAndDestroy(raw, reply.raw, { refused: isLate, requestId, headers: app.securityHeaders });
      }, bodyMs);
      const settle = (): void => clearTimeout(timer);
      raw.once('end', settle).once('close', settle);
    }
    done();
  });
}

const json = { accepted: ['application/json'] };

/** Accepts only JSON in UTF-8, so that no other Content-Type bypasses the checks of the body. */
function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const { 'content-encoding': encoding = 'identity', 'content-type': type = '' } = request.headers;
      const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
      if (encoding !== 'identity' || !/^utf-?8$/i.test(charset)) refuse(unsupportedMediaType, json);
      const { endpoint } = request.routeOptions.config;
      if (endpoint?.raw) return bytes;
      const { checksOwnBody, maxListItems: maxItems } = endpoint ?? {};
      return readJson(bytes, { ...(checksOwnBody && { checksOwnBody }), ...(maxItems !== undefined && { maxItems }) });
    },
  );
}

const isLate = new Refused(requestTimeout, {});

const malformed = (message: string): Refused => new Refused(validationFailed, { details: [{ path: '', message }] });

/** Maps Fastify's errors to ours. */
function refusalOf(error: FastifyError): Refused | undefined {
  if (error instanceof Refused) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refused(payloadTooLarge, { maxBytes: bodyLimit });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new Refused(unsupportedMediaType, json);
    default:
  }
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return undefined;
  return malformed('the request is malformed');
}

/** `Retry-After` of errors that do not contain it. */
const retryAfterS = new Map<ErrorSpec, string>([
  [unavailable, '2'],
  [storageFull, '60'],
]);

function sendError(error: FastifyError | Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { log, id: requestId } = request;
  const known = error instanceof Refused ? error : refusalOf(error);
  const refused = known ?? new Refused(internalError, {});
  if (!known) log.error({ requestId, err: error }, 'request failed');
  if (refused.cause !== undefined) log.warn({ requestId, err: refused.cause }, 'request failed with 503');
  const { spec, extras } = refused;
  const retryAfter = retryAfterS.get(spec);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (typeof extras.retryAfterS === 'number') reply.header('retry-after', String(extras.retryAfterS));
  // Fastify would close the connection, and most clients would not show the response then.
  const isFrameworks = spec === payloadTooLarge && !(error instanceof Refused);
  if (isFrameworks) reply.removeHeader('connection');
  const maxBytes = isFrameworks ? reply.request.routeOptions?.bodyLimit : undefined;
  const body = maxBytes ? { ...refused.body, maxBytes } : refused.body;
  // Serialized here, because the schemas of the route describe successful responses.
  const text = errorText(body, request.headers.prefer);
  return reply.code(spec.status).type('application/json; charset=utf-8').send(text);
}

/**
 * Listens at one address. Fastify would open a second server for `localhost`, whose connections a stop would not wait
 * for.
 */
export async function listen(app: FastifyInstance, { port, host }: { port: number; host: string }): Promise<string> {
  const { address } = await lookup(host);
  return app.listen({ port, host: address });
}
