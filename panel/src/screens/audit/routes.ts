import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { day, listSearch, text } from '../../ui/list/search.ts';

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: listSearch({
    ...{ action: text, adminId: text, targetType: text, targetId: text },
    ...{ dateFrom: day, dateTo: day },
  }),
  component: lazyRouteComponent(() => import('./list-screen.tsx'), 'AuditListScreen'),
});

const entryRoute = createRoute({
  getParentRoute: () => auditRoute,
  path: '$id',
  component: lazyRouteComponent(() => import('./detail-drawer.tsx'), 'AuditDrawer'),
});

export const auditRoutes = auditRoute.addChildren([entryRoute]);
