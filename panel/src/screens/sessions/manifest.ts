import { createRoute } from '@tanstack/react-router';
import { preload } from '../../app/load.ts';
import { rootRoute, shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { sessionsQuery } from '../../app/session.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

interface SignInSearch {
  /** Where to go on afterwards. */
  next?: string;
  /** The code of the refusal that ended the session. */
  why?: string;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function signInSearch(raw: Record<string, unknown>): SignInSearch {
  const [next, why] = [text(raw.next), text(raw.why)];
  return { ...(next && { next }), ...(why && { why }) };
}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: SignInScreen,
});

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  validateSearch: signInSearch,
  component: lazyComponent(async () => (await import('./reset-screen.tsx')).ResetScreen),
});

/** Open to those who are not, or not yet fully, signed in. */
export const openRoutes = [signInRoute, resetRoute] as const;

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  loader: ({ context }) => preload(context, sessionsQuery),
  component: lazyComponent(async () => (await import('./account-screen.tsx')).AccountScreen),
});

export const sessionScreens = defineScreens({ route: accountRoute, permission: null });
