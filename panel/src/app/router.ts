import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ApiError } from '../api/errors.ts';
import { reportPageError } from '../api/report.ts';
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

/**
 * Whether the browser thinks that it is online decides nothing: a call that cannot go out fails at once. Else it would
 * wait, and a change would be made by itself when the line is back, long after the operator went on.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: reportPageError }),
    mutationCache: new MutationCache({ onError: reportPageError }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: (count, error) => count < 2 && isWorthRetrying(error),
        retryDelay: (count) => 400 * 2 ** count,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** The panel's router. Tests give it a history of their own. */
export function createPanelRouter(client: QueryClient, history?: RouterHistory) {
  const known: { paths: object } = { paths: {} };
  const router = createRouter({
    routeTree: tree,
    context: { client, exists: (path) => Object.hasOwn(known.paths, path) },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: LoadFault,
    defaultPendingMs: 100,
    scrollRestoration: true,
    ...(history && { history }),
  });
  known.paths = router.routesByPath;
  return router;
}

export type PanelRouter = ReturnType<typeof createPanelRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: PanelRouter;
  }
}
