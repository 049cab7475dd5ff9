import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The page runs our own scripts and nothing else. Styles may be inline, because the component library writes the
 * variables of its theme into a style element; a style cannot call out, since every other source is ours too.
 */
const policy = [
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'",
  "connect-src 'self'; media-src 'self'; worker-src 'self'; form-action 'self'",
  "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
].join('; ');

/** The build puts a hash of its content into the name of every file below this folder. */
const hashed = 'assets/';
const immutable = { maxAge: '365d', immutable: true };

/** Serves the built panel where no route answers; without a build nothing is served and nothing changes. */
export function mountPanel(app: FastifyInstance, folder: string): void {
  if (!existsSync(join(folder, 'index.html'))) return;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(sep, '/'));
  const known = new Set(names);
  app.register(files, { root: folder, serve: false, preCompressed: true, cacheControl: false });
  // A hook rather than a route: a route for every path would hide from the router what the service does not have.
  app.addHook('onRequest', (request, reply, done) => {
    const isOurs = request.is404 && request.method === 'GET' && answer(request, reply, known) !== undefined;
    if (!isOurs) done();
  });
}

function answer(request: FastifyRequest, reply: FastifyReply, known: ReadonlySet<string>): FastifyReply | undefined {
  const [path = '/'] = request.url.split('?');
  const name = path.slice(1);
  if (name !== 'index.html' && known.has(name) && name.includes('.')) {
    reply.header('cache-control', name.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache');
    return reply.sendFile(name, name.startsWith(hashed) ? immutable : {});
  }
  if (path.startsWith('/v1/') || !isNavigation(request)) return undefined;
  reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': policy });
  return reply.sendFile('index.html');
}

/** Someone typed an address or followed a link: scripts and programs ask for something else than a page. */
const isNavigation = ({ headers: { accept = '' } }: FastifyRequest): boolean => accept.includes('text/html');
