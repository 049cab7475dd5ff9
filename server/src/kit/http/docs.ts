import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

/** The page is built in the browser by a script of ours that writes styles; nothing is loaded from anywhere else. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

export function mountDocs(app: FastifyInstance, document: Record<string, unknown>): void {
  const text = JSON.stringify(document);
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      proxyUrl: '',
      hideClientButton: true,
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
    },
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('content-security-policy', policy);
        done();
      },
    },
  });
}
