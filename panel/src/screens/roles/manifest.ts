import { createRoute } from '@tanstack/react-router';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconPlus, IconShieldLock } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { rolesQuery } from '../admins/queries.ts';
import { roleQuery } from './queries.ts';

const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/roles',
  loader: ({ context }) => preload(context, rolesQuery),
  component: lazyComponent(async () => (await import('./roles-screen.tsx')).RolesScreen),
});

const newRoleRoute = createRoute({
  getParentRoute: () => rolesRoute,
  path: 'new',
  component: lazyComponent(async () => (await import('./create-drawer.tsx')).CreateRoleDrawer),
});

const roleRoute = createRoute({
  getParentRoute: () => rolesRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, roleQuery(id)),
  component: lazyComponent(async () => (await import('./role-drawer.tsx')).RoleDrawer),
});

/** Drawers are children of the matrix, which keeps what is not saved yet behind them. */
export const roleScreens = defineScreens({
  route: rolesRoute.addChildren([newRoleRoute, roleRoute]),
  permission: '*',
  menu: {
    group: 'team',
    order: 20,
    icon: IconShieldLock,
    label: { en: 'Roles', ar: 'الأدوار', id: 'Peran' },
    key: 'r',
  },
  actions: [
    {
      label: { en: 'New role', ar: 'دور جديد', id: 'Peran baru' },
      icon: IconPlus,
      permission: '*',
      href: '/roles/new',
    },
  ],
  objects: { role: '/roles/$id' },
});
