import { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { ApiError } from '../api/errors.ts';
import { adminRoutes } from '../screens/admins/routes.ts';
import { approvalRoutes } from '../screens/approvals/routes.ts';
import { auditRoutes } from '../screens/audit/routes.ts';
import { blocksRoute } from '../screens/blocks/routes.ts';
import { seriesRoutes } from '../screens/catalog/routes.ts';
import { jobRoutes } from '../screens/jobs/routes.ts';
import { mediaRoutes } from '../screens/media/routes.ts';
import { calendarRoute } from '../screens/publishing/routes.ts';
import { roleRoutes } from '../screens/roles/routes.ts';
import { accountRoute, openRoutes } from '../screens/sessions/routes.ts';
import { userRoutes } from '../screens/users/routes.ts';
import { webhookRoutes } from '../screens/webhooks/routes.ts';
import { LoadFault } from './missing.tsx';
import { PagePending } from './pending.tsx';
import { rootRoute, shellRoute, startRoute } from './routes.tsx';

/** The table of contents: every screen of the panel, by name. */
const tree = rootRoute.addChildren([
  ...openRoutes,
  shellRoute.addChildren([
    startRoute,
    accountRoute,
    adminRoutes,
    approvalRoutes,
    auditRoutes,
    calendarRoute,
    jobRoutes,
    ...mediaRoutes,
    roleRoutes,
    ...seriesRoutes,
    ...userRoutes,
    webhookRoutes,
    blocksRoute,
  ]),
]);

/** A refusal is an answer: only silence and a busy server are worth asking again. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'no_answer' || error.status === 503);

export const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
      retryDelay: (count) => 400 * 2 ** count,
    },
    mutations: { retry: false },
  },
});

function exists(path: string): boolean {
  return Object.hasOwn(router.routesByPath, path);
}

export const router = createRouter({
  routeTree: tree,
  context: { client, exists },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: LoadFault,
  defaultPendingMs: 100,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
