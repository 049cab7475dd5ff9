import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Bus } from '../bus.ts';
import type { Database } from '../db/database.ts';
import { payloadTooLarge, Refused, rateLimited, refusal, refuse } from '../errors.ts';
import { isRecord } from '../json.ts';
import { type Limit, Limiter } from '../limiter.ts';
import { networkOf } from '../network.ts';
import { createRateLimiter } from '../rate.ts';
import { batchedWrite } from './batched-write.ts';
import { discardBody } from './discard-body.ts';
import type { Effects } from './effects.ts';
import { type AuthRequest, type Endpoint, type Guard, isPlain, type MessageEndpoint, writes } from './endpoint.ts';
import { errorsOf, toClientError } from './errors-of.ts';
import { rejectUnsafeJson } from './json.ts';
import { read } from './read.ts';
import {
  type AuthenticatedRequest,
  abortOnClose,
  callerKey,
  formLimits,
  type MountedEndpoint,
  paramsOf,
  uploadLimits,
} from './request-context.ts';
import { type HttpResponse, repliesOf, send } from './response.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';
import { sharedRead } from './shared-read.ts';
import { limitStreams, sendStream, streamOut } from './stream-out.ts';
import { mustBeForm, mustFit, takeForms } from './upload.ts';
import { bodyCheck, bytesCheck, queryCheck } from './validate.ts';
import { write } from './write.ts';

export interface MountOptions {
  database: Database;
  /** Without a bus, shared reads are not cached. */
  bus?: Bus | undefined;
  guards: Readonly<Record<string, Guard>>;
  /** Calls per second of one caller in each class, on average over a minute. */
  rates: Readonly<Record<string, number>>;
  /** Concurrent calls of a signed-in caller, or of a named device or account at one address, and of one address. */
  callsAtOnce: { readonly caller: number; readonly address: number };
  rateLimits: boolean;
  /** How long a client may read nothing of a stream before it is disconnected. */
  streamIdleMs?: number;
  /** Timeout of streamed forms. */
  uploadMs?: number;
  /** Creates the effects that a change collects. */
  newEffects: () => Effects;
  /**
   * In tests, unlisted errors and replies that the serializer would coerce (null to 0, 1.7 to 1) are failures.
   */
  unlistedErrorsCrash: boolean;
}

export function mount(app: FastifyInstance, endpoints: readonly Endpoint[], given: MountOptions): void {
  const options = { ...given, limiter: new Limiter(), responseCache: createResponseCache(given.bus) };
  const limit = callLimit(options);
  const takesForms = ({ upload }: Endpoint): boolean => upload !== undefined;
  mountAt(
    app,
    endpoints.filter((endpoint) => !takesForms(endpoint)),
    limit,
    options,
  );
  // In a scope of their own, because the multipart plugin adds hooks to every request of its scope.
  app.register(async (scope) => {
    takeForms(scope);
    mountAt(scope, endpoints.filter(takesForms), limit, options);
  });
}

/** Refuses a call that is one too many; returns the function that frees its slots. */
type CallLimit = (endpoint: Endpoint, call: AuthenticatedRequest) => () => void;
type Shared = MountOptions & Pick<MountedEndpoint, 'limiter'> & { readonly responseCache: ResponseCache };

/** Enough for 100 MB over a slow line. */
const longestUploadMs = 600_000;

function mountAt(app: FastifyInstance, endpoints: readonly Endpoint[], limit: CallLimit, options: Shared): void {
  for (const endpoint of endpoints) {
    const guard = guardOf(endpoint, options);
    mustHaveRate(endpoint, options);
    mustHaveSafeBody(endpoint);
    const serve = serverOf(endpoint, options);
    const meaning = meaningIn(endpoint, options);
    const { bodyLimit, upload } = endpoint;
    app.route({
      method: endpoint.method,
      url: endpoint.url,
      // A stream has no HEAD, because its headers are only known once it is written.
      exposeHeadRoute: endpoint.method === 'GET' && endpoint.kind !== 'stream' && endpoint.head !== false,
      config: { endpoint, ...(upload?.streamed && { bodyMs: options.uploadMs ?? longestUploadMs }) },
      ...(bodyLimit !== undefined && { bodyLimit }),
      handler: async (request, reply) => {
        if (upload) discardBody(request.raw, reply.raw);
        const startBy = performance.now() + options.database.waitMs;
        let isStream = false;
        let leave = (): void => {};
        try {
          const auth = await guard.authenticate(authRequestOf(request, endpoint));
          request.callerId = auth.callerId;
          if (upload) mustBeForm(request);
          const call = { auth, request, reply, startBy };
          leave = limit(endpoint, call);
          if (upload) mustFit(request, upload.maxBytes);
          const response = await serve(call);
          isStream = await sendResponse(call, response, options);
        } catch (error) {
          if (upload && !upload.streamed) closeIfTooLarge(error, reply);
          throw meaning(error);
        } finally {
          leave();
        }
        // A stream continues, and Fastify expects the reply object for that.
        return isStream ? reply : undefined;
      },
    });
  }
}

/** Sends a response, and returns whether it is a stream, which may already be in progress. */
async function sendResponse(
  call: AuthenticatedRequest,
  response: HttpResponse | undefined,
  { streamIdleMs }: Shared,
): Promise<boolean> {
  if (response?.stream) await sendStream(call, response, streamIdleMs);
  else if (response) await send(call.reply, response);
  return !response || response.stream !== undefined;
}

/** Closes the connection of a client that sends too much, because most of it may still follow. */
function closeIfTooLarge(error: unknown, reply: FastifyReply): void {
  if (error instanceof Refused && error.spec === payloadTooLarge) reply.header('connection', 'close');
}

function guardOf(endpoint: Endpoint, { guards }: MountOptions): Guard {
  const name = `${endpoint.method} ${endpoint.url}`;
  if (!endpoint.access) throw new Error(`${name} has no access`);
  const guard = guards[endpoint.guard.name];
  if (!guard) throw new Error(`${name} has the unknown guard ${endpoint.guard.name}`);
  return guard;
}

function rateOf(endpoint: Endpoint): string {
  const { rate, guard } = endpoint;
  return rate ?? (writes(endpoint) ? guard.rates.write : guard.rates.read);
}

function mustHaveRate(endpoint: Endpoint, { rates }: MountOptions): void {
  const rate = rateOf(endpoint);
  if (!(rate in rates)) throw new Error(`${endpoint.method} ${endpoint.url} has the unknown rate ${rate}`);
}

/** An unchecked body may be nested too deeply to be compared with that of a repeated request. */
function mustHaveSafeBody({ method, url, checksOwnBody = false, idempotent = false }: Endpoint): void {
  if (checksOwnBody && idempotent) throw new Error(`${method} ${url} cannot be idempotent and check its own body`);
}

/** Serves an endpoint of this kind. A stream has been sent once this resolves, and returns nothing. */
function serverOf(
  endpoint: Endpoint,
  options: Shared,
): (call: AuthenticatedRequest) => Promise<HttpResponse | undefined> {
  const { limiter } = options;
  const strict = endpoint.strict ?? endpoint.guard.strict;
  const shared: Omit<MountedEndpoint, 'endpoint'> = {
    database: options.database,
    limiter,
    newEffects: options.newEffects,
    checkQuery: queryCheck(endpoint.query ?? {}, strict),
    checkBody: endpoint.raw ? bytesCheck : bodyCheck(endpoint.body, strict, endpoint),
    replies: repliesOf(endpoint.reply, endpoint.status ?? 200, options.unlistedErrorsCrash),
  };
  if (endpoint.kind === 'stream') {
    const mounted = { ...shared, endpoint };
    return async (call) => {
      await streamOut(mounted, call, options.streamIdleMs);
      return undefined;
    };
  }
  if (endpoint.kind === 'message') {
    const mounted = { ...shared, endpoint };
    return (call) => handleMessage(mounted, call);
  }
  if (isPlain(endpoint)) {
    const mounted = { ...shared, endpoint };
    if (endpoint.kind === 'read') return (call) => read(mounted, call);
    if (!endpoint.upload) return (call) => write(mounted, call);
    if (endpoint.upload.streamed) return (call) => inUploadSlot(limiter, call, () => write(mounted, call));
    return (call) => {
      const { startBy } = call;
      return limiter.run(formLimits(call), () => write(mounted, call), { startBy, signal: abortOnClose(call) });
    };
  }
  if (endpoint.kind === 'shared') return sharedRead({ ...shared, endpoint }, options.responseCache);
  if (endpoint.guard.strict) {
    throw new Error(
      `${endpoint.url} is batched: behind a strict guard a change has a transaction and a dry run of its own`,
    );
  }
  return batchedWrite({ ...shared, endpoint });
}

/** Maps errors to what the caller gets; in tests an unlisted refusal is a failure. */
function meaningIn(endpoint: Endpoint, { unlistedErrorsCrash }: MountOptions): (error: unknown) => unknown {
  const listed = new Set(errorsOf(endpoint));
  return (error) => {
    const refusal = toClientError(error, endpoint);
    if (refusal instanceof Refused && unlistedErrorsCrash && !listed.has(refusal.spec)) {
      return new Error(`${endpoint.method} ${endpoint.url} does not list ${refusal.spec.code}`);
    }
    return refusal;
  };
}

/**
 * The device or account named by the unchecked body of a call without a token. Anyone may name anyone, so it only counts
 * for this endpoint and network: a flood from elsewhere keeps nobody from signing in.
 */
function nameIn({ method, url, countedBy }: Endpoint, { body, ip }: FastifyRequest): string | undefined {
  const value = countedBy !== undefined && isRecord(body) ? body[countedBy] : undefined;
  if (typeof value !== 'string') return undefined;
  return `${method} ${url} ${networkOf(ip)} ${value.slice(0, 255).toLowerCase()}`;
}

const callsOf = (caller: string, atOnce: number): Limit => ({
  key: `calls of ${caller}`,
  atOnce,
  refusal: () => refusal(rateLimited, { retryAfterS: 1 }),
});

/** Limits the rate and the concurrency of calls and streams of each caller. */
function callLimit({ rates, callsAtOnce, rateLimits, database, limiter }: Shared): CallLimit {
  const limits = new Map(Object.entries(rates).map(([name, perS]) => [name, createRateLimiter(perS)]));
  const count = (rate: string, caller: string): void => {
    const retryAfterS = limits.get(rate)?.(caller) ?? 0;
    if (retryAfterS > 0) refuse(rateLimited, { retryAfterS });
  };
  const limitCaller: CallLimit = (endpoint, { auth, request }) => {
    const name = auth.callerId ?? nameIn(endpoint, request);
    if (auth.callerId === null && name !== undefined) count('named', name);
    count(rateOf(endpoint), callerKey(auth, request));
    // Providers send many messages from few addresses.
    if (endpoint.kind === 'message') return () => {};
    return limiter.acquire([
      ...(name === undefined ? [] : [callsOf(name, callsAtOnce.caller)]),
      ...(auth.callerId === null ? [callsOf(networkOf(request.ip), callsAtOnce.address)] : []),
    ]);
  };
  return (endpoint, call) => {
    const leave = rateLimits ? limitCaller(endpoint, call) : () => {};
    if (endpoint.kind !== 'stream') return leave;
    try {
      limitStreams(limiter, database.reports.pool, call);
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  };
}

/** Runs the work in one of the slots for streamed forms, or refuses before any of the form is read. */
async function inUploadSlot<T>(limiter: Limiter, call: AuthenticatedRequest, work: () => Promise<T>): Promise<T> {
  const free = limiter.acquire(uploadLimits(call));
  try {
    return await work();
  } finally {
    free();
  }
}

export function authRequestOf(request: FastifyRequest, endpoint: Endpoint): AuthRequest {
  const { headers, ip, id: requestId } = request;
  // The method of the endpoint, because HEAD is a GET.
  const { method, access, exemptFrom = [], stepUp = false } = endpoint;
  const callerValue = isPlain(endpoint) ? endpoint.callerValue : undefined;
  const isWrite = writes(endpoint);
  const isShared = endpoint.kind === 'shared';
  return { method, headers, ip, requestId, isWrite, isShared, access, exemptFrom, stepUp, callerValue };
}

/** Passes a message to its receiver. The request has no transaction: the message is stored even if processing fails. */
export async function handleMessage(
  mounted: MountedEndpoint<MessageEndpoint>,
  call: AuthenticatedRequest,
): Promise<HttpResponse> {
  const { endpoint, database, checkQuery, checkBody, replies } = mounted;
  const { headers, ip, id: requestId, query, body } = call.request;
  const params = paramsOf(endpoint, call.request);
  rejectUnsafeJson(query);
  const given = { params, query: checkQuery(query), body: checkBody(body), file: undefined };
  await endpoint.receive({ database, caller: call.auth.caller, headers, ip, requestId, ...given });
  return { status: replies.status, body: '', headers: [] };
}
