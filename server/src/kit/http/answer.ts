import type { FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { bentBy } from './validate.ts';

/** How what a call gives becomes what is sent: through the closed schema of its endpoint, and as text from then on. */

export type AnswerHeader = readonly [name: string, value: string];

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers?: readonly AnswerHeader[];
  readonly replayed?: true;
}

/** A reply that has been through its schema already, to be sent again for as long as it is true. */
export class Ready<Body> {
  declare protected readonly made: Body;
  readonly text: string;
  readonly headers: readonly AnswerHeader[];

  constructor(text: string, headers: readonly AnswerHeader[]) {
    this.text = text;
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

export function send(reply: FastifyReply, { status, text, headers = [], replayed }: Answer): FastifyReply {
  reply.code(status);
  for (const [name, value] of headers) reply.header(name, value);
  if (replayed) reply.header('idempotent-replayed', 'true');
  if (status === 204) return reply.send();
  return reply.type('application/json; charset=utf-8').send(text);
}
