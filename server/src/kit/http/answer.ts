import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Db } from '../db/database.ts';
import { type Coding, codingFor, compress, shortestCoded } from './coding.ts';
import { corsHeaders } from './cors.ts';
import { canonical, coercionFaults, replyFaults } from './validate.ts';

/** How what a call gives becomes what is sent: through the closed schema of its endpoint, and as text from then on. */

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers that every answer carries, whatever it is about. */
    securityHeaders: Readonly<Record<string, string>>;
    /** Once nobody new is let in, each answer asks its connection to end. */
    isDraining: boolean;
  }
}

export type AnswerHeader = readonly [name: string, value: string];

/** Says that what was asked for was done before, and not again. */
export const replayedHeader: AnswerHeader = ['idempotent-replayed', 'true'];
export const isReplayedHeader = ([name]: AnswerHeader): boolean => name.toLowerCase() === replayedHeader[0];

export interface Answer<Body extends string | Buffer = string | Buffer> {
  readonly status: number;
  readonly body: Body;
  readonly headers?: readonly AnswerHeader[];
  /** How it may be kept; nobody keeps it where nothing is said. */
  readonly cacheControl?: string | undefined;
  readonly replayed?: true;
  /** What is sent in place of the body, as it is made. */
  readonly pieces?: AsyncIterable<string>;
  /** The body in a coding, where it is kept in several. */
  readonly encoded?: (coding: Coding) => Buffer | Promise<Buffer>;
}

/**
 * A reply that the database has written as JSON, sent as it is. Its schema is held by the tests, where each is read and
 * judged before it is sent.
 */
export class JsonText<Body> {
  declare protected readonly reads: Body;
  readonly text: string;
  /** Where the reply can be edited: which edition it is. */
  readonly revision: number | undefined;

  constructor(text: string, revision?: number) {
    this.text = text;
    this.revision = revision;
  }
}

/**
 * A reply that may be too large for memory. It is read from the database piece by piece while it is sent: after a change
 * was committed, and as slowly as its reader takes it. The tests of its endpoint hold it to its schema.
 */
export class JsonStream<Body> {
  declare protected readonly reads: Body;
  readonly read: (db: Db) => AsyncIterable<string>;

  constructor(read: (db: Db) => AsyncIterable<string>) {
    this.read = read;
  }
}

/** The part of an answer that is sent as it is made. */
export const piecesOf = (result: unknown, db: Db): Pick<Answer, 'pieces'> =>
  result instanceof JsonStream ? { pieces: result.read(db) } : {};

export interface Replies {
  readonly status: number;
  /** Serializes a reply, or throws if it misfits its schema. */
  write(reply: FastifyReply, body: unknown): string;
}

type Serializer = ReturnType<FastifyReply['compileSerializationSchema']>;

const serializers = new WeakMap<TSchema, Serializer>();

/** Compiled at the first call and the same for every other: a start would wait for the schemas of every endpoint. */
function serializerOf(schema: TSchema, reply: FastifyReply): Serializer {
  const one = canonical(schema);
  const serializer = serializers.get(one) ?? reply.compileSerializationSchema({ ...one });
  serializers.set(one, serializer);
  return serializer;
}

/** `exact` refuses in the tests what the serializer would bend: null to 0, 1.7 to 1, and text that misfits its schema. */
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

/** What can be edited says which edition it is, so that a stale edit can be refused. */
export function etagOf(body: unknown): AnswerHeader[] {
  const revision = isObject(body) ? body.revision : undefined;
  return typeof revision === 'number' ? [['etag', `"${revision}"`]] : [];
}

/** How it may be kept, where nothing is said: what the API answers belongs to its caller alone. */
const usualCaching = (url: string): string | undefined => (url.startsWith('/v1/') ? 'no-store' : undefined);

/** The headers that every answer begins with, as names and values in turn, which node takes quickest. */
export function baseHeaders(request: FastifyRequest, caching = usualCaching(request.url)): string[] {
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

/** Answers that set a cookie carry a secret beside what a caller may have chosen: they are not compressed. */
const setsCookie = (headers: readonly AnswerHeader[]): boolean =>
  headers.some(([name]) => name.toLowerCase() === 'set-cookie');

/** Whether an answer is long enough to be compressed, and may be; caches have to know that it depends on the caller. */
const isCodable = ({ status, headers = [] }: Answer, length: number): boolean =>
  length >= shortestCoded && status !== 204 && status !== 304 && !setsCookie(headers);

/**
 * Sends an answer past the framework, which has nothing to add to it: what it does to each header, and to a body that
 * is text already, takes a fifth of the time of a quick read. Waits only where the body has to be compressed first.
 */
export function send(reply: FastifyReply, answer: Answer): void | Promise<void> {
  const { body } = answer;
  const length = Buffer.byteLength(body);
  if (!isCodable(answer, length)) return sendBody(reply, answer, { body, length });
  const coding = codingFor(reply.request.headers['accept-encoding']);
  if (coding === undefined) return sendBody(reply, answer, { body, length, coding: 'identity' });
  // The length of what is not made is not known; a HEAD may leave it out.
  if (reply.request.method === 'HEAD') return sendBody(reply, answer, { body: '', length: undefined, coding });
  const coded = answer.encoded?.(coding) ?? compress(body, coding);
  const sendCoded = (bytes: Buffer): void => sendBody(reply, answer, { body: bytes, length: bytes.length, coding });
  if (Buffer.isBuffer(coded)) return sendCoded(coded);
  // A write is committed by now: where compression fails, its answer is sent as it is.
  return coded.then(sendCoded, () => sendBody(reply, answer, { body, length, coding: 'identity' }));
}

interface SentBody {
  readonly body: string | Buffer;
  readonly length: number | undefined;
  /** Undefined where the answer is the same whatever codings the caller accepts. */
  readonly coding?: Coding | 'identity';
}

function sendBody(reply: FastifyReply, answer: Answer, { body, length, coding }: SentBody): void {
  const { status, headers = [], cacheControl, replayed } = answer;
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
    // The framework still has the reply, and answers with an error; that has words of its own.
    raw.statusMessage = '';
    throw error;
  }
  reply.hijack();
  if (request.method === 'HEAD') {
    raw.end();
    return;
  }
  // ASCII is the same in both encodings, and node writes it faster as Latin-1.
  raw.end(body, length === body.length ? 'latin1' : 'utf8');
}
