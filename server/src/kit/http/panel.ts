import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface StreamOrigins {
  /** Origin of videos and thumbnails. */
  readonly playback: string;
  /** Origin of uploads. */
  readonly upload: string;
}

/**
 * The page runs only our own scripts. In browsers without HLS a script plays it, from memory (`blob:`). Inline styles are
 * allowed, because the component library writes the variables of its theme into a style element; they cannot load from other
 * origins.
 */
function policyFor(stream: StreamOrigins | undefined): string {
  const media = ["'self'", ...(stream ? [stream.playback] : [])].join(' ');
  const calls = [...new Set([media, ...(stream ? [stream.upload] : [])])].join(' ');
  return [
    `default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src ${media} data: blob:; font-src 'self'`,
    `connect-src ${calls}; media-src ${media} blob:; worker-src 'self'; form-action 'self'`,
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  ].join('; ');
}

/** The build puts a hash of its content into the name of every file below this folder. */
const hashed = 'assets/';
const immutable = { maxAge: '365d', immutable: true };

/** Shown while the service is up and its panel is still being built. */
const wait = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="1">
    <title>Cliffhanger</title>
    <style>
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
      body { display: grid; place-content: center; gap: 8px; min-height: 100vh; margin: 0; text-align: center }
      h1, p { margin: 0; padding: 0 16px }
      h1 { font-size: 20px }
    </style>
  </head>
  <body>
    <h1>Cliffhanger</h1>
    <p>The panel is being built. This page reloads until it is ready.</p>
  </body>
</html>
`;

interface Build {
  readonly names: ReadonlySet<string>;
  readonly preloads: Preloads;
}

function buildIn(folder: string): Build | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  return { names: namesIn(folder), preloads: readPreloads(folder) };
}

const namesIn = (folder: string): ReadonlySet<string> =>
  new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(sep, '/')));

export interface PanelOptions {
  readonly folder: string;
  readonly built: Promise<unknown>;
  /** The session cookie: pages of signed-in admins get preload headers. */
  readonly cookieName: string;
  /** The hosted stream service, if there is one. */
  readonly stream?: StreamOrigins | undefined;
  /** A second page with files of its own, such as `/viewer`. */
  readonly page?: { readonly path: string; readonly folder: string } | undefined;
}

/** Serves the panel on paths without a route, once it is built. */
export function mountPanel(app: FastifyInstance, options: PanelOptions): void {
  const { folder, built, cookieName, stream, page } = options;
  const policy = policyFor(stream);
  let isBuilding = true;
  let build: Build | undefined;
  let pageFiles: ReadonlySet<string> = new Set();
  const look = (): void => {
    build = buildIn(folder);
    if (page && existsSync(page.folder)) pageFiles = namesIn(page.folder);
    isBuilding = false;
  };
  built.then(look, look);
  app.register(files, { root: folder, serve: false, preCompressed: true, cacheControl: false, suppressWarning: true });
  app.fallback = (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    if (page && !isBuilding && isBelow(pathOf(request), page.path)) {
      return sendFromPage(request, reply, { ...page, names: pageFiles, policy });
    }
    if (build) return sendFile(request, reply, build) ?? sendPage(request, reply, { ...build, policy, cookieName });
    return isBuilding && wantsPage(request) ? sendWait(reply) : undefined;
  };
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/';

function sendWait(reply: FastifyReply): FastifyReply {
  return reply.code(503).headers({ 'retry-after': '1', 'cache-control': 'no-store' }).type('text/html').send(wait);
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { names }: Build): FastifyReply | undefined {
  const name = pathOf(request).slice(1);
  if (name === 'index.html' || !names.has(name) || !name.includes('.')) return undefined;
  reply.header('cache-control', name.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache');
  return reply.sendFile(name, name.startsWith(hashed) ? immutable : {});
}

const isBelow = (path: string, page: string): boolean => path === page || path.startsWith(`${page}/`);

interface SecondPage {
  readonly path: string;
  readonly folder: string;
  readonly names: ReadonlySet<string>;
  readonly policy: string;
}

function sendFromPage(request: FastifyRequest, reply: FastifyReply, page: SecondPage): FastifyReply | undefined {
  const { path, folder, names, policy } = page;
  const name = pathOf(request).slice(path.length + 1);
  if (name.startsWith(hashed) && names.has(name)) {
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return reply.sendFile(name, folder, immutable);
  }
  if (name !== 'index.html' && names.has(name)) {
    reply.header('cache-control', 'no-cache');
    return reply.sendFile(name, folder);
  }
  if (name !== '' || !names.has('index.html')) return undefined;
  reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': policy });
  return reply.sendFile('index.html', folder);
}

function hasCookie({ headers }: FastifyRequest, name: string): boolean {
  const pairs = headers.cookie?.split(';') ?? [];
  return pairs.some((pair) => pair.trim().startsWith(`${name}=`));
}

interface Page extends Build {
  readonly policy: string;
  readonly cookieName: string;
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply | undefined {
  if (!wantsPage(request)) return undefined;
  const { preloads, policy, cookieName } = page;
  reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': policy });
  const link = preloadsAt(preloads, request.url);
  if (link && hasCookie(request, cookieName)) reply.header('link', link);
  return reply.sendFile('index.html');
}

/**
 * Whether a browser requests a page, rather than a script or a program; a probe of `/` accepts anything.
 */
function wantsPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const { accept = '*/*' } = request.headers;
  return !path.startsWith('/v1/') && (accept.includes('text/html') || (path === '/' && accept.includes('*/*')));
}

/**
 * What each page of the panel loads first, by path, as listed by its build: `$` stands for a value at the end of a path,
 * `?*` for any filters after it, `*` for any other page.
 */
export type Preloads = ReadonlyMap<string, string>;

export function preloadsAt(preloads: Preloads, url: string): string | undefined {
  const [path = '/', query] = url.split('?');
  const filtered = query ? preloads.get(`${path}?*`) : undefined;
  return filtered ?? preloads.get(path) ?? preloads.get(path.replace(/[^/]+$/, '$$')) ?? preloads.get('*');
}

function linkTo(address: string): string {
  if (address.startsWith('/v1/')) return `<${address}>; rel=preload; as=fetch; crossorigin`;
  if (address.endsWith('.css')) return `<${address}>; rel=preload; as=style; crossorigin`;
  return `<${address}>; rel=modulepreload; fetchpriority=low`;
}

const isTexts = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((one) => typeof one === 'string');

/** The `Link` header of each page by path; empty if the build has no list. */
export function readPreloads(folder: string): Preloads {
  try {
    const list: unknown = JSON.parse(readFileSync(join(folder, 'first-loads.json'), 'utf8'));
    const pages = typeof list === 'object' && list !== null ? Object.entries(list) : [];
    return new Map(
      pages.flatMap(([path, addresses]) => (isTexts(addresses) ? [[path, addresses.map(linkTo).join(', ')]] : [])),
    );
  } catch {
    return new Map();
  }
}
