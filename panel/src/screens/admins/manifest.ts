import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { flag, listSearch, text } from '../../ui/list/search.ts';

const adminsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admins',
  validateSearch: listSearch({ q: text, role: text, is_active: flag }),
  component: lazyPart(async () => (await import('./list-screen.tsx')).AdminListScreen),
});

const newAdminRoute = createRoute({
  getParentRoute: () => adminsRoute,
  path: 'new',
  component: lazyPart(async () => (await import('./create-drawer.tsx')).CreateAdminDrawer),
});

const adminRoute = createRoute({
  getParentRoute: () => adminsRoute,
  path: '$id',
  component: lazyPart(async () => (await import('./detail-drawer.tsx')).AdminDrawer),
});

/** Drawers are children of the list, which stays behind them as it was. */
export const adminRoutes = adminsRoute.addChildren([newAdminRoute, adminRoute]);
