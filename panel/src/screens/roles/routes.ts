import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';

const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/roles',
  component: lazyRouteComponent(() => import('./roles-screen.tsx'), 'RolesScreen'),
});

const newRoleRoute = createRoute({
  getParentRoute: () => rolesRoute,
  path: 'new',
  component: lazyRouteComponent(() => import('./create-drawer.tsx'), 'CreateRoleDrawer'),
});

const roleRoute = createRoute({
  getParentRoute: () => rolesRoute,
  path: '$id',
  component: lazyRouteComponent(() => import('./role-drawer.tsx'), 'RoleDrawer'),
});

/** Drawers are children of the matrix, which keeps what is not saved yet behind them. */
export const roleRoutes = rolesRoute.addChildren([newRoleRoute, roleRoute]);
