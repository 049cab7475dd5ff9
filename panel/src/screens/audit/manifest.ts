import { createRoute } from '@tanstack/react-router';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconHistory } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { day, listSearch, text } from '../../ui/list/search.ts';
import { auditQuery, entryQuery, namesQuery } from './queries.ts';

const listState = listSearch({
  action: text,
  adminId: text,
  targetType: text,
  targetId: text,
  dateFrom: day,
  dateTo: day,
});

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preload(context, auditQuery(deps));
    preload(context, namesQuery);
  },
  component: lazyComponent(async () => (await import('./list-screen.tsx')).AuditListScreen),
});

const entryRoute = createRoute({
  getParentRoute: () => auditRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, entryQuery(id)),
  component: lazyComponent(async () => (await import('./detail-drawer.tsx')).AuditDrawer),
});

export const auditScreens = defineScreens({
  route: auditRoute.addChildren([entryRoute]),
  permission: 'audit:read',
  objects: { audit_entry: '/audit/$id' },
  menu: {
    group: 'system',
    order: 10,
    icon: IconHistory,
    label: { en: 'Audit log', ar: 'سجل التدقيق', id: 'Log audit' },
    key: 'l',
  },
});
