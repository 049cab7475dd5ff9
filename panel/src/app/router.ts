import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ApiError } from '../api/errors.ts';
import { reportPageError } from '../api/report.ts';
import { openRoutes, screens } from '../screens/index.ts';
import { PagePending } from './pending.tsx';
import { RouteError } from './route-error.tsx';
import { rootRoute, shellRoute, startRoute, unknownRoute } from './routes.tsx';

const tree = rootRoute.addChildren([
  ...openRoutes,
  shellRoute.addChildren([startRoute, ...screens.map(({ route }) => route), unknownRoute]),
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
        refetchOnReconnect: true,
        staleTime: 10_000,
        retry: (count, error) => count < 2 && isWorthRetrying(error),
        retryDelay: (count) => 400 * 2 ** count,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** The panel's router. Tests give it a history of their own. */
export function createPanelRouter(client: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    context: { client, screens },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: RouteError,
    defaultPendingMs: 100,
    scrollRestoration: true,
    ...(history && { history }),
  });
}

export type PanelRouter = ReturnType<typeof createPanelRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: PanelRouter;
  }
}
