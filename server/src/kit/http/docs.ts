import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** The page is rendered by a script that writes styles; nothing is loaded from other origins. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const configuration = {
  url: '/openapi.json',
  proxyUrl: '',
  hideClientButton: true,
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
};

const pageOf = (title: string): string => `<!doctype html>
<html lang="en">
  <head>
    <title>${title}</title>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
  </head>
  <body>
    <script id="api-reference" type="application/json" data-configuration='${JSON.stringify(configuration)}'></script>
    <script src="/docs/reference.js"></script>
  </body>
</html>
`;

/** The browser build of the reference. */
function readScript(): Promise<Buffer> {
  const main = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  return readFile(join(dirname(main), 'js', 'standalone.js'));
}

/** Serves the OpenAPI document, which is created on the first request, and a page that renders it. */
export function mountDocs(app: FastifyInstance, title: string, write: () => Record<string, unknown>): void {
  let text: string | undefined;
  app.get('/openapi.json', { exposeHeadRoute: true }, async (_request, reply) => {
    text ??= JSON.stringify(write());
    return reply.type('application/json; charset=utf-8').send(text);
  });
  app.get('/docs', async (_request, reply) => reply.redirect('/docs/', 301));
  app.get('/docs/', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(pageOf(title)),
  );
  app.get('/docs/reference.js', async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=86400');
    return reply.send(await readScript());
  });
}
