import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconPlus, IconToggleRight } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { flagsQuery } from './queries.ts';

const flagsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/flags',
  loader: ({ context }) => preload(context, flagsQuery),
  component: lazyComponent(async () => (await import('./flags-screen.tsx')).FlagsScreen),
});

const newRoute = createRoute({
  getParentRoute: () => flagsRoute,
  path: 'new',
  component: lazyComponent(async () => (await import('./new-drawer.tsx')).NewFlagDrawer),
});

const flagRoute = createRoute({
  getParentRoute: () => flagsRoute,
  path: '$key',
  component: lazyComponent(async () => (await import('./flag-drawer.tsx')).FlagDrawer),
});

const label = { en: 'Flags', ar: 'مفاتيح الميزات', id: 'Flag' };

export const flagScreens = defineScreens({
  route: flagsRoute.addChildren([newRoute, flagRoute]),
  permission: 'system:read',
  menu: { group: 'system', order: 40, icon: IconToggleRight, label, key: '4' },
  finder: {
    label,
    find: async (q, signal) => {
      const { flags } = await read('/v1/admin/flags', {}, signal);
      return Object.keys(flags)
        .filter((key) => key.includes(q.toLowerCase()))
        .slice(0, 5)
        .map((key) => ({ id: key, label: key, hint: '', href: `/flags/${encodeURIComponent(key)}` }));
    },
  },
  actions: [
    {
      label: { en: 'New flag', ar: 'مفتاح ميزة جديد', id: 'Flag baru' },
      icon: IconPlus,
      permission: 'system:write',
      href: '/flags/new',
    },
  ],
  objects: { flag: '/flags/$key' },
});
