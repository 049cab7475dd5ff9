import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/roles',
  component: lazyPart(async () => (await import('./roles-screen.tsx')).RolesScreen),
});

const newRoleRoute = createRoute({
  getParentRoute: () => rolesRoute,
  path: 'new',
  component: lazyPart(async () => (await import('./create-drawer.tsx')).CreateRoleDrawer),
});

const roleRoute = createRoute({
  getParentRoute: () => rolesRoute,
  path: '$id',
  component: lazyPart(async () => (await import('./role-drawer.tsx')).RoleDrawer),
});

/** Drawers are children of the matrix, which keeps what is not saved yet behind them. */
export const roleRoutes = rolesRoute.addChildren([newRoleRoute, roleRoute]);
