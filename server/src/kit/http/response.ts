import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Db } from '../db/database.ts';
import { type Coding, codingFor, compress, shortestCoded } from './coding.ts';
import { corsHeaders } from './cors.ts';
import { canonical, coercionFaults, replyFaults } from './validate.ts';

/** Turns the result of an endpoint into a response: serialized by its schema, and text from then on. */

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers of every response. */
    securityHeaders: Readonly<Record<string, string>>;
    /** While draining, each response asks its connection to close. */
    isDraining: boolean;
  }
}

export type ResponseHeader = readonly [name: string, value: string];

/** Marks the stored response of an earlier request. */
export const replayedHeader: ResponseHeader = ['idempotent-replayed', 'true'];
export const isReplayedHeader = ([name]: ResponseHeader): boolean => name.toLowerCase() === replayedHeader[0];

export interface HttpResponse<Body extends string | Buffer = string | Buffer> {
  readonly status: number;
  readonly body: Body;
  readonly headers?: readonly ResponseHeader[];
  /** By default the response is not cached. */
  readonly cacheControl?: string | undefined;
  readonly replayed?: true;
  /** Sent in place of the body, as it is produced. */
  readonly stream?: AsyncIterable<string>;
  /** The compressed body, if it is cached. */
  readonly encoded?: (coding: Coding) => Buffer | Promise<Buffer>;
}

/**
 * A reply that the database has written as JSON, sent unchanged. Its schema is only checked in tests.
 */
export class JsonText<Body> {
  declare protected readonly reads: Body;
  readonly text: string;
  /** The revision of an editable object, for the ETag. */
  readonly revision: number | undefined;

  constructor(text: string, revision?: number) {
    this.text = text;
    this.revision = revision;
  }
}

/**
 * A reply that may be too large for memory. It is read from the database while it is sent, after a change was
 * committed, and as slowly as the client reads. The tests of its endpoint check its schema.
 */
export class JsonStream<Body> {
  declare protected readonly reads: Body;
  readonly read: (db: Db) => AsyncIterable<string>;

  constructor(read: (db: Db) => AsyncIterable<string>) {
    this.read = read;
  }
}

export const streamOf = (result: unknown, db: Db): Pick<HttpResponse, 'stream'> =>
  result instanceof JsonStream ? { stream: result.read(db) } : {};

export interface Replies {
  readonly status: number;
  /** Serializes a reply, or throws if it misfits its schema. */
  write(reply: FastifyReply, body: unknown): string;
}

type Serializer = ReturnType<FastifyReply['compileSerializationSchema']>;

const serializers = new WeakMap<TSchema, Serializer>();

/** Compiled at the first call, because compiling the schemas of all endpoints would delay the start. */
function serializerOf(schema: TSchema, reply: FastifyReply): Serializer {
  const one = canonical(schema);
  const serializer = serializers.get(one) ?? reply.compileSerializationSchema({ ...one });
  serializers.set(one, serializer);
  return serializer;
}

/** In tests, `exact` refuses what the serializer would coerce: null to 0, 1.7 to 1, and text that misfits its schema. */
export function repliesOf(schema: TSchema | undefined, status: number, exact: boolean): Replies {
  let faultsOf: ReturnType<typeof coercionFaults> | undefined;
  let faultsIn: ReturnType<typeof replyFaults> | undefined;
  const mustFit = (faults: string[]): void => {
    if (faults.length > 0) throw new Error(`the reply misfits its schema: ${faults.join(', ')}`);
  };
  let serializer: Serializer | undefined;
  return {
    status,
    write(reply, body) {
      if (body instanceof JsonStream) return '';
      if (body instanceof JsonText) {
        if (exact && schema) {
          faultsIn ??= replyFaults(schema);
          mustFit(faultsIn(JSON.parse(body.text)));
        }
        return body.text;
      }
      if (!isObject(body)) throw new Error('a reply is an object or a list');
      if (!schema) return JSON.stringify(body);
      if (exact) {
        faultsOf ??= coercionFaults(schema);
        mustFit(faultsOf(body));
      }
      serializer ??= serializerOf(schema, reply);
      return serializer(body);
    },
  };
}

const isObject = (body: unknown): body is Record<string, unknown> => body !== null && typeof body === 'object';

/** Editable objects carry their revision, so that a stale edit can be refused. */
export function etagOf(body: unknown): ResponseHeader[] {
  const revision = isObject(body) ? body.revision : undefined;
  return typeof revision === 'number' ? [['etag', `"${revision}"`]] : [];
}

/** Responses of the API belong to their caller alone. */
const defaultCaching = (url: string): string | undefined => (url.startsWith('/v1/') ? 'no-store' : undefined);

/** The headers of every response, as alternating names and values, which is the fastest form for Node. */
export function baseHeaders(request: FastifyRequest, caching = defaultCaching(request.url)): string[] {
  const { id, server } = request;
  const headers = [...flat(server.securityHeaders), 'x-request-id', id, ...corsHeaders(request)];
  if (caching !== undefined) headers.push('cache-control', caching);
  if (server.isDraining) headers.push('connection', 'close');
  return headers;
}

const flattened = new WeakMap<object, readonly string[]>();

function flat(headers: Readonly<Record<string, string>>): readonly string[] {
  const list = flattened.get(headers) ?? Object.entries(headers).flat();
  flattened.set(headers, list);
  return list;
}

/** Responses that set a cookie are not compressed, because they contain a secret beside values chosen by the caller. */
const setsCookie = (headers: readonly ResponseHeader[]): boolean =>
  headers.some(([name]) => name.toLowerCase() === 'set-cookie');

/** Whether a response is compressed if the caller accepts it. */
const isCodable = ({ status, headers = [] }: HttpResponse, length: number): boolean =>
  length >= shortestCoded && status !== 204 && status !== 304 && !setsCookie(headers);

/**
 * Sends a response without Fastify, whose processing of headers and bodies takes a fifth of the time of a wallet read
 * (`npm run bench -- mobile`). Waits only if the body has to be compressed first.
 */
export function send(reply: FastifyReply, response: HttpResponse): void | Promise<void> {
  const { body } = response;
  const length = Buffer.byteLength(body);
  if (!isCodable(response, length)) return sendBody(reply, response, { body, length });
  const coding = codingFor(reply.request.headers['accept-encoding']);
  if (coding === undefined) return sendBody(reply, response, { body, length, coding: 'identity' });
  // The compressed length is unknown, and a HEAD may omit it.
  if (reply.request.method === 'HEAD') return sendBody(reply, response, { body: '', length: undefined, coding });
  const coded = response.encoded?.(coding) ?? compress(body, coding);
  const sendCoded = (bytes: Buffer): void => sendBody(reply, response, { body: bytes, length: bytes.length, coding });
  if (Buffer.isBuffer(coded)) return sendCoded(coded);
  // A write is committed by now, so if compression fails its response is sent uncompressed.
  return coded.then(sendCoded, () => sendBody(reply, response, { body, length, coding: 'identity' }));
}

interface SentBody {
  readonly body: string | Buffer;
  readonly length: number | undefined;
  /** Undefined if the response does not depend on the accepted codings. */
  readonly coding?: Coding | 'identity';
}

function sendBody(reply: FastifyReply, response: HttpResponse, { body, length, coding }: SentBody): void {
  const { status, headers = [], cacheControl, replayed } = response;
  const { raw, request } = reply;
  const head = baseHeaders(request, cacheControl);
  for (const [name, value] of headers) head.push(name, value);
  if (replayed) head.push(...replayedHeader);
  if (status !== 204 && status !== 304) {
    head.push('content-type', 'application/json; charset=utf-8');
    if (length !== undefined) head.push('content-length', String(length));
  }
  if (coding !== undefined) head.push('vary', 'accept-encoding');
  if (coding !== undefined && coding !== 'identity') head.push('content-encoding', coding);
  try {
    raw.writeHead(status, head);
  } catch (error) {
    // Fastify still has the reply, and sends an error with a status text of its own.
    raw.statusMessage = '';
    throw error;
  }
  reply.hijack();
  if (request.method === 'HEAD') {
    raw.end();
    return;
  }
  // ASCII is the same in both encodings, and Node writes Latin-1 faster.
  raw.end(body, length === body.length ? 'latin1' : 'utf8');
}
