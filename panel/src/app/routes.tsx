import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { endsSession } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import { menuFor } from './menu.ts';
import { meQuery } from './session.ts';
import { LoadFault, NotFound } from './missing.tsx';
import { Shell } from './shell.tsx';
import { Start } from './start.tsx';

/** The routes that screens hang theirs under: `shellRoute` for those who are signed in, `rootRoute` for the rest. */

export interface RouterContext {
  readonly client: QueryClient;
  /** Whether there is a screen at a path: the menu and the start page name only those. */
  exists(path: string): boolean;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFound,
});

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  errorComponent: LoadFault,
  notFoundComponent: NotFound,
  beforeLoad: async ({ context: { client }, location }) => {
    const next = location.href;
    const me = await client.ensureQueryData(meQuery).catch((error: unknown) => {
      if (endsSession(asApiError(error).code)) throw redirect({ to: '/sign-in', search: { next } });
      throw error;
    });
    if (me.must_reset_password) throw redirect({ to: '/reset', search: { next } });
    return { me };
  },
});

export const startRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: Start,
  beforeLoad: ({ context: { me, exists } }) => {
    const first = menuFor(me.permissions, exists)[0]?.entries[0];
    if (first) throw redirect({ href: first.to });
  },
});
