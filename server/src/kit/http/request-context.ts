import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Db } from '../db/database.ts';
import { notFound, rateLimited, refusal, refuse } from '../errors.ts';
import type { Limit, Limiter } from '../limiter.ts';
import { networkOf } from '../network.ts';
import type { Effects } from './effects.ts';
import type { AuthResult, Endpoint, EndpointBase, PlainEndpoint } from './endpoint.ts';
import { keyedRequest } from './idempotency.ts';
import { isCleanText } from './json.ts';
import type { Replies, ResponseHeader } from './response.ts';
import { isId } from './schema.ts';
import type { Check } from './validate.ts';

/** An authenticated request, and what all kinds of endpoints do with it. */

export interface AuthenticatedRequest {
  readonly auth: AuthResult<unknown>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** By when its change must begin, by `performance.now()`; later it is refused. */
  readonly startBy: number;
}

/** An endpoint with its compiled schemas. */
export interface MountedEndpoint<Kind extends Endpoint = Endpoint> {
  readonly endpoint: Kind;
  readonly database: Database;
  /** Queues changes that want the same lock; shared by all endpoints. */
  readonly limiter: Limiter;
  readonly newEffects: () => Effects;
  readonly checkQuery: Check;
  readonly checkBody: Check;
  readonly replies: Replies;
}

/** The path parameters. A malformed id cannot exist, so it is not found rather than invalid. */
export function paramsOf(endpoint: EndpointBase, request: FastifyRequest): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.params ?? {})) {
    const schema = endpoint.params?.[name];
    const text = String(value);
    const wantsId = schema !== undefined && 'format' in schema && schema.format === 'uuid';
    if (!isCleanText(text) || (wantsId && !isId(text.toLowerCase()))) refuse(notFound);
    params[name] = wantsId ? text.toLowerCase() : text;
  }
  return params;
}

export async function targetOf(endpoint: EndpointBase, db: Db, params: unknown, caller: unknown): Promise<unknown> {
  if (!endpoint.target) return undefined;
  return (await endpoint.target(db, params, caller)) ?? refuse(notFound);
}

/** The key by which calls are counted: the caller, or the network of an anonymous caller. */
export const callerKey = ({ callerId }: AuthResult<unknown>, { ip }: { readonly ip: string }): string =>
  callerId ?? networkOf(ip);

/** Of the changes that lock the same row, one at a time has a connection. */
const rowLimit = (key: string): Limit => ({ key: `lock ${key}`, atOnce: 1 });

/** Changes that may wait for a lock leave half of the connections to other requests. */
const allLocksLimit = ({ pool }: Database): Limit => ({
  key: 'locks',
  atOnce: Math.max(1, Math.floor((pool.options.max ?? 2) / 2)),
});

export const lockLimits = (database: Database, key: string): Limit[] => [rowLimit(key), allLocksLimit(database)];

/** Forms held in memory; whatever processes them has a slot for each. */
export const formsAtOnce = 16;

/** Forms in memory, of one caller and in total. Others wait unread. */
export const formLimits = ({ auth, request }: AuthenticatedRequest): Limit[] => [
  { key: `forms of ${callerKey(auth, request)}`, atOnce: 4 },
  { key: 'forms', atOnce: formsAtOnce },
];

/** Concurrent streamed forms, of one caller and in total. A slot is held while the file is on disk. */
export const uploadLimits = ({ auth, request }: AuthenticatedRequest): Limit[] => [
  {
    key: `uploads of ${callerKey(auth, request)}`,
    atOnce: 2,
    refusal: () => refusal(rateLimited, { retryAfterS: 10 }),
  },
  { key: 'uploads', atOnce: 4 },
];

/** Aborts when the client disconnects. */
export function abortOnClose({ request: { raw } }: AuthenticatedRequest): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

/** Processing streamed files takes long, so few run at once, and the others wait without a connection. */
const fileWorkLimit = ({ pool }: Database): Limit => ({
  key: 'streamed files',
  atOnce: Math.max(1, Math.min(2, Math.floor((pool.options.max ?? 2) / 2))),
});
const longestFileWaitMs = 120_000;

/** By when a change must begin; the time of `prepare` does not count. */
export function startByOf({ endpoint, database }: MountedEndpoint<PlainEndpoint>, call: AuthenticatedRequest): number {
  if (endpoint.upload?.streamed) return performance.now() + longestFileWaitMs;
  return endpoint.prepare ? performance.now() + database.waitMs : call.startBy;
}

/** The limits that a change waits for before it takes a connection. */
export async function queueLimitsOf(
  { endpoint, database }: MountedEndpoint,
  params: unknown,
  { callerId }: AuthResult<unknown>,
  prepared: unknown,
): Promise<Limit[]> {
  const { queuesByCaller, changesAtOnce } = endpoint.guard;
  const ownKey = queuesByCaller ? callerId : undefined;
  const key = endpoint.queueBy ? await endpoint.queueBy(params, database.db, prepared) : ownKey;
  const ofCaller = changesAtOnce && callerId !== null ? [{ key: `caller ${callerId}`, atOnce: changesAtOnce }] : [];
  const ofFiles = endpoint.upload?.streamed ? [fileWorkLimit(database)] : [];
  // From the narrowest to the widest, as the limiter requires.
  const [ofRow, ofAll] = key ? [[rowLimit(key)], [allLocksLimit(database)]] : [[], []];
  return [...ofRow, ...ofCaller, ...ofFiles, ...ofAll];
}

/** The request headers that an endpoint lists; repeated ones are joined by commas. */
export function headersFor({ headers: named = {} }: EndpointBase, { headers }: FastifyRequest): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(named)) {
    const value = headers[name];
    if (value !== undefined) given[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return given;
}

/** Collects response headers. An invalid one throws here, while everything can still be rolled back. */
export function headerList(): { headers: ResponseHeader[]; header: (name: string, value: string) => void } {
  const headers: ResponseHeader[] = [];
  const header = (name: string, value: string): void => {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    headers.push([name, value]);
  };
  return { headers, header };
}

/** The Idempotency-Key of a request, if any. */
export function idempotencyKeyOf(request: FastifyRequest, { callerId }: AuthResult<unknown>) {
  const [path = ''] = request.url.split('?');
  const { method, body } = request;
  return keyedRequest(request.headers['idempotency-key'], callerId ?? request.ip, { method, path, body });
}
