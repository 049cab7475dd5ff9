import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** Every route of every app that was made since this file was imported, as the router itself was given them. */

export interface ServedRoute {
  readonly method: string;
  readonly url: string;
}

interface Hookable {
  addHook(name: 'onRoute', hook: (route: { method: string | string[]; url: string }) => void): unknown;
}

const isHookable = (value: unknown): value is Hookable =>
  typeof value === 'object' && value !== null && 'addHook' in value && typeof value.addHook === 'function';

const routesByApp = new Map<unknown, ServedRoute[]>();

// An app announces itself before it is given its first route, so nothing can be served behind this list's back.
subscribe('fastify.initialization', (message) => {
  const app: unknown = typeof message === 'object' && message !== null && 'fastify' in message ? message.fastify : null;
  if (!isHookable(app)) throw new Error('an app announced itself without being one');
  const routes: ServedRoute[] = [];
  routesByApp.set(app, routes);
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
});

/** What an app serves; it must be ready, because plugins add their routes late. */
export async function servedRoutes(app: FastifyInstance): Promise<readonly ServedRoute[]> {
  await app.ready();
  const routes = routesByApp.get(app);
  if (!routes || routes.length === 0) throw new Error('the app was made before this file was imported');
  return routes;
}
