import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { day, listSearch, oneOf, orders, text } from '../../ui/list/search.ts';
import { kinds, sorts, statuses, type UserTab, userTabs } from './queries.ts';

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users',
  validateSearch: listSearch({
    q: text,
    status: oneOf(statuses),
    guest: oneOf(kinds),
    country: text,
    createdFrom: day,
    createdTo: day,
    sort: oneOf(sorts),
    order: oneOf(orders),
  }),
  component: lazyRouteComponent(() => import('./list-screen.tsx'), 'UserListScreen'),
});

const tabOf = oneOf(userTabs);

const userRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users/$id',
  validateSearch: (raw: Record<string, unknown>): { tab?: UserTab } => {
    const tab = tabOf(raw.tab);
    return tab && tab !== 'timeline' ? { tab } : {};
  },
  component: lazyRouteComponent(() => import('./user-screen.tsx'), 'UserScreen'),
});

const adjustRoute = createRoute({
  getParentRoute: () => userRoute,
  path: 'adjust',
  component: lazyRouteComponent(() => import('./adjust-drawer.tsx'), 'AdjustDrawer'),
});

const suspendRoute = createRoute({
  getParentRoute: () => userRoute,
  path: 'suspend',
  component: lazyRouteComponent(() => import('./suspend-drawer.tsx'), 'SuspendDrawer'),
});

const compRoute = createRoute({
  getParentRoute: () => userRoute,
  path: 'comp',
  component: lazyRouteComponent(() => import('./comp-drawer.tsx'), 'CompDrawer'),
});

const eventRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/ledger/$eventId',
  component: lazyRouteComponent(() => import('./event-screen.tsx'), 'LedgerEventScreen'),
});

export const userRoutes = [
  usersRoute,
  userRoute.addChildren([adjustRoute, suspendRoute, compRoute]),
  eventRoute,
] as const;
