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
import { baseHeaders } from './answer.ts';
import { type Coding, codingFor, compress, shortestCoded } from './coding.ts';
import { discardBody } from './discard-body.ts';
import { trackAnswers } from './drain.ts';
import type { Endpoint } from './endpoint.ts';
import { readJson } from './json.ts';
import { answerAndDestroy, answerRaw } from './raw-answer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** How long its body may take to arrive, where that is longer than elsewhere. */
    bodyMs?: number;
  }
  interface FastifyRequest {
    callerId: string | null;
  }
  interface FastifyInstance {
    /** Answers what no route does; undefined where there is nothing either. */
    fallback: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
  }
}

export const bodyLimit = 256 * 1024;

export interface ServerOptions {
  logger: FastifyBaseLogger;
  /** Whether browsers reach us by TLS: only then may they be told to insist on it. */
  tls: boolean;
  trustedProxies: number;
  /** How long a body may take to arrive, where nothing says that it may take long. */
  bodyMs?: number;
  /** How long the headers of a request may take to arrive. */
  headersMs?: number;
}

/** A server without routes: one error shape, strict parsing, safe headers, request ids, one log line a request. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { logger, tls, trustedProxies, bodyMs = 30_000, headersMs = 10_000 } = options;
  const headers = tls ? tlsHeaders : securityHeaders;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A log of its own for each request costs more than the few lines that are written to it: they name the request.
    childLoggerFactory: (parent) => parent,
    bodyLimit,
    trustProxy: trustedProxies > 0 && ((_address: string, hop: number) => hop < trustedProxies),
    // Uploads take their time; everything else is given a deadline of its own.
    requestTimeout: 0,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    // The hooks do not run for what the router itself refuses.
    frameworkErrors: (_error, request, reply) => {
      setBaseHeaders(request, reply);
      discardBody(request.raw, reply.raw);
      void answerError(new Refused(notFound, {}), request, reply);
    },
    clientErrorHandler: (error, socket) => {
      const refused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? isLate : malformed('the request is not valid HTTP');
      answerRaw(socket, { refused, requestId: newId(), headers });
    },
    // How often late requests are looked for; node's default is every 30 seconds.
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
  trackAnswers(app);
  // Left to itself, node would answer an unknown expectation in a shape of its own.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  // For what the framework sends; the answers of endpoints carry theirs already.
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
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
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

/** What the answer says of itself comes before what every answer says. */
function setBaseHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const headers = baseHeaders(request);
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value] = headers.slice(at, at + 2);
    if (!reply.hasHeader(name)) reply.header(name, value);
  }
}

const compressText = callbackify((text: string, coding: Coding) => compress(text, coding));

/** How to compress what the framework sends, such as the document of the API, where it is a long JSON text. */
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

/** Answers and cuts off who sends a body too slowly, but where it is said that it may take long. */
function expectBodies(app: FastifyInstance, defaultMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, routeOptions, id: requestId } = request;
    const { takesLong, bodyMs = defaultMs } = routeOptions.config;
    request.route = routeOptions.url ?? 'unknown';
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
    const hasBody = encoding !== undefined || length !== '0';
    // Whoever is refused before they sent everything is not listened to for long.
    if (hasBody) discardBody(raw, reply.raw);
    if (hasBody && !takesLong) {
      const timer = setTimeout(() => {
        answerAndDestroy(raw, reply.raw, { refused: isLate, requestId, headers: app.securityHeaders });
      }, bodyMs);
      const settle = (): void => clearTimeout(timer);
      raw.once('end', settle).once('close', settle);
    }
    done();
  });
}

const json = { accepted: ['application/json'] };

/** JSON in UTF-8 and nothing else; an odd Content-Type never slips past the checks of the body. */
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

/** The framework's own refusals, in our words. */
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

/** When to come again, where the refusal itself does not say so. */
const retryAfterS = new Map<ErrorSpec, string>([
  [unavailable, '2'],
  [storageFull, '60'],
]);

function answerError(error: FastifyError | Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { log, id: requestId } = request;
  const known = error instanceof Refused ? error : refusalOf(error);
  const refused = known ?? new Refused(internalError, {});
  if (!known) log.error({ requestId, err: error }, 'request failed');
  if (refused.cause !== undefined) log.warn({ requestId, err: refused.cause }, 'request put off');
  const { spec, extras } = refused;
  const retryAfter = retryAfterS.get(spec);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (typeof extras.retryAfterS === 'number') reply.header('retry-after', String(extras.retryAfterS));
  // The framework would cut off who sends too much, and most clients would not show the answer then.
  const isFrameworks = spec === payloadTooLarge && !(error instanceof Refused);
  if (isFrameworks) reply.removeHeader('connection');
  const maxBytes = isFrameworks ? reply.request.routeOptions?.bodyLimit : undefined;
  const body = maxBytes ? { ...refused.body, maxBytes } : refused.body;
  // Serialized here, past the schemas of the route: those describe what it answers when all is well.
  return reply.code(spec.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/**
 * Listens at one address. Left to the framework, `localhost` would be two, and of those who come by the second
 * one nobody knows: a stop would cut them off in the middle of their answer.
 */
export async function listen(app: FastifyInstance, { port, host }: { port: number; host: string }): Promise<string> {
  const { address } = await lookup(host);
  return app.listen({ port, host: address });
}
