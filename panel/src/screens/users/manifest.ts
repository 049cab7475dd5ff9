import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
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
  component: lazyPart(async () => (await import('./list-screen.tsx')).UserListScreen),
});

const tabOf = oneOf(userTabs);

const userRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users/$id',
  validateSearch: (raw: Record<string, unknown>): { tab?: UserTab } => {
    const tab = tabOf(raw.tab);
    return tab && tab !== 'timeline' ? { tab } : {};
  },
  component: lazyPart(async () => (await import('./user-screen.tsx')).UserScreen),
});

const adjustRoute = createRoute({
  getParentRoute: () => userRoute,
  path: 'adjust',
  component: lazyPart(async () => (await import('./adjust-drawer.tsx')).AdjustDrawer),
});

const suspendRoute = createRoute({
  getParentRoute: () => userRoute,
  path: 'suspend',
  component: lazyPart(async () => (await import('./suspend-drawer.tsx')).SuspendDrawer),
});

const compRoute = createRoute({
  getParentRoute: () => userRoute,
  path: 'comp',
  component: lazyPart(async () => (await import('./comp-drawer.tsx')).CompDrawer),
});

const eventRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/ledger/$eventId',
  component: lazyPart(async () => (await import('./event-screen.tsx')).LedgerEventScreen),
});

export const userRoutes = [
  usersRoute,
  userRoute.addChildren([adjustRoute, suspendRoute, compRoute]),
  eventRoute,
] as const;
