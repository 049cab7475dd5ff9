import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { day, listSearch, text } from '../../ui/list/search.ts';

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: listSearch({
    ...{ action: text, adminId: text, targetType: text, targetId: text },
    ...{ dateFrom: day, dateTo: day },
  }),
  component: lazyPart(async () => (await import('./list-screen.tsx')).AuditListScreen),
});

const entryRoute = createRoute({
  getParentRoute: () => auditRoute,
  path: '$id',
  component: lazyPart(async () => (await import('./detail-drawer.tsx')).AuditDrawer),
});

export const auditRoutes = auditRoute.addChildren([entryRoute]);
