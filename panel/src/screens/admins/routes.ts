import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { flag, listSearch, text } from '../../ui/list/search.ts';

const adminsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admins',
  validateSearch: listSearch({ q: text, role: text, is_active: flag }),
  component: lazyRouteComponent(() => import('./list-screen.tsx'), 'AdminListScreen'),
});

const newAdminRoute = createRoute({
  getParentRoute: () => adminsRoute,
  path: 'new',
  component: lazyRouteComponent(() => import('./create-drawer.tsx'), 'CreateAdminDrawer'),
});

const adminRoute = createRoute({
  getParentRoute: () => adminsRoute,
  path: '$id',
  component: lazyRouteComponent(() => import('./detail-drawer.tsx'), 'AdminDrawer'),
});

/** Drawers are children of the list, which stays behind them as it was. */
export const adminRoutes = adminsRoute.addChildren([newAdminRoute, adminRoute]);
