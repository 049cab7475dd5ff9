import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconPlus, IconUsers } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { flag, listSearch, text } from '../../ui/list/search.ts';
import { adminQuery, adminsQuery, rolesQuery } from './queries.ts';

const listState = listSearch({ q: text, role: text, is_active: flag });

const adminsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admins',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preload(context, adminsQuery(deps));
    preload(context, rolesQuery);
  },
  component: lazyComponent(async () => (await import('./list-screen.tsx')).AdminListScreen),
});

const newAdminRoute = createRoute({
  getParentRoute: () => adminsRoute,
  path: 'new',
  component: lazyComponent(async () => (await import('./create-drawer.tsx')).CreateAdminDrawer),
});

const adminRoute = createRoute({
  getParentRoute: () => adminsRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, adminQuery(id)),
  component: lazyComponent(async () => (await import('./detail-drawer.tsx')).AdminDrawer),
});

const label = { en: 'Admins', ar: 'المشرفون', id: 'Admin' };

/** Drawers are children of the list, which stays behind them as it was. */
export const adminScreens = defineScreens({
  route: adminsRoute.addChildren([newAdminRoute, adminRoute]),
  permission: '*',
  menu: { group: 'team', order: 10, icon: IconUsers, label, key: 'a' },
  finder: {
    label,
    find: async (q, signal) => {
      const { items } = await read('/v1/admin/admins', { query: { q, limit: 5 } }, signal);
      return items.map(({ id, name, email }) => ({ id, label: name, hint: email, href: `/admins/${id}` }));
    },
  },
  actions: [
    {
      label: { en: 'New admin', ar: 'مشرف جديد', id: 'Admin baru' },
      icon: IconPlus,
      permission: '*',
      href: '/admins/new',
    },
  ],
  objects: { admin: '/admins/$id' },
});
