import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { endsSession } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import { claimDrafts } from '../ui/draft.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { showAdmin } from '../ui/signed-in.ts';
import { NotFound, RouteError } from './route-error.tsx';
import type { Screen } from './screen.ts';
import { meQuery } from './session.ts';

/** The routes that screens hang theirs under: `shellRoute` for those who are signed in, `rootRoute` for the rest. */

export interface RouterContext {
  readonly client: QueryClient;
  readonly screens: readonly Screen[];
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFound,
});

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyComponent(async () => (await import('./shell.tsx')).Shell),
  errorComponent: RouteError,
  notFoundComponent: NotFound,
  beforeLoad: async ({ context: { client }, location }) => {
    const next = location.href;
    const me = await client.query({ ...meQuery, staleTime: 'static' }).catch((error: unknown) => {
      if (endsSession(asApiError(error).code)) redirect({ to: '/sign-in', search: { next }, throw: true });
      throw error;
    });
    showAdmin(me.id);
    claimDrafts(me.id);
    if (me.must_reset_password) redirect({ to: '/reset', search: { next }, throw: true });
    return { me };
  },
});

/** Every address that no screen has. Within the shell, so that the menu stays. */
export const unknownRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: lazyComponent(async () => (await import('./not-found-page.tsx')).NotFoundPage),
});

export const startRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyComponent(async () => (await import('./home/home.tsx')).Home),
});
