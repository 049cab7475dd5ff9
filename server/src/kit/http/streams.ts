import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorSpec } from '../errors.ts';
import type { Headers } from './endpoint.ts';
import { isCleanText } from './json.ts';

/** Requests and responses that are not JSON and may be larger than memory: uploads and playback. */

export interface StreamRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** The unread body. */
  readonly body: Readable;
}

export interface StreamResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readable | string;
}

type StreamMethod = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'OPTIONS';

/** The OpenAPI description of one method of a stream. */
export interface StreamDocs {
  readonly summary: string;
  readonly description?: string;
  readonly status: number;
  /** Required headers with descriptions. */
  readonly needs?: Readonly<Record<string, string>>;
  readonly takes?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers of errors, by status. */
  readonly refusalHeaders?: Readonly<Record<number, Readonly<Record<string, string>>>>;
  /** The content type of the body. */
  readonly sends?: string;
  readonly errors: readonly ErrorSpec[];
}

export interface StreamRoute {
  readonly methods: readonly StreamMethod[];
  /** Methods without an entry are not documented. */
  readonly docs?: Readonly<Partial<Record<StreamMethod, StreamDocs>>>;
  readonly url: string;
  /** Sent with every response, also errors. */
  readonly headers?: Readonly<Record<string, string>>;
  handle(request: StreamRequest, method: string): Promise<StreamResponse>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body has no timeout. */
    takesLong?: boolean;
  }
}

export function mountStreams(app: FastifyInstance, routes: readonly StreamRoute[]): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const route of routes) {
      scope.route({
        method: [...route.methods],
        url: route.url,
        config: { takesLong: true },
        handler: async (request, reply) => {
          reply.headers({ ...route.headers });
          const { raw, headers, method } = request;
          const {
            status,
            headers: more,
            body,
          } = await route.handle({ params: paramsOf(request), headers, body: raw }, method);
          return reply
            .code(status)
            .headers({ ...more })
            .send(body);
        },
      });
    }
  });
}

function paramsOf({ params }: FastifyRequest): Record<string, string> {
  const entries = Object.entries<unknown>({ ...(typeof params === 'object' ? params : {}) });
  return Object.fromEntries(
    entries.map(([name, value]): [string, string] => {
      const text = typeof value === 'string' ? value : '';
      return [name, isCleanText(text) ? text : ''];
    }),
  );
}
