import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The page runs our own scripts and nothing else. Styles may be inline, because the component library writes the
 * variables of its theme into a style element; a style cannot call out, since every other source is ours too.
 */
function policyFor(mediaOrigins: readonly string[]): string {
  const media = ["'self'", ...mediaOrigins].join(' ');
  return [
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'",
    `connect-src ${media}; media-src ${media}; worker-src 'self'; form-action 'self'`,
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  ].join('; ');
}

/** The build puts a hash of its content into the name of every file below this folder. */
const hashed = 'assets/';
const immutable = { maxAge: '365d', immutable: true };

/** Shown for the few seconds in which the service already answers and its panel is still being built. */
const wait = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Cliffhanger</title></head>
  <body><p>The panel is being built. This page opens it as soon as it is there.</p></body>
</html>
`;

type Names = ReadonlySet<string>;

/** What the build made; undefined without one. */
function namesIn(folder: string): Names | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(names.map((name) => name.replaceAll(sep, '/')));
}

export interface PanelOptions {
  readonly folder: string;
  readonly built: Promise<unknown>;
  /** Where video and sound may come from besides the service itself. */
  readonly mediaOrigins?: readonly string[];
}

/** Serves the panel where no route answers, from when it is built; without a build nothing is served. */
export function mountPanel(app: FastifyInstance, { folder, built, mediaOrigins = [] }: PanelOptions): void {
  const policy = policyFor(mediaOrigins);
  let isBuilding = true;
  let known: Names | undefined;
  const look = (): void => {
    known = namesIn(folder);
    isBuilding = false;
  };
  built.then(look, look);
  app.register(files, { root: folder, serve: false, preCompressed: true, cacheControl: false, suppressWarning: true });
  app.fallback = (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    if (known) return sendFile(request, reply, { known, policy });
    return isBuilding && wantsPage(request) ? sendWait(reply) : undefined;
  };
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/';

function sendWait(reply: FastifyReply): FastifyReply {
  return reply.code(503).headers({ 'retry-after': '1', 'cache-control': 'no-store' }).type('text/html').send(wait);
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { known, policy }: { known: Names; policy: string },
): FastifyReply | undefined {
  const name = pathOf(request).slice(1);
  if (name !== 'index.html' && known.has(name) && name.includes('.')) {
    reply.header('cache-control', name.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache');
    return reply.sendFile(name, name.startsWith(hashed) ? immutable : {});
  }
  if (!wantsPage(request)) return undefined;
  reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': policy });
  return reply.sendFile('index.html');
}

/**
 * Someone typed an address or followed a link: scripts and programs ask for something else than a page. A probe of `/`
 * takes anything.
 */
function wantsPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const { accept = '*/*' } = request.headers;
  return !path.startsWith('/v1/') && (accept.includes('text/html') || (path === '/' && accept.includes('*/*')));
}
