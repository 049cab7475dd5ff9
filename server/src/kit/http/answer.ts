import type { FastifyInstance, FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { bentBy } from './validate.ts';

/** How what a call gives becomes what is sent: through the closed schema of its endpoint, and as text from then on. */

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers that every answer carries. */
    manners: Readonly<Record<string, string>>;
    /** Once nobody new is let in, each answer asks its connection to end. */
    isLeaving: boolean;
  }
}

export type AnswerHeader = readonly [name: string, value: string];

export interface Answer<Body extends string | Buffer = string | Buffer> {
  readonly status: number;
  readonly body: Body;
  readonly headers?: readonly AnswerHeader[];
  /** How it may be kept; nobody keeps it where nothing is said. */
  readonly cacheControl?: string | undefined;
  readonly replayed?: true;
}

/** A reply that has been through its schema already, to be sent again for as long as it is true. */
export class Ready<Body> {
  declare protected readonly made: Body;
  readonly bytes: Buffer;
  readonly headers: readonly AnswerHeader[];

  constructor(text: string, headers: readonly AnswerHeader[]) {
    this.bytes = Buffer.from(text);
    this.headers = headers;
  }
}

export interface Replies {
  readonly status: number;
  /** Serializes a reply, or throws if it misfits its schema. */
  write(reply: FastifyReply, body: unknown): string;
}

/** `exact` refuses in the tests what the serializer would bend: null to 0, 1.7 to 1. */
export function repliesOf(schema: TSchema | undefined, status: number, exact: boolean): Replies {
  const faultsOf = exact && schema ? bentBy(schema) : () => [];
  let serializer: ReturnType<FastifyReply['getSerializationFunction']> | undefined;
  return {
    status,
    write(reply, body) {
      if (!isObject(body)) throw new Error('a reply is an object or a list');
      const faults = faultsOf(body);
      if (faults.length > 0) throw new Error(`the reply misfits its schema: ${faults.join(', ')}`);
      // Compiled once, when the routes are ready, and the same for every call.
      serializer ??= reply.getSerializationFunction(String(status));
      return serializer ? serializer(body) : JSON.stringify(body);
    },
  };
}

const isObject = (body: unknown): body is Record<string, unknown> => body !== null && typeof body === 'object';

/** What can be edited says which edition it is, so that a stale edit can be refused. */
export function etagOf(body: unknown): AnswerHeader[] {
  const revision = isObject(body) ? body.revision : undefined;
  return typeof revision === 'number' ? [['etag', `"${revision}"`]] : [];
}

/**
 * Sends an answer past the framework, which has nothing to add to it: what it does to each header, and to a body that
 * is text already, takes longer than the rest of a quick read.
 */
export function send(
  reply: FastifyReply,
  { status, body, headers = [], cacheControl = 'no-store', replayed }: Answer,
): void {
  const { raw, request, server } = reply;
  const head = [...mannersOf(server), 'x-request-id', request.id, 'cache-control', cacheControl];
  for (const [name, value] of headers) head.push(name, value);
  if (replayed) head.push('idempotent-replayed', 'true');
  if (server.isLeaving) head.push('connection', 'close');
  if (status !== 204 && status !== 304) {
    head.push('content-type', 'application/json; charset=utf-8', 'content-length', String(Buffer.byteLength(body)));
  }
  // Before the framework lets go of it: a head that cannot be written must still be answered with an error.
  raw.writeHead(status, head);
  reply.hijack();
  raw.end(body);
}

const flattened = new WeakMap<object, readonly string[]>();

/** The headers of every answer as node takes them quickest: names and values in turn. */
function mannersOf({ manners }: FastifyInstance): readonly string[] {
  const flat = flattened.get(manners) ?? Object.entries(manners).flat();
  flattened.set(manners, flat);
  return flat;
}
